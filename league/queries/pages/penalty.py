"""The page on which the committee takes points or score away from somebody: how they stand now, and how they would."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.text import capfirst

from league.models import Entry, Season, Seat
from league.queries.contest import contest, finished
from league.queries.pages.ranks import RankTable, figure, first_key, rank_table
from league.queries.pages.season_head import Viewer
from league.queries.pages.who import Entered, called, entered
from league.queries.pages.words import Where, ranking_key, where, word
from league.rules.seasons.rollover import DivisionStandings
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings import ranking
from league.rules.standings.ranking import RankedEntry


@dataclass(frozen=True)
class PenaltyPage:
    """`score` is what players call it."""

    where: Where
    players: tuple[Entered, ...]
    names: Mapping[str, str]  # by id
    by_points: bool  # they are compared, so they can be taken away
    points_first: bool  # before anything else
    score: str


@dataclass(frozen=True)
class Change:
    """One figure of theirs."""

    label: str
    now: str
    after: str


@dataclass(frozen=True)
class PenaltyPreview:
    name: str
    division: str
    changes: tuple[Change, ...]
    table: RankTable
    seen: str


def page(season: Season, *, viewer: Viewer) -> PenaltyPage:
    """Of a season that was read with its competition and club. 3 queries, whatever the size."""
    settings = parse_settings(*season.settings)
    names = called(season, viewer=viewer)
    ranked_by = settings.rules.ranking
    return PenaltyPage(
        where=where(season),
        players=entered(season, names, all_of_them=True),
        names=names,
        by_points="points" in ranked_by,
        points_first=ranked_by[0] == "points",
        score=capfirst(word(settings.game, "score")),
    )


def preview(entry: Entry, *, points: int, score: int, names: Mapping[str, str]) -> PenaltyPreview:
    """What the penalty would do. Of an entry that was read with its player, its division and its season; `names`: what
    everybody is called. 2 queries, whatever the size."""
    settings = parse_settings(*entry.season.settings)
    now, after = _standings(entry, settings, points=points, score=score)
    table = rank_table(after, now=now, settings=settings, names=names, theirs=entry.player.key)
    shown = (entry.pk, points, score, entry.penalties, table)
    return PenaltyPreview(
        name=names[entry.player.key],
        division=entry.division.name,
        changes=tuple(_changes(_of(now, entry), _of(after, entry), settings)),
        table=table,
        seen=hashlib.sha256(repr(shown).encode()).hexdigest(),
    )


def _standings(
    entry: Entry, settings: Settings, *, points: int, score: int
) -> tuple[DivisionStandings, DivisionStandings]:
    """The division's as it is, and with the penalty."""
    entries = list(Entry.objects.filter(division=entry.division_id).select_related("player"))
    matches = finished(
        Seat.objects.filter(match__division=entry.division_id),
        {one.pk: one.player.key for one in entries},
        settings,
    )[entry.division_id]

    def ranked() -> DivisionStandings:
        told = contest(entries, matches, settings, draw_seed=entry.season.lot)
        left = frozenset(one.player.key for one in entries if one.left)
        division = entry.division
        return DivisionStandings(
            division.level, division.name, tuple(ranking.rank_entries(told, settings.rules.ranking)), left
        )

    now = ranked()
    theirs = next(one for one in entries if one.pk == entry.pk)
    theirs.penalties = [*theirs.penalties, {"points": points, "score": score, "reason": ""}]
    return now, ranked()


def _of(standings: DivisionStandings, entry: Entry) -> RankedEntry:
    return next(one for one in standings.ranked if one.row.player == entry.player.key)


def _changes(now: RankedEntry, after: RankedEntry, settings: Settings) -> Iterator[Change]:
    """What ranks, the average, the score and, where they are compared, the points: each once."""
    keys = [first_key(settings), "average", "score"]
    if "points" in settings.rules.ranking:
        keys.append("points")
    for key in dict.fromkeys(keys):
        label = word(settings.game, key) if key == "score" else ranking_key(settings.game, key)
        yield Change(capfirst(label), figure(now, key), figure(after, key))
