"""The clubs and people of the role table."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from tests.security.house import House, build


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """Built once for all tests of a file; each of them takes back what it changed."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> None:
    """How often somebody came to the log-in is counted in the cache."""
    cache.clear()
