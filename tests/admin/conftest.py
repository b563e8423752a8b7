"""The clubs and people of the role table, and somebody who administers the site."""

from django.test import Client

from tests.scenarios import scenario
from tests.security.house import House, house  # noqa: F401  (a fixture)


@scenario
def administrator(house: House) -> Client:  # noqa: F811
    return house.client("administrator", raise_request_exception=True)
