"""`{% say "NAME" %}` in templates."""

from django import template

from webapp.accounts.words import say

register = template.Library()
register.simple_tag(say)
