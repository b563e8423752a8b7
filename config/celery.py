"""The Celery application. Jobs run in process by default, and in workers if `REDIS_URL` is set.

Start a worker with `celery -A config worker --beat`.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("boolie")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
