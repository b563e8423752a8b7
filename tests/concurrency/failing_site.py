"""A site whose pages of players fail with an error that names people: `gunicorn tests.concurrency.failing_site`."""

from typing import Any

from config.wsgi import application
from league.web import hidden_club
from league.web.public import player

__all__ = ["application"]


MESSAGE = "'Ophelia Zephyr' of ophelia@example.org came by ophelia-zephyr"


def fail(*_: Any, **__: Any) -> Any:
    raise RuntimeError(MESSAGE)


vars(player)["get_player"] = fail
vars(hidden_club)["may_enter"] = lambda *_: True  # there is no club
