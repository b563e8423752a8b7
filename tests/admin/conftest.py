"""The clubs and people of the role table, and somebody who administers the site."""

import pytest
from django.test import Client

from tests.security.conftest import house  # noqa: F401  (a fixture)
from tests.security.house import House


@pytest.fixture
def administrator(house: House, db: None) -> Client:  # noqa: F811
    return house.client("administrator", raise_request_exception=True)
