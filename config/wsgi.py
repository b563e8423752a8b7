"""The door for a WSGI server: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def _keep_time() -> None:
    """Without workers there is no clock but this one; in each process that serves: a job is claimed by one of them."""
    from django.conf import settings

    from league.actions.job import keep_time
    from league.tasks import KINDS

    if settings.CELERY_TASK_ALWAYS_EAGER:
        keep_time(KINDS)


_keep_time()
