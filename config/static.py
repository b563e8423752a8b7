"""Storage of static files; their URLs change with the code, so that browsers may cache them."""

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage


class BuildStaticFilesStorage(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        return f"{super().url(name)}?{settings.BUILD}"
