"""The goal of an entry in its division, and the entries around it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from games import Game
from league.models import Entry, Season, Standing
from league.models.competition import CompetitionKind
from league.queries.club_overview import choose_metric, measure
from league.rules.snapshot import find_settings

MAX_GOAL = 20  # places of a division that are looked at
AROUND = 2  # places above an entry, and below it


@dataclass(frozen=True)
class Goal:
    """The last place for promotion, or the first place where no entry goes up, and how far it is ahead.

    It is no forecast: who moves also depends on who has left, and on how many matches were played. `gap` is in
    units of the first ranking key; None if it can't be given.
    """

    place: int
    goes_up: bool
    is_reached: bool
    game: Game
    metric: str
    gap: Fraction | int | None


def list_first_places(divisions: Iterable[int]) -> Mapping[int, list[Standing]]:
    """Return the first standings of each division, by rank. 1 query."""
    order = (F("rank").asc(), F("entry__seed").asc())
    standings = Standing.objects.filter(entry__division__in=divisions, played__gt=0)
    placed: Any = standings.annotate(
        place=Window(RowNumber(), partition_by=F("entry__division"), order_by=order),
        division=F("entry__division"),
    )
    found: dict[int, list[Standing]] = defaultdict(list)
    for standing in placed.filter(place__lte=MAX_GOAL).order_by("division", "place"):
        found[standing.division].append(standing)
    return found


def find_goal(entry: Entry, first: Sequence[Standing]) -> Goal | None:
    """Return the goal of an entry, which was read with its stage.

    None before its first match, if no entry has the place in question yet, and where no figure leads there: in a
    bracket it is the next match that does, and on a ladder a challenge.
    """
    settings, own = find_settings(*entry.division.season.settings), entry.standing
    if settings is None:
        return None
    settings = settings.for_stage(entry.division.stage.number)
    rules = settings.rules
    is_league = entry.division.season.competition.kind == CompetitionKind.LEAGUE
    goes_up = is_league and entry.division.level > 1 and rules.promoted > 0
    place = rules.promoted if goes_up else 1
    if rules.is_knockout or rules.is_ladder or not own.played or len(first) < place:
        return None
    metric = choose_metric(settings)
    ahead, behind = measure(first[place - 1], metric), measure(own, metric)
    gap = None if ahead is None or behind is None else max(ahead, behind) - min(ahead, behind)
    return Goal(place, goes_up, own.rank <= place, settings.game, metric, gap)


@dataclass(frozen=True)
class Neighbourhood:
    """An entry and those around it, each with the first ranking key; `goal` while its season is open."""

    own: Entry
    game: Game
    metric: str
    entries: Sequence[tuple[Entry, Fraction | int | None]]
    goal: Goal | None


def find_neighbourhood(season: Season, player: str) -> Neighbourhood | None:
    """Return the entries around a player, in the last stage they reached; None if no entry is ranked. 3 queries.

    The season was read with its competition and club, of a game that is installed.
    """
    ranked = Entry.objects.filter(season=season, standing__isnull=False)
    own = (
        ranked.filter(player__key=player)
        .select_related("standing", "player__club", "division__stage")
        .order_by("-stage__number")
        .first()
    )
    settings = find_settings(*season.settings)
    if own is None or settings is None:
        return None
    own.division.season = season  # with its competition
    rank, metric = own.standing.rank, choose_metric(settings.for_stage(own.division.stage.number))
    around = ranked.filter(
        division=own.division_id, standing__rank__range=(rank - AROUND, rank + AROUND)
    ).select_related("standing", "player__club")
    entries = [
        (entry, measure(entry.standing, metric)) for entry in around.order_by("standing__rank", "seed")
    ]
    first = list_first_places([own.division_id]) if season.is_open and not own.left else {}
    return Neighbourhood(own, settings.game, metric, entries, find_goal(own, first.get(own.division_id, [])))
