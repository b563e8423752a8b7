"""The site in two languages that nobody speaks, for gunicorn: `de` has longer words, `en` is written from the right."""

from contextlib import ExitStack

from django.conf import settings

from config.wsgi import application
from tests.marking import lengthen_messages

__all__ = ["application"]

settings.LANGUAGES_BIDI = ["en"]
WORDS = ExitStack()
WORDS.enter_context(lengthen_messages())  # until the server ends
