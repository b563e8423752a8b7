"""Later matches of a bracket that wouldn't have been paired, if an earlier match ended in another way.

See docs/reference/pairing.md, Corrections in a bracket.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from games import Problem
from games.problems import _
from league.models import Division, Entry, Match, Result, Round, Seat
from league.models.match import MatchStatus
from league.models.season import DECIDED
from league.models.user import Viewer
from league.queries.paired_rounds import PUBLISHED, SEAT_COLUMNS, SEAT_ORDER, TIE_COLUMNS, build_histories
from league.rules.pairing.bracket import play_bracket
from league.rules.pairing.bracket_tables import list_overtaken_tables
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import PairingEntry, PastRound
from league.rules.pairing.table_corrections import list_overtaken_larger_tables
from league.rules.records import PairingRecord
from league.rules.seasons.paired_rounds import build_fitting_input
from league.rules.seasons.pairing_records import read_published
from league.rules.snapshot import Settings
from league.rules.standings.points import (
    compute_empty_seats,
    compute_forfeit_seats,
    compute_played_seats,
    score_round,
)
from league.rules.standings.totals import PAIR_SIZE
from league.rules.validation import build_problem, score_sheet


class SeatRow(NamedTuple):
    """SEAT_COLUMNS and TIE_COLUMNS of a seat."""

    division: int
    round: int
    match: int
    status: str
    entry: str
    points: int | None
    score: int
    figures: Mapping[str, int]
    seed: int


@dataclass(frozen=True)
class PossibleEnd:
    """How a match may end: by its sheet, by the seats that are absent, void, or without a result."""

    status: str = MatchStatus.SCHEDULED
    sheet: object = None
    absent: Sequence[int] = ()

    @classmethod
    def from_result(cls, result: Result | None) -> "PossibleEnd":
        return cls(result.status, result.sheet, result.absent) if result else cls()


@dataclass(frozen=True)
class OvertakenMatch:
    """A match of a later round whose players would not have met there."""

    round: int
    names: Sequence[str]
    has_result: bool


def list_overtaken(
    division: Division, ends: Mapping[int, PossibleEnd], settings: Settings, *, viewer: Viewer | None
) -> list[OvertakenMatch]:
    """Return the later matches that would be overtaken if these matches, by id, ended so; not those that are already.

    `settings` are those of the season. At most 6 queries, and 1 for the stage where a final follows; none without a
    bracket, 2 where no later round is published. Raises games.Invalid for a sheet that can't be read. The `ends` are of
    matches of this division.
    """
    if settings.rules.final:
        settings = settings.for_stage(division.stage.number)
    if not (settings.rules.is_knockout and ends):
        return []
    changed = Match.objects.filter(pk__in=ends, division=division).order_by("round__number")
    first = changed.values_list("round__number", flat=True).first()
    later = Round.objects.filter(stage=division.stage_id, number__gt=first or 0, state__in=PUBLISHED)
    rounds = list(later.order_by("number")) if first is not None else []
    if first is None or not rounds:
        return []
    entries = {
        entry.player.key: entry
        for entry in Entry.objects.filter(division=division).select_related("player").order_by("seed", "pk")
    }
    seats = Seat.objects.filter(match__division=division).order_by(*SEAT_ORDER)
    rows = [SeatRow(*row) for row in seats.values_list(*SEAT_COLUMNS, *TIE_COLUMNS)]
    now = [row for row in rows if row.status != MatchStatus.VOID]
    then = list(_replace_ends(rows, ends, settings))
    level = str(division.level)
    stored = {
        each.number: each.pairings[level] for each in rounds if each.pairings and level in each.pairings
    }
    pairings = {number: PairingRecord.model_validate(each) for number, each in stored.items()}

    def find_others(rows: Sequence[SeatRow]) -> list[tuple[int, tuple[str, ...]]]:
        history = build_histories(rows, settings.tie_key, pk=division.pk)[division.pk]
        if settings.rules.is_bracket:
            return list(_find_ties_of_others(history, entries, settings))
        return list(_find_tables_of_others(history, entries, settings, pairings, first))

    overtaken = find_others(now)
    played = {(row.round, row.entry) for row in now if row.status in DECIDED}
    return [
        OvertakenMatch(
            number,
            [entries[player].player.get_name_for(viewer) for player in table],
            (number, table[0]) in played,
        )
        for number, table in find_others(then)
        if number > first and (number, table) not in overtaken
    ]


def build_questions(overtaken: Iterable[OvertakenMatch]) -> tuple[Problem, ...]:
    """Return what a user is asked before a result is saved: a question for each overtaken match."""
    return tuple(_build_question(match) for match in overtaken)


def _build_question(match: OvertakenMatch) -> Problem:
    joined = " – " if len(match.names) == PAIR_SIZE else ", "
    values: dict[str, Any] = {"round": match.round, "players": joined.join(match.names)}
    if match.has_result:
        sentence = _(
            "Others go on, so {players} don't meet in round {round}: their match becomes void. It counts again if "
            "you undo this."
        )
        return build_problem("", "overtakes-played", sentence, **values)
    sentence = _(
        "Others go on, so {players} don't meet in round {round}: their match, which has no result, is removed."
    )
    return build_problem("", "overtakes-paired", sentence, **values)


def _replace_ends(
    rows: Iterable[SeatRow], ends: Mapping[int, PossibleEnd], settings: Settings
) -> Iterator[SeatRow]:
    """Yield the seats of all matches that are not void, with what these ends give."""
    for match, seats in groupby(rows, key=attrgetter("match")):
        of_match = list(seats)
        if match in ends:
            of_match = list(_end_so(of_match, ends[match], settings))
        yield from (row for row in of_match if row.status != MatchStatus.VOID)


def _end_so(seats: Sequence[SeatRow], end: PossibleEnd, settings: Settings) -> Iterator[SeatRow]:
    players = [row.entry for row in seats]
    if end.status == MatchStatus.PLAYED:
        score, _sheet = score_sheet(end.sheet, settings, len(players))
        results = compute_played_seats(settings.game, players, score)
    elif end.status == MatchStatus.FORFEIT:
        rate, deals = settings.rules.forfeit_score, settings.count_deals(len(players))
        results = compute_forfeit_seats(players, set(end.absent), forfeit_score=rate, deals=deals)
    else:
        results = compute_empty_seats(players)
    [scored] = score_round([results], settings.rules.points)
    for row, result in zip(seats, scored, strict=True):
        yield row._replace(
            status=end.status, points=result.points, score=result.score, figures=result.figures
        )


def _find_ties_of_others(
    history: Sequence[PastRound], entries: Mapping[str, Entry], settings: Settings
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the tables of a bracket, with their rounds, at which others have to sit."""
    rules = settings.rules
    bracket = build_bracket(str(rules.pairing), len(entries), rules.bracket_options)
    gone = {key for key, entry in entries.items() if entry.left}
    return list_overtaken_tables(bracket, play_bracket(bracket, list(entries), history, gone), history)


def _find_tables_of_others(
    history: Sequence[PastRound],
    entries: Mapping[str, Entry],
    settings: Settings,
    pairings: Mapping[int, PairingRecord],
    first: int,
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the larger tables, with their rounds, that are overtaken; `pairings` are as the rounds store them."""
    left = {key for key, entry in entries.items() if entry.left}
    given = [
        build_fitting_input(
            [PairingEntry(key, entry.seed, entry.team) for key, entry in entries.items()],
            past,
            left.union(pairings[number].settings.get("withdrawn", ()) if number in pairings else ()),
            settings,
        )
        for number, past in enumerate(history, 1)
    ]
    published = {number: read_published(record) for number, record in pairings.items()}
    return list_overtaken_larger_tables(given, history, published, first)
