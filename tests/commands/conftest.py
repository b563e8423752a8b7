"""Clubs that several tests of commands start from."""

from league.models import Club
from league.tasks import run_jobs
from tests.clubfile.documents import RIVERSIDE
from tests.commands.console import import_document
from tests.scenarios import scenario


@scenario
def riverside_club() -> Club:
    """Return the club of league/demo/riverside.json, just imported."""
    import_document(RIVERSIDE)
    return Club.objects.get()


@scenario
def counted_club(riverside_club: Club) -> Club:
    """Return the same club with its statistics computed."""
    run_jobs()
    return riverside_club
