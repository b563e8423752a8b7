"""Addresses of pages, for links from outside."""

from django.conf import settings
from django.urls import reverse


def build_url(name: str, *arguments: object) -> str:
    """Return the absolute address of a page."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
