"""The hall of fame of a competition: who won its seasons, and its records over all of them, with the match of each."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext

from games import fraction_text, is_installed
from league.models import Award, Competition, Entry, Player, Season, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_of
from league.rules.seasons.awards import has_enough
from league.rules.seasons.records import Holder, MatchSeat, Record, compute_records
from league.rules.snapshot import Settings, parse_settings

FIRST = 3  # holders of a record who are seen at once
MOST = 50  # who are named


@dataclass(frozen=True)
class Person:
    key: str
    name: str


@dataclass(frozen=True)
class MatchLink:
    key: str
    played_on: date


@dataclass(frozen=True)
class HolderLine:
    """Who holds a record, and the match that made it: of a streak the last one, beside the first."""

    person: Person
    season: int
    made: MatchLink | None
    since: MatchLink | None


@dataclass(frozen=True)
class RecordLine:
    """`rest`: who holds it as well, after the `first`; `more`: so many beside them are not named."""

    key: str
    kind: str
    label: str
    value: str
    first: tuple[HolderLine, ...]
    rest: tuple[HolderLine, ...]
    more: int


@dataclass(frozen=True)
class ChampionLine:
    """A closed season. Nobody has won one of which the first division never played."""

    season: int
    ended_on: date | None
    winners: tuple[Person, ...]


@dataclass(frozen=True)
class OnLine:
    """A season that is still open."""

    season: int
    state_name: "str | Promise"


@dataclass(frozen=True)
class HallPage:
    """`game`: what the records are of, empty where no season was opened; `others`: the games of the seasons that are
    left out of them. `least`: so many matches prove an average."""

    where: Where
    game: str
    others: tuple[str, ...]
    champions: tuple[ChampionLine, ...]  # the latest first
    records: tuple[RecordLine, ...]
    least: int
    latest: OnLine | None  # the latest season, where it is open
    runs: bool


def find(club: str, competition: str) -> Competition | None:
    """1 query."""
    competitions = Competition.objects.select_related("club")
    return competitions.filter(club__slug=club, slug=competition).first()


def page(competition: Competition, *, viewer: Viewer, runs: bool) -> HallPage:
    """All that the page shows of a competition that was read with its club. At most 5 queries, whatever the size.

    Of several games that were played in it, the records are of the last one.
    """
    seasons = _seasons(competition)
    key = seasons[0].game if seasons else ""
    settings = {season.number: parse_settings(*season.settings) for season in seasons if season.game == key}
    champions = _champions(competition, viewer) if seasons else {}
    return HallPage(
        where=where_of(competition),
        game=gettext(settings[seasons[0].number].game.name) if seasons else "",
        others=tuple(dict.fromkeys(_name(season) for season in seasons if season.game != key)),
        champions=tuple(
            ChampionLine(season.number, season.closed_on or season.ends_on, tuple(champions[season.pk]))
            for season in seasons
            if season.state == SeasonState.CLOSED
        ),
        records=tuple(_told(competition, seasons, settings, viewer)) if seasons else (),
        least=settings[seasons[0].number].rules.min_matches if seasons else 0,
        latest=OnLine(seasons[0].number, SeasonState(seasons[0].state).label)
        if seasons and seasons[0].state == SeasonState.OPEN
        else None,
        runs=runs,
    )


def _name(season: Season) -> str:
    """Of the game that was played in it."""
    return gettext(parse_settings(*season.settings).game.name) if is_installed(season.game) else season.game


# --- reading


def _seasons(competition: Competition) -> list[Season]:
    """Those that were opened, the latest first. 1 query."""
    opened = Season.objects.filter(competition=competition).exclude(state=SeasonState.DRAFT)
    return list(opened.order_by("-number"))


def _champions(competition: Competition, viewer: Viewer) -> Mapping[int, list[Person]]:
    """Who was first in the first division of each closed season, by its id. 1 query."""
    found: dict[int, list[Person]] = defaultdict(list)
    for entry in (
        Entry.objects.filter(
            season__competition=competition,
            season__state=SeasonState.CLOSED,
            division__stage=1,
            division__level=1,
            standing__rank=1,
            standing__played__gt=0,
        )
        .select_related("player")
        .order_by("seed", "player__key")
    ):
        found[entry.season_id].append(Person(entry.player.key, entry.player.get_name_for(viewer)))
    return found


def _turns(
    competition: Competition, settings: Mapping[int, Settings], closed: Iterable[int]
) -> tuple[list[MatchSeat], set[tuple[int, int]]]:
    """The seats of all matches played in these seasons; and the averages of closed ones that are proven, by the rule
    that awards have. 1 query."""
    turns: list[MatchSeat] = []
    played, waiting = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for season, entry, status, *row in Seat.objects.filter(
        match__division__season__competition=competition, match__division__season__number__in=list(settings)
    ).values_list(
        "match__division__season__number",
        "entry__player",
        "match__status",
        *("match__current__played_on", "match__round", "match__table", "match__key", "player"),
        *("outcome", "score", "deals", "figures"),
    ):
        waiting[season, entry] += status == MatchStatus.SCHEDULED
        if status == MatchStatus.PLAYED:
            played[season, entry] += 1
            played_on, round, table, match, player, outcome, score, deals, figures = row
            turns.append(
                MatchSeat(
                    season, played_on, round, table, match, player, entry, outcome, score, deals, figures
                )
            )
    over = set(closed)
    proven = {
        place
        for place, count in played.items()
        if place[0] in over and has_enough(settings[place[0]].rules, count, waiting[place])
    }
    return turns, proven


def _honoured(competition: Competition) -> Mapping[int, list[int]]:
    """The season of each award that a player was given, in their order. 1 query."""
    found: dict[int, list[int]] = defaultdict(list)
    awards = Award.objects.filter(season__competition=competition, season__state=SeasonState.CLOSED)
    for player, season in awards.order_by("season__number", "place").values_list("player", "season__number"):
        found[player].append(season)
    return found


# --- telling


@dataclass(frozen=True)
class _Line:
    """A record before its holders have names."""

    key: str
    kind: str
    label: str
    value: str
    holders: tuple[
        tuple[int, int, MatchSeat | None, MatchSeat | None], ...
    ]  # player, season, what made it, since


def _told(
    competition: Competition, seasons: Sequence[Season], settings: Mapping[int, Settings], viewer: Viewer
) -> Iterable[RecordLine]:
    """3 queries."""
    closed = [
        season.number
        for season in seasons
        if season.number in settings and season.state == SeasonState.CLOSED
    ]
    turns, proven = _turns(competition, settings, closed)
    game = settings[seasons[0].number].game
    lines = [_line(record) for record in compute_records(game, turns, proven)]
    lines += _most_honoured(_honoured(competition))
    named = {holder[0] for line in lines for holder in line.holders[:MOST]}
    people = {
        player.pk: Person(player.key, player.get_name_for(viewer))
        for player in Player.objects.filter(pk__in=named)
    }
    for line in lines:
        holders = [
            HolderLine(people[player], season, _match(made), _match(since))
            for player, season, made, since in line.holders[:MOST]
        ]
        yield RecordLine(
            line.key,
            line.kind,
            line.label,
            line.value,
            first=tuple(holders[:FIRST]),
            rest=tuple(holders[FIRST:]),
            more=len(line.holders) - len(holders),
        )


def _line(record: Record) -> _Line:
    value = fraction_text(record.value) if isinstance(record.value, Fraction) else record.value
    return _Line(
        record.key,
        record.kind,
        capfirst(record.label.translate(gettext)),
        str(value),
        tuple(map(_holder, record.holders)),
    )


def _holder(one: Holder) -> tuple[int, int, MatchSeat | None, MatchSeat | None]:
    return one.player, one.made.season, one.made, one.since


def _most_honoured(honoured: Mapping[int, Sequence[int]]) -> Iterable[_Line]:
    """Whoever got there in the earliest season comes first."""
    most = max(map(len, honoured.values()), default=0)
    if most:
        held = sorted((seasons[-1], player) for player, seasons in honoured.items() if len(seasons) == most)
        holders = tuple((player, season, None, None) for season, player in held)
        yield _Line("awards", "awards", gettext("Most awards"), str(most), holders)


def _match(turn: MatchSeat | None) -> MatchLink | None:
    return MatchLink(turn.match, turn.played_on) if turn else None
