"""The door for a WSGI server: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def _start_scheduler() -> None:
    """Without workers there is no clock but this one; in each process that serves: a job is claimed by one of them."""
    from django.conf import settings

    from league.actions.job import start_scheduler
    from league.tasks import JOB_HANDLERS

    if settings.CELERY_TASK_ALWAYS_EAGER:
        start_scheduler(JOB_HANDLERS)


_start_scheduler()
