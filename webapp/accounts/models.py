"""What an account has beside Django's user: the name under which its things are kept."""

from django.conf import settings
from django.db import models


class Account(models.Model):
    """owner: as a browser's, random; each browser that signs in works under it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="account")
    owner = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return str(self.pk)
