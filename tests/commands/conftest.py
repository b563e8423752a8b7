"""What several files of tests of commands begin with."""

from league.models import Club
from league.tasks import run_jobs
from tests.clubfile.documents import RIVERSIDE
from tests.commands.console import import_document
from tests.scenarios import scenario


@scenario
def riverside_club() -> Club:
    """The club of league/demo/riverside.json, as it has just come in."""
    import_document(RIVERSIDE)
    return Club.objects.get()


@scenario
def counted_club(riverside_club: Club) -> Club:
    """The same, when all that its statistics say has been counted."""
    run_jobs()
    return riverside_club
