"""Texts of the site that its administrators write."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_SITE_TEXT_LENGTH = 20_000


class SiteTextKind(models.TextChoices):
    IMPRINT = "imprint", _("Imprint")
    CONTACT = "contact", _("Contact")
    PRIVACY = "privacy", _("Privacy")


class SiteText(models.Model):
    """A page of plain text, which is there, with a link at the foot of every page, unless the text is empty."""

    kind = models.CharField(max_length=20, choices=SiteTextKind.choices, primary_key=True)
    text = models.TextField(max_length=MAX_SITE_TEXT_LENGTH, blank=True)
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=SiteTextKind.values), name="site_text_kind_is_known"
            )
        ]

    def __str__(self) -> str:
        return str(SiteTextKind(self.kind).label)
