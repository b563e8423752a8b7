from tests.browser.clubs import make_clubs
from tests.pages.visits import Site, build_handler
from tests.scenarios import scenario


@scenario
def site() -> Site:
    """The clubs that are looked at in a browser."""
    return Site(make_clubs(), build_handler())
