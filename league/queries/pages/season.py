"""The page of a season: the standings of every division, and its matches by round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext

from games import Game
from league.models import Division, Entry, Match, Season, Seat, User
from league.models.match import Outcome, Status
from league.models.season import State
from league.queries.book import ranked
from league.queries.pages.words import Where, ranking_key, where, word
from league.rules import report
from league.rules.book import parsed_settings
from league.rules.explain import penalty_text

Viewer = User | AnonymousUser


@dataclass(frozen=True)
class StandingRow:
    """An entry in its division's table; words are in the reader's language."""

    rank: int | None
    name: str
    left: bool
    notes: tuple[str, ...]  # what the committee took away
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    deals: int = 0
    score: int = 0
    points: int = 0
    average: str | None = None
    level: str = ""
    grade: str = ""
    zeros: int = 0
    style: str = ""
    decided: str = ""  # what puts it above the next


@dataclass(frozen=True)
class MatchLine:
    key: str
    players: tuple[str, ...]
    status: "str | Promise"
    counts: bool  # it has a score
    scores: tuple[int, ...]
    drawn: bool
    winner: str
    on: date | None  # when it was played, or is to be played by


@dataclass(frozen=True)
class RoundPart:
    number: int
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True)
class DivisionPart:
    anchor: str
    name: str
    standings: tuple[StandingRow, ...]
    rounds: tuple[RoundPart, ...]


@dataclass(frozen=True)
class SeasonPage:
    where: Where
    state: "str | Promise"
    starts_on: date | None
    ends_on: date | None
    game: str
    deals: str  # what the game's players call them
    zeros: str
    has_levels: bool
    has_zeros: bool
    has_style: bool
    has_points: bool
    divisions: tuple[DivisionPart, ...]
    others: tuple[int, ...]  # the competition's other seasons, the latest first


def findable() -> "QuerySet[Season]":
    """Seasons with their competition and club."""
    return Season.objects.select_related("competition__club")


def is_public(season: Season) -> bool:
    """A draft is for those who help in the club."""
    return season.state != State.DRAFT


def latest(club: str, competition: str) -> int | None:
    """The number of the latest season that was opened. 1 query."""
    seasons = Season.objects.filter(competition__club__slug=club, competition__slug=competition)
    opened = seasons.exclude(state=State.DRAFT).order_by("-number")
    return opened.values_list("number", flat=True).first()


def page(season: Season, *, viewer: Viewer) -> SeasonPage:
    """All that the page shows of a found season. 5 queries, whatever the size."""
    settings = parsed_settings(*season.settings)
    game = settings.game
    entries = _by_division(
        Entry.objects.filter(season=season)
        .select_related("player", "standing")
        .order_by("standing__rank", "seed", "player__key")
    )
    rounds = _rounds(season, viewer)
    return SeasonPage(
        where=where(season),
        state=State(season.state).label,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        game=game.name,
        deals=word(game, "deals"),
        zeros=word(game, "zeros"),
        has_levels=bool(game.levels),
        has_zeros=game.zeros,
        has_style=game.style is not None,
        has_points="points" in settings.rules.ranking,
        divisions=tuple(
            DivisionPart(
                anchor=f"division-{division.stage}-{division.level}",
                name=division.name,
                standings=_standings(entries[division.pk], game, viewer),
                rounds=rounds.get(division.pk, ()),
            )
            for division in Division.objects.filter(season=season).order_by("stage", "level")
        ),
        others=tuple(
            Season.objects.filter(competition=season.competition_id)
            .exclude(state=State.DRAFT)
            .exclude(pk=season.pk)
            .order_by("-number")
            .values_list("number", flat=True)
        ),
    )


def _by_division(entries: Iterable[Entry]) -> Mapping[int, list[Entry]]:
    found: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.division_id].append(entry)
    return found


def _standings(entries: Sequence[Entry], game: Game, viewer: Viewer) -> tuple[StandingRow, ...]:
    below = [*entries[1:], None]
    return tuple(_standing(entry, under, game, viewer) for entry, under in zip(entries, below, strict=True))


def _standing(entry: Entry, under: Entry | None, game: Game, viewer: Viewer) -> StandingRow:
    row = StandingRow(
        rank=None,
        name=entry.player.shown_to(viewer),
        left=entry.left,
        notes=tuple(penalty_text(penalty).translated(gettext) for penalty in entry.penalties),
    )
    if not hasattr(entry, "standing"):  # a draft has none yet
        return row
    told = report.standing(ranked(entry.standing), game)
    return StandingRow(
        rank=told["rank"],
        name=row.name,
        left=row.left,
        notes=row.notes,
        points=entry.standing.points,
        level=gettext(told["level"]) if told.get("level") else "",
        grade=told.get("grade") or "",
        zeros=told.get("zeros", 0),
        style=word(game, told["style"]) if told.get("style") else "",
        decided=_decided(entry, under, game),
        **{name: told[name] for name in ("played", "won", "drawn", "lost", "deals", "score", "average")},
    )


def _decided(entry: Entry, under: Entry | None, game: Game) -> str:
    """What puts an entry above the next, in words."""
    if entry.standing.decided_by:
        return ranking_key(game, entry.standing.decided_by)
    if under is not None and under.standing.rank == entry.standing.rank:
        return gettext("nothing: they share the rank")
    return ""


def _rounds(season: Season, viewer: Viewer) -> dict[int, tuple[RoundPart, ...]]:
    """The matches of each division by round. 2 queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__division__season=season)
        .select_related("player")
        .only("match_id", "outcome", "score", "player")
        .order_by("match", "number")
    ):
        seats[seat.match_id].append(seat)
    rounds: dict[int, dict[int, list[MatchLine]]] = defaultdict(lambda: defaultdict(list))
    for match, played_on in _matches(season):
        line = _match(match, played_on, seats[match.pk], viewer)
        rounds[match.division_id][match.round].append(line)
    return {
        division: tuple(RoundPart(number, tuple(lines)) for number, lines in by_round.items())
        for division, by_round in rounds.items()
    }


def _matches(season: Season) -> Iterable[tuple[Match, date | None]]:
    """In order of round and table, each with the day it was played."""
    matches = Match.objects.filter(division__season=season).select_related("current")
    only = matches.only("key", "division_id", "round", "status", "due_on", "current__played_on")
    for match in only.order_by("round", "table", "key"):
        yield match, match.current.played_on if match.current else None


def _match(match: Match, played_on: date | None, seats: Sequence[Seat], viewer: Viewer) -> MatchLine:
    players = tuple(seat.player.shown_to(viewer) for seat in seats)
    finished = match.status in (Status.PLAYED, Status.FORFEIT)
    winners = [name for name, seat in zip(players, seats, strict=True) if seat.outcome == Outcome.WIN]
    return MatchLine(
        key=match.key,
        players=players,
        status=Status(match.status).label,
        counts=match.status == Status.PLAYED,
        scores=tuple(seat.score for seat in seats),
        drawn=finished and not winners,
        winner=winners[0] if winners else "",
        on=played_on or match.due_on,
    )
