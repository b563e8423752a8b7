"""A season's fixtures, planned before they are stored: rounds, days, tables and players.

See docs/reference/schedule.md, Making a schedule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import repeat

from games import Invalid, Problem, Text
from games.problems import _
from league.rules.names import says_what_it_is
from league.rules.pairing import nights
from league.rules.pairing.nights import Dates, Deadlines, is_in_shared_room
from league.rules.pairing.round_robin import PlacedMatch
from league.rules.pairing.schedules import RoundRobinSchedule, TableDraw, TablesSchedule
from league.rules.validation import build_problem

MAX_MATCHES = 40_000
MAX_TABLES = 10_000


@dataclass(frozen=True)
class DivisionPlayers:
    """A division to be played, with its players' ids in seed order."""

    level: int
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Pairing:
    """A match, with its player ids by seat; `day` is the club night or the deadline."""

    level: int
    round: int
    day: date | None
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Night:
    """What is played of a round on one day, in order of divisions and tables.

    It is the whole round where there are deadlines, or no days at all.
    """

    day: date | None
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True)
class Bye:
    level: int
    player: str


@dataclass(frozen=True)
class Round:
    """A round; it takes several nights where there are fewer tables than matches."""

    number: int
    nights: tuple[Night, ...]
    byes: tuple[Bye, ...]


@dataclass(frozen=True)
class Fixtures:
    """The fixtures of a season.

    With `has_shared_room` the tables are those of one room, numbered through all divisions, not from 1 in
    each. `draw_seed` is the number that they are drawn from; None where nothing is drawn.
    """

    groups: tuple[DivisionPlayers, ...]
    rounds: tuple[Round, ...]
    has_shared_room: bool
    draw_seed: int | None = None

    @property
    def pairings(self) -> Iterator[Pairing]:
        """Return the pairings by round and night."""
        return (
            pairing
            for fixture_round in self.rounds
            for night in fixture_round.nights
            for pairing in night.pairings
        )

    @property
    def days(self) -> tuple[date, ...]:
        return tuple(
            sorted(
                {night.day for fixture_round in self.rounds for night in fixture_round.nights if night.day}
            )
        )


def build_fixtures(
    groups: Sequence[DivisionPlayers],
    meetings: int,
    *,
    dates: Dates | None,
    tables: int | None,
    drawing: TableDraw | None = None,
) -> Fixtures:
    """Build fixtures in which everyone of a division meets everyone `meetings` times.

    That is two by two or, with a `drawing`, as evenly as possible at its tables. `tables` is how many the
    room has; None is enough. Raises games.Invalid at `tables`, `rounds`, `divisions`, `divisions.N.entries`,
    and at the places that `nights.compute_days` names.
    """
    has_shared_room = is_in_shared_room(dates)
    schedule = _choose_schedule(groups, meetings, drawing)
    if problems := list(_find_problems(groups, schedule, drawing, tables if has_shared_room else None)):
        raise Invalid(*problems)
    days = _compute_days(schedule, dates, tables)
    rounds = schedule.arrange_in_room(tables) if has_shared_room else schedule.arrange_by_division()
    return Fixtures(
        tuple(groups),
        tuple(
            Round(
                number,
                tuple(_build_night(groups, number, sitting, next(days)) for sitting in sittings),
                tuple(_find_byes(groups, sittings)),
            )
            for number, sittings in enumerate(rounds, 1)
        ),
        has_shared_room,
        drawing.draw_seed if drawing else None,
    )


def count_matches(
    groups: Sequence[DivisionPlayers], meetings: int, *, drawing: TableDraw | None = None
) -> int:
    """Return how many matches `build_fixtures` would give these divisions, without planning them.

    Raises games.Invalid where it would, whatever the dates and the tables of the room.
    """
    schedule = _choose_schedule(groups, meetings, drawing)
    if problems := list(_find_problems(groups, schedule, drawing, None)):
        raise Invalid(*problems)
    return schedule.matches


def build_too_many_problem(path: str, matches: int, remedy: str) -> Problem:
    """Return the problem of a season that would have more matches than one may have.

    `remedy` is a sentence that says what would be right.
    """
    return build_problem(
        path,
        "too-many-matches",
        _("Too many matches: {matches}. A season has at most {most}. {remedy}"),
        matches=f"{matches:,}",
        most=f"{MAX_MATCHES:,}",
        remedy=Text(remedy),
    )


def _choose_schedule(
    groups: Sequence[DivisionPlayers], meetings: int, drawing: TableDraw | None
) -> RoundRobinSchedule | TablesSchedule:
    sizes = [len(group.players) for group in groups]
    if drawing is None:
        return RoundRobinSchedule(sizes, meetings)
    return TablesSchedule(sizes, [group.level for group in groups], meetings, drawing)


def _find_problems(
    groups: Sequence[DivisionPlayers],
    schedule: RoundRobinSchedule | TablesSchedule,
    drawing: TableDraw | None,
    tables: int | None,
) -> Iterator[Problem]:
    if not groups:
        yield build_problem(
            "divisions", "no-divisions", _("No players in the divisions yet. Set up the divisions first.")
        )
    unfit = list(_find_too_small(groups, schedule.min_players))
    if drawing:
        unfit += drawing.find_problems((group.name, len(group.players)) for group in groups)
    yield from unfit
    if not unfit and schedule.matches > MAX_MATCHES:
        remedy = _("Make fewer rounds.") if drawing else _("Make more divisions, or fewer rounds.")
        yield build_too_many_problem("divisions", schedule.matches, remedy)
    if tables is not None and not 1 <= tables <= MAX_TABLES:
        yield build_problem(
            "tables", "out-of-range", _("The number of tables must be 1 to {most}."), most=MAX_TABLES
        )


def _find_too_small(groups: Sequence[DivisionPlayers], smallest: int) -> Iterator[Problem]:
    for place, group in enumerate(groups):
        if len(group.players) < smallest:
            sentence = (
                _("{division} needs at least {least} players; it has {size}.")
                if says_what_it_is(group.name)
                else _("Division {division} needs at least {least} players; it has {size}.")
            )
            yield build_problem(
                f"divisions.{place}.entries",
                "too-few-entries",
                sentence,
                division=group.name,
                least=smallest,
                size=len(group.players),
            )


# --- days and byes


def _compute_days(
    schedule: RoundRobinSchedule | TablesSchedule, dates: Dates | None, tables: int | None
) -> Iterator[date | None]:
    """Return the days in order of rounds.

    They are computed before the rounds are arranged, so that too many are refused without waiting for that.
    """
    if dates is None:
        return repeat(None)
    if isinstance(dates, Deadlines):
        return iter(nights.compute_days(dates, schedule.rounds))
    return iter(nights.compute_days(dates, schedule.count_nights(tables)))


def _build_night(
    groups: Sequence[DivisionPlayers], number: int, sitting: Sequence[PlacedMatch], day: date | None
) -> Night:
    return Night(
        day,
        tuple(
            Pairing(
                groups[match.division].level,
                number,
                day,
                match.table,
                tuple(groups[match.division].players[seed - 1] for seed in match.seeds),
            )
            for match in sitting
        ),
    )


def _find_byes(groups: Sequence[DivisionPlayers], sittings: Sequence[Sequence[PlacedMatch]]) -> Iterator[Bye]:
    """Yield who is left over in a round in which the rest of the division plays."""
    playing: dict[int, set[int]] = {}
    for sitting in sittings:
        for match in sitting:
            playing.setdefault(match.division, set()).update(match.seeds)
    for division in sorted(playing):
        for seed, player in enumerate(groups[division].players, 1):
            if seed not in playing[division]:
                yield Bye(groups[division].level, player)
