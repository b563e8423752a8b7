"""The Celery application. Jobs run in process by default, and in workers if `REDIS_URL` is set.

Start a worker with `celery -A config worker --beat`.
"""

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from config.logging import show_events

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("boolie")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]
def _log_as_django_does(loglevel: int, **_: Any) -> None:
    """Keep Celery from replacing what the settings say of logging; `--loglevel` is for its own lines."""
    logging.getLogger("celery").setLevel(loglevel)
    show_events()
