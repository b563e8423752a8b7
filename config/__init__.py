"""The configuration of an installation: settings, root URLs, and the WSGI and Celery applications."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
