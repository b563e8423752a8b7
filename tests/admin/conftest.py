"""The clubs and people of the role table, and somebody who administers the site."""

from django.test import Client

from tests.scenarios import scenario
from tests.security.population import Population


@scenario
def administrator(population: Population) -> Client:
    return population.client("administrator", raise_request_exception=True)
