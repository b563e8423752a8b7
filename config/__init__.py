"""How one installation is wired: settings, addresses, the web server's and the worker's doors."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
