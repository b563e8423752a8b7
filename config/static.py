"""Where static files are found, by addresses that change with the code: browsers may keep them."""

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage


class BuildStaticFilesStorage(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        return f"{super().url(name)}?{settings.BUILD}"
