"""The Celery application: jobs run in process by default, in workers when `REDIS_URL` is set.

A worker: `celery -A config worker --beat`
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("boolie")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
