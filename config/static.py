"""Storage of static files; their URLs change with the code, so that browsers may cache them."""

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest
from django.templatetags.static import static


class BuildStaticFilesStorage(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        return f"{super().url(name)}?{settings.BUILD}"


def describe_files(_request: HttpRequest) -> dict[str, bool | str]:
    """Tell templates whether the pages' font has been made, and the absolute address of the icon."""
    return {
        "has_fonts": settings.HAS_FONTS,
        "icon_url": settings.SITE_URL.rstrip("/") + static("league/icon.png"),
    }
