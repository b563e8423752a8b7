"""Why a match takes no result: its season, its players, its day."""

from collections.abc import Iterable, Iterator
from datetime import date

from games import Problem
from games.problems import _
from league.models import Season, Seat
from league.models.season import SeasonState
from league.queries.withdrawing import expunged
from league.rules.validation import build_problem

EXPUNGED = build_problem(
    "",
    "expunged",
    _("Somebody of this match has left the season, and none of their matches counts: take that back first."),
)


def check_season_open(season: Season) -> Iterator[Problem]:
    """Yield why the season takes no results."""
    if season.state == SeasonState.DRAFT:
        yield build_problem("", "season-not-open", _("The season has not been opened yet."))
    if season.state == SeasonState.CLOSED:
        yield build_problem("", "season-closed", _("The season is closed; its results stay as they are."))


def check_not_expunged(seats: Iterable[Seat]) -> Iterator[Problem]:
    """Yield why a match with these seats, read with their entries, takes no result and no decision.

    That is so if it would count for an entry none of whose matches is to count. Runs 1 query if one of them
    has left, else none.
    """
    if expunged(seat.entry for seat in seats):
        yield EXPUNGED


def check_played_on(season: Season, played_on: date, today: date) -> Iterator[Problem]:
    """Yield why no match of the season can have been played then; `today` is today where the club is."""
    if season.starts_on and played_on < season.starts_on:
        yield build_problem(
            "played_on",
            "date-before-season",
            _("{day} is before the season, which starts on {start}."),
            day=played_on.isoformat(),
            start=season.starts_on.isoformat(),
        )
    if played_on > today:
        yield build_problem(
            "played_on",
            "date-in-future",
            _("{day} is still to come; today is {today}."),
            day=played_on.isoformat(),
            today=today.isoformat(),
        )
