"""The club that most tests of actions begin with."""

from league.models import Club
from tests.scenarios import scenario


@scenario
def club() -> Club:
    """A club with nothing in it."""
    return Club.objects.create(slug="riverside", name="Riverside")
