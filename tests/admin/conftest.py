"""The clubs and people of the role table, and somebody who administers the site."""

from django.test import Client

from tests.scenarios import scenario
from tests.security.house import House


@scenario
def administrator(house: House) -> Client:
    return house.client("administrator", raise_request_exception=True)
