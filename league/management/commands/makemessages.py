"""`makemessages`: write what pages and mails say into the catalogues, for the translators. Needs gettext."""

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    help = "Writes the messages of pages and mails into the catalogue of each language. Needs the package gettext."
    requires_system_checks = ()
    # Without guesses: a message that has changed is translated again.
    msgmerge_options = [
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        languages = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        parser.set_defaults(
            locale=languages,
            ignore_patterns=[".venv", "tests", "bench", "build", "var"],
            no_location=True,
            add_location=None,
            no_wrap=True,
            no_obsolete=True,
        )
