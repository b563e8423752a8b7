"""The WSGI application: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from config.interpreter import share_interpreter
from config.logging import show_events

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

show_events()
application = get_wsgi_application()


def _start_scheduler() -> None:
    """Start the scheduler in this process if there are no Celery workers.

    Every serving process has one, also those that gunicorn forks once it has loaded this (`--preload`). A job is
    still run by only one of them.
    """
    from django.conf import settings

    from league.actions.cleanup import plan_clean_up
    from league.actions.job import start_scheduler
    from league.tasks import JOB_HANDLERS

    if settings.CELERY_TASK_ALWAYS_EAGER:
        start_scheduler(JOB_HANDLERS, plan_clean_up)


_start_scheduler()
share_interpreter()
