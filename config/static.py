"""Storage of static files; their URLs change with the code, so that browsers may cache them."""

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest


class BuildStaticFilesStorage(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        return f"{super().url(name)}?{settings.BUILD}"


def describe_fonts(_request: HttpRequest) -> dict[str, bool]:
    """Tell templates whether the pages' font has been made."""
    return {"has_fonts": settings.HAS_FONTS}
