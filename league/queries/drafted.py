"""A draft as it is saved: what a form was filled from and what is there when it comes back; what speaks against
changing it or throwing it away."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from games import Problem
from games.problems import _
from league.models import Division, Entry, Match, Season
from league.models.match import MatchStatus
from league.rules.validation import build_problem

Shape = list[tuple[str, tuple[str, ...]]]


def shape(divisions: Sequence[Division], entries: Iterable[Entry]) -> Shape:
    """Names and player ids by division, in their order; the entries were read with their players."""
    groups: dict[int, list[str]] = {division.pk: [] for division in divisions}
    for entry in entries:
        groups[entry.division_id].append(entry.player.key)
    return [(division.name, tuple(groups[division.pk])) for division in divisions]


def digest(saved: Shape, *, has_matches: bool) -> str:
    """Another one wherever saving a form would take something away that its page did not tell of."""
    return hashlib.sha256(repr((saved, has_matches)).encode()).hexdigest()


def has_results(season: Season) -> bool:
    """What closing had decided is none any more once the season has been opened again. 1 query."""
    return Match.objects.filter(division__season=season).exclude(status=MatchStatus.SCHEDULED).exists()


def against_changing(season: Season) -> Iterator[Problem]:
    """Drafts with results come out of club files only. 1 query."""
    if has_results(season):
        sentence = _("Results have been entered in season {season}: it stays as it is.")
        yield build_problem("season", "draft-has-results", sentence, season=season.number)


def against_throwing_away(season: Season) -> Iterator[Problem]:
    """Why a draft cannot go, with nothing else to be taken back. 2 queries."""
    yield from against_changing(season)
    if season.rolled_from_id:
        sentence = _("Season {season} was made out of the one before: take it back instead.")
        yield build_problem("season", "rolled-over", sentence, season=season.number)
    after = Season.objects.filter(competition=season.competition_id, number__gt=season.number)
    if later := after.order_by("-number").first():
        sentence = _("Season {later} has come after season {season}.")
        yield build_problem("season", "not-the-latest", sentence, later=later.number, season=season.number)
