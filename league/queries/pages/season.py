"""The page of a season: the standings of every division, now or as of a day, and the competition's other seasons."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Game, fraction_text
from league.models import Division, Entry, Season
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.book import ranked, read_book
from league.queries.pages.decisions import of_season
from league.queries.pages.season_head import SeasonHead, Viewer, head
from league.queries.pages.words import ranking_key, word
from league.rules.explain.standings import format_penalty
from league.rules.seasons import report
from league.rules.seasons.rollover import DivisionStandings
from league.rules.seasons.zones import ZONE_BY_MOVEMENT, Zone, compute_zones
from league.rules.snapshot import SeasonKey, Settings, parse_settings
from league.rules.standings.ranking import RankedEntry
from league.rules.validation import check_snapshot


@dataclass(frozen=True)
class StandingRow:
    """An entry in its division's table; words are in the reader's language."""

    division: str
    player: str  # the key
    name: str
    mine: bool  # the reader's own
    left: bool
    notes: tuple[str, ...]  # what the committee took away
    rank: int | None = None
    zone: Zone = ""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    deals: int = 0
    score: int = 0
    points: int = 0
    figures: tuple[int | None, ...] = ()  # the game's own that the rows are compared by
    average: Decimal | None = None
    level: str = ""
    grade: str = ""
    zeros: int = 0
    style: str = ""
    decided: str = ""  # what puts it above the next

    @property
    def by_name(self) -> str:
        """What names are sorted by."""
        return self.name.casefold()


@dataclass(frozen=True)
class DivisionPart:
    anchor: str
    name: str
    standings: tuple[StandingRow, ...]


@dataclass(frozen=True)
class Zones:
    """What moving up and down is by the rules, to be said in words."""

    places: int
    min_played: int
    certain: bool  # the season is closed


@dataclass(frozen=True)
class OtherSeason:
    number: int
    state: str
    state_name: "str | Promise"
    winners: tuple[str, ...]  # of the first division, once it is closed


@dataclass(frozen=True)
class SeasonPage:
    head: SeasonHead
    as_of: date | None
    deals: str  # what the game's players call them
    zeros: str
    score: str
    has_levels: bool
    has_zeros: bool
    has_style: bool
    has_points: bool
    figures: tuple[str, ...]  # what those of the rows are called
    divisions: tuple[DivisionPart, ...]
    zones: Zones | None  # None where nobody moves
    others: tuple[OtherSeason, ...]  # the latest first
    decisions: int  # how many stand


def page(season: Season, *, viewer: Viewer, helps: bool = False, as_of: date | None = None) -> SeasonPage:
    """All that the page shows of a found season. 5 queries, whatever the size; 14 as of a day."""
    settings = parse_settings(*season.settings)
    game, rules = settings.game, settings.rules
    entries = list(
        Entry.objects.filter(season=season).select_related("player", *(["standing"] if as_of is None else []))
    )
    state = season.state if as_of is None else season.get_state_on(as_of)
    standing, movements = _now(entries) if as_of is None else _then(season, as_of)
    fixed = movements if state == SeasonState.CLOSED else None
    if as_of and standing:  # who came in later is not told of
        entries = [entry for entry in entries if entry.player.key in standing]
    divisions = _divisions(season, entries, standing, fixed, settings, viewer)
    return SeasonPage(
        head=head(season, state=state),
        as_of=as_of,
        deals=capfirst(word(game, "deals")),
        zeros=capfirst(word(game, "zeros")),
        score=capfirst(word(game, "score")),
        has_levels=bool(game.levels),
        has_zeros=game.zeros,
        has_style=game.style is not None,
        has_points="points" in rules.ranking,
        figures=tuple(capfirst(ranking_key(game, figure.key)) for figure in settings.ranked_figures),
        divisions=divisions,
        zones=Zones(rules.promoted, rules.min_played, state == SeasonState.CLOSED)
        if any(row.zone for division in divisions for row in division.standings)
        else None,
        others=_others(season, viewer, helps),
        decisions=of_season(season, as_of=as_of),
    )


# --- who stands where


ByPlayer = tuple[Mapping[str, RankedEntry], Mapping[str, str]]


def _now(entries: Sequence[Entry]) -> ByPlayer:
    """As it is kept; a draft has nothing yet."""
    kept = {entry.player.key: entry.standing for entry in entries if hasattr(entry, "standing")}
    return (
        {player: ranked(standing) for player, standing in kept.items()},
        {player: standing.movement for player, standing in kept.items() if standing.movement},
    )


def _then(season: Season, day: date) -> ByPlayer:
    """Recomputed from the sheets that counted that day; nothing before the season began. 9 queries."""
    book = read_book(season.competition.club, as_of=day)
    key = SeasonKey(season.competition.slug, season.number)
    if not book.seasons[key].is_opened:
        return {}, {}
    told = report.compute_season_standings(check_snapshot(book, [key]), key)
    return {one.row.player: one for division in told.divisions for one in division.ranked}, told.movements


# --- the tables

Placed = tuple[Entry, RankedEntry | None]


def _divisions(
    season: Season,
    entries: Sequence[Entry],
    standing: Mapping[str, RankedEntry],
    movements: Mapping[str, str] | None,
    settings: Settings,
    viewer: Viewer,
) -> tuple[DivisionPart, ...]:
    """`movements` are None while the season runs. 1 query."""
    found: dict[int, list[Placed]] = defaultdict(list)
    for entry in entries:
        found[entry.division_id].append((entry, standing.get(entry.player.key)))
    divisions = list(Division.objects.filter(season=season).order_by("stage", "level"))
    placed = [sorted(found[division.pk], key=_by_rank) for division in divisions]
    if movements is None:
        own_zones = _zones(divisions, placed, season, settings)
    else:
        own_zones = {player: ZONE_BY_MOVEMENT[movement] for player, movement in movements.items()}
    return tuple(
        DivisionPart(
            anchor=f"division-{division.stage}-{division.level}",
            name=division.name,
            standings=_standings(division.name, own, own_zones, settings, viewer),
        )
        for division, own in zip(divisions, placed, strict=True)
    )


def _by_rank(placed: Placed) -> tuple[int, int, str]:
    entry, one = placed
    return one.rank if one else 0, entry.seed, entry.player.key


def _zones(
    divisions: Sequence[Division], placed: Sequence[Sequence[Placed]], season: Season, settings: Settings
) -> Mapping[str, Zone]:
    """As it stands; only a league has any."""
    if season.competition.kind != CompetitionKind.LEAGUE:
        return {}
    standings = [
        DivisionStandings(
            division.level,
            division.name,
            tuple(one for _, one in own if one),
            frozenset(entry.player.key for entry, _ in own if entry.left),
        )
        for division, own in zip(divisions, placed, strict=True)
    ]
    return compute_zones(standings, settings.rules, season.lot)


def _standings(
    division: str, placed: Sequence[Placed], own_zones: Mapping[str, Zone], settings: Settings, viewer: Viewer
) -> tuple[StandingRow, ...]:
    below = [*(one for _, one in placed[1:]), None]
    return tuple(
        StandingRow(
            division=division,
            player=entry.player.key,
            name=entry.player.get_name_for(viewer),
            mine=viewer.pk is not None and entry.player.user_id == viewer.pk,
            left=entry.left,
            notes=tuple(format_penalty(penalty).translate(gettext) for penalty in entry.penalties),
            zone=own_zones.get(entry.player.key, ""),
            **_figures(one, under, settings),
        )
        for (entry, one), under in zip(placed, below, strict=True)
    )


def _figures(one: RankedEntry | None, under: RankedEntry | None, settings: Settings) -> dict[str, Any]:
    """None: in a draft, or before the season began."""
    if one is None:
        return {"figures": (None,) * len(settings.ranked_figures)}
    row, game = one.row, settings.game
    level = game.level_of(row.average)
    style = game.style_of(row.bid_total, row.bids)
    average = fraction_text(row.average)
    return {
        **{
            name: getattr(row, name)
            for name in ("played", "won", "drawn", "lost", "deals", "score", "points")
        },
        "figures": tuple(row.figures.get(figure.key) for figure in settings.ranked_figures),
        "rank": one.rank,
        "average": Decimal(average) if average else None,
        "level": gettext(level.name) if level else "",
        "grade": level.grade if level else "",
        "zeros": row.bids_made if game.zeros else 0,
        "style": word(game, style) if style else "",
        "decided": _decided(one, under, game),
    }


def _decided(one: RankedEntry, under: RankedEntry | None, game: Game) -> str:
    """What puts an entry above the next, in words."""
    if one.decided_by:
        return ranking_key(game, one.decided_by)
    if under is not None and under.rank == one.rank:
        return gettext("shared rank")
    return ""


# --- the competition's other seasons


def _others(season: Season, viewer: Viewer, helps: bool) -> tuple[OtherSeason, ...]:
    """Drafts are among them for those who help. 2 queries."""
    seasons = Season.objects.filter(competition=season.competition_id).exclude(pk=season.pk)
    first: dict[int, list[str]] = defaultdict(list)
    for entry in Entry.objects.filter(
        season__competition=season.competition_id,
        season__state=SeasonState.CLOSED,
        division__stage=1,
        division__level=1,
        standing__rank=1,
        standing__played__gt=0,
    ).select_related("player"):
        first[entry.season_id].append(entry.player.get_name_for(viewer))
    return tuple(
        OtherSeason(other.number, other.state, SeasonState(other.state).label, tuple(first[other.pk]))
        for other in (seasons if helps else seasons.exclude(state=SeasonState.DRAFT)).order_by("-number")
    )
