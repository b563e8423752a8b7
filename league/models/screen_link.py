"""Links to the screen in the hall, for those who are not logged in there."""

from django.conf import settings
from django.db import models

from league.models.season import Season


class ScreenLink(models.Model):
    """A link that shows a season's screen to anyone who has it, until it is revoked. Its token is in no table."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="screen_links")
    made_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.season}: {self.pk}"
