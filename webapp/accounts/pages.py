"""Resetting a forgotten password: Django's own views, on pages that need no script."""

from django.contrib.auth import views
from django.urls import URLPattern, path, reverse_lazy

from webapp.accounts.words import in_language

PAGES: list[URLPattern] = [
    path(
        "account/reset",
        in_language(
            views.PasswordResetView.as_view(
                template_name="accounts/reset.html",
                email_template_name="accounts/reset_mail.txt",
                subject_template_name="accounts/reset_subject.txt",
                success_url=reverse_lazy("reset-sent"),
            )
        ),
        name="reset",
    ),
    path(
        "account/reset/sent",
        in_language(views.PasswordResetDoneView.as_view(template_name="accounts/reset_sent.html")),
        name="reset-sent",
    ),
    path(
        "account/reset/<uidb64>/<token>",
        in_language(
            views.PasswordResetConfirmView.as_view(
                template_name="accounts/reset_new.html", success_url=reverse_lazy("reset-done")
            )
        ),
        name="reset-new",
    ),
    path(
        "account/reset/done",
        in_language(views.PasswordResetCompleteView.as_view(template_name="accounts/reset_done.html")),
        name="reset-done",
    ),
]
