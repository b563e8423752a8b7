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


def _prepare_for_forks() -> None:
    """Load all views, so that the processes that gunicorn forks from this one (`--preload`) share their memory.

    None of them may use a connection that this one has opened.
    """
    from django.db import connections
    from django.urls import get_resolver

    get_resolver().url_patterns  # noqa: B018
    os.register_at_fork(before=connections.close_all)


_start_scheduler()
_prepare_for_forks()
share_interpreter()
