"""Games that only tests know, installed for a while in place of all those that come by entry points."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

import pytest

from games import registry


@contextmanager
def installed(*places: str) -> Iterator[None]:
    """Install the games that stand at these `module:NAME`; the key of each is its name in small letters."""
    points = [
        EntryPoint(place.partition(":")[2].lower(), place, registry.ENTRY_POINT_GROUP) for place in places
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", lambda group: points)
        registry._load_plugins.cache_clear()
        try:
            yield
        finally:
            registry._load_plugins.cache_clear()
