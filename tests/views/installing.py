"""A game that only tests know, installed for a while in place of all those that come by entry points."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

import pytest

from games import registry


@contextmanager
def installed(place: str) -> Iterator[None]:
    """Install the game that stands at `module:NAME`; its key is the name in small letters."""
    point = EntryPoint(place.partition(":")[2].lower(), place, registry.GROUP)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", lambda group: [point])
        registry._games.cache_clear()
        yield
    registry._games.cache_clear()
