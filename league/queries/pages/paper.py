"""Score sheets to be printed: of a match, and of all matches of a night or a round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.db.models import Count, Q

from league.models import Match, Season, Seat
from league.models.match import MatchStatus
from league.queries.pages.blank import Blank, BlankPart, blank
from league.queries.pages.match import Found
from league.queries.pages.season_head import Viewer, is_public
from league.queries.pages.words import Where, told_apart, where
from league.rules.snapshot import Settings, parse_settings

A_PAGE = 100  # sheets; few print more at once
MOST_REPEATED = 40  # letters of what was asked for


@dataclass(frozen=True)
class Part:
    """One table of a sheet."""

    players: tuple[str, ...]
    of: BlankPart


@dataclass(frozen=True)
class Sheet:
    """One match, to be written on."""

    blank: Blank
    key: str
    division: str
    round: int
    table: int
    due_on: date | None
    players: tuple[str, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(Part(self.players[one.seats.start : one.seats.stop], one) for one in self.blank.parts)


@dataclass(frozen=True)
class MatchPaper:
    where: Where
    is_draft: bool
    sheet: Sheet


# --- a night or a round


@dataclass(frozen=True)
class Occasion:
    """When matches are played: a day, or a round."""

    day: date | None = None
    round: int | None = None
    of: int = 0
    to_play: int = 0

    @property
    def value(self) -> str:
        """As it stands in the address."""
        return str(self.day or self.round)

    @property
    def matches(self) -> Q:
        return Q(due_on=self.day) if self.day else Q(round=self.round)


@dataclass(frozen=True)
class Wanted:
    """What the address asks for, as it stands there."""

    day: str = ""
    round: str = ""
    page: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Wanted":
        """`given` is a request's GET."""
        return cls(**{name: given.get(name, "").strip() for name in cls.__dataclass_fields__})


@dataclass(frozen=True)
class NightPaper:
    """`unknown` is what was asked for where nothing is played then; there are no sheets then, nor where nothing is
    asked for and nothing is left to be played."""

    where: Where
    is_draft: bool
    days: tuple[Occasion, ...]
    rounds: tuple[Occasion, ...]
    chosen: Occasion | None
    unknown: str
    sheets: tuple[Sheet, ...]
    first: int  # number of the first sheet here

    @property
    def last(self) -> int:
        return self.first + len(self.sheets) - 1

    @property
    def is_cut(self) -> bool:
        return self.chosen is not None and len(self.sheets) < self.chosen.of

    @property
    def before(self) -> str:
        """The address of the sheets before these."""
        return self._page(-1) if self.first > 1 else ""

    @property
    def after(self) -> str:
        return self._page(1) if self.chosen and self.last < self.chosen.of else ""

    def _page(self, step: int) -> str:
        kind = "day" if self.chosen and self.chosen.day else "round"
        number = (self.first - 1) // A_PAGE + 1 + step
        return "?" + urlencode({kind: self.chosen.value if self.chosen else "", "page": number})


# --- making them


def of_match(found: Found) -> MatchPaper:
    """Of a found match. No query."""
    sheet = _sheet(found.match, found.table.players, blank(found.table.settings, len(found.seats)))
    return MatchPaper(found.where, not found.is_public, sheet)


def of_night(season: Season, wanted: Wanted, *, viewer: Viewer) -> NightPaper:
    """Of a found season: what is asked for, or else what is to be played next. 3 queries, whatever the size."""
    days, rounds = _occasions(season)
    asked = wanted.day or wanted.round
    if asked:
        chosen = next((one for one in (days if wanted.day else rounds) if _is(one, asked)), None)
    else:
        chosen = next((one for one in (*days, *rounds) if one.to_play), None)
    page = _page(wanted.page, chosen.of if chosen else 0)
    return NightPaper(
        where=where(season),
        is_draft=not is_public(season),
        days=days,
        rounds=rounds,
        chosen=chosen,
        unknown=asked[:MOST_REPEATED] if asked and not chosen else "",
        sheets=_sheets(season, chosen, page, viewer) if chosen else (),
        first=page * A_PAGE + 1,
    )


def _occasions(season: Season) -> tuple[tuple[Occasion, ...], tuple[Occasion, ...]]:
    """The days and the rounds of a season, in order. 1 query."""
    counted = (
        Match.objects.filter(division__season=season)
        .values_list("due_on", "round")
        .annotate(of=Count("pk"), to_play=Count("pk", filter=Q(status=MatchStatus.SCHEDULED)))
        .order_by("due_on", "round")
    )
    days: dict[date, Occasion] = {}
    rounds: dict[int, Occasion] = {}
    for day, round, of, to_play in counted:
        if day:
            days[day] = _more(days.get(day, Occasion(day=day)), of, to_play)
        rounds[round] = _more(rounds.get(round, Occasion(round=round)), of, to_play)
    return tuple(days.values()), tuple(rounds[round] for round in sorted(rounds))


def _more(one: Occasion, of: int, to_play: int) -> Occasion:
    return Occasion(one.day, one.round, one.of + of, one.to_play + to_play)


def _is(one: Occasion, asked: str) -> bool:
    """Whether that is what the address asks for: 05 is round 5, 20260105 a day."""
    try:
        return date.fromisoformat(asked) == one.day if one.day else int(asked) == one.round
    except ValueError:
        return False


def _page(wanted: str, of: int) -> int:
    """From 0; what is no page is the first one."""
    try:
        page = int(wanted) - 1
    except ValueError:
        return 0
    return page if 0 <= page * A_PAGE < of else 0


def _sheets(season: Season, chosen: Occasion, page: int, viewer: Viewer) -> tuple[Sheet, ...]:
    """In the order in which they are laid out on the tables. 2 queries."""
    matches = list(
        Match.objects.filter(chosen.matches, division__season=season)
        .select_related("division")
        .only("key", "round", "table", "due_on", "division__name")
        .order_by("round", "division__stage", "division__level", "table", "key")[
            page * A_PAGE : (page + 1) * A_PAGE
        ]
    )
    players = _players(matches, viewer)
    settings = parse_settings(*season.settings)
    blanks = _blanks(settings, map(len, players.values()))
    return tuple(
        _sheet(match, players[match.pk], blanks[len(players[match.pk])])
        for match in matches
        if players[match.pk]
    )


def _players(matches: Sequence[Match], viewer: Viewer) -> Mapping[int, Sequence[str]]:
    """By seat, of each match. 1 query."""
    names: dict[int, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=matches).select_related("player").only("match_id", "player")
    for seat in seats.order_by("match", "number"):
        names[seat.match_id].append(seat.player.get_name_for(viewer))
    return {match: told_apart(own) for match, own in names.items()}


def _blanks(settings: Settings, sizes: Iterable[int]) -> Mapping[int, Blank]:
    """By the size of the table."""
    return {seats: blank(settings, seats) for seats in set(sizes)}


def _sheet(match: Match, players: Sequence[str], of: Blank) -> Sheet:
    return Sheet(
        blank=of,
        key=match.key,
        division=match.division.name,
        round=match.round,
        table=match.table,
        due_on=match.due_on,
        players=tuple(players),
    )
