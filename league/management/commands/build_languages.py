"""`build_languages`: compile the catalogues of the languages that pages are shown in."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = (
        "Compiles the catalogues of the languages, once after each installation. "
        "Without them all pages are in English."
    )
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        catalogues = [
            path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/*.po")
        ]
        for path in catalogues:
            polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
        self.stdout.write(f"Compiled {len(catalogues)} catalogues.")
