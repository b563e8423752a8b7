"""How the deals that all tables have played compare: by deal, by player, and by match.

Only deals of rounds that are over are shown (docs/reference/duplicate.md, Secrecy).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games import Text
from league.models import Division, Match, Season, Seat, Standing
from league.models.season import DECIDED
from league.models.user import Viewer
from league.queries.boards import find_public_board, list_public_rounds
from league.queries.match import SeatedMatch
from league.queries.schedule import get_stage_settings
from league.queries.sheet import Cell, Table
from league.queries.sheet_layout import lay_out_sheet
from league.queries.shown_cards import ShownHand, show_board
from league.queries.snapshot import build_ranked_entry
from league.queries.standings_input import load_season_standings
from league.queries.table_names import tell_apart
from league.rules.duplicate.comparison import CAUSES, Cause, Comparison
from league.rules.duplicate.rounds import get_position, get_round, list_boards
from league.rules.snapshot import Settings

RULED: tuple[Cause, ...] = ("ruling", "left-out")


def read_comparison(found: SeatedMatch) -> dict[str, tuple[str, Fraction]]:
    """Return name and comparison of each player of a match's division, best first; none where cards differ.

    1 query where all tables play the same cards.
    """
    rules = found.table.settings.rules
    if not rules.same_cards:
        return {}
    standings = Standing.objects.filter(entry__division=found.match.division_id).order_by(
        "rank", "entry__seed"
    )
    return {
        standing.entry.player.key: (standing.entry.player.get_name_for(found.viewer), value)
        for standing in standings.select_related("entry__player__club")
        if (value := build_ranked_entry(standing).row.get_figure(rules.ranking[0])) is not None
        and isinstance(value, Fraction)
    }


@dataclass(frozen=True)
class DealSeat:
    """A player of a deal, with what the sheet says of them; `value` is what the comparison gives.

    Or what the director gives instead: then the score is not compared.
    """

    player: str
    name: str
    cells: Sequence[Cell | None]
    score: int | None
    value: Fraction | None
    is_compared: bool
    is_own: bool


@dataclass(frozen=True)
class DealResult:
    """A table's result of a deal; the seats are in order of positions.

    `absent` are the names of those who did not come, `ruling` is what the director has done, if anything.
    """

    match: str
    table: int
    seats: Sequence[DealSeat]
    notes: Sequence[Cell]
    absent: Sequence[str]
    ruling: str

    @property
    def is_own(self) -> bool:
        return any(seat.is_own for seat in self.seats)


@dataclass(frozen=True)
class Frequency:
    """How often a position scored so much in a deal, and what that gives."""

    score: int
    count: int
    value: Fraction | None


@dataclass(frozen=True)
class PlayedDeal:
    """A public deal: its cards, what was known before play, and how each table played it."""

    number: int
    round: int
    hands: Sequence[ShownHand]
    frequencies: Sequence[tuple[str, Sequence[Frequency]]]  # by position, with its label
    facts: Sequence[Text]
    results: Sequence[DealResult]
    labels: Sequence[str]  # of what the sheet says of each seat


def find_played_deal(season: Season, number: int, *, viewer: Viewer) -> PlayedDeal | None:
    """Return a deal whose round is over; None where there is none. 9 queries, 2 where there is none."""
    settings = get_stage_settings(season)
    board, duplicate = find_public_board(season, settings, number), settings.game.duplicate
    if board is None or duplicate is None:
        return None
    values = {
        (entry, each.position): each
        for results in load_season_standings(season, list(_list_divisions(season)))
        for entry, total in (results.compared or {}).items()
        for each in total.comparisons
        if each.board == number
    }
    tables = _list_results(season, settings, number, values, viewer)
    return PlayedDeal(
        number,
        get_round(number, settings.deals or 1),
        show_board(board, duplicate),
        [
            (label, _count_scores(seat for each in tables for seat in each.seats[position : position + 1]))
            for position, label in enumerate(duplicate.positions)
        ],
        duplicate.describe(board, settings.options),
        tables,
        _list_labels(settings),
    )


def _list_labels(settings: Settings) -> list[str]:
    """Return the labels of what a sheet's deal says of each seat, but for what is seldom filled in."""
    return [field.label for field in settings.layout(settings.table_size).per_seat if field.in_front]


@dataclass(frozen=True)
class ComparedDeal:
    """A deal of a player: what they held, against whom, and what the comparison gives for it.

    `player` is their part of public addresses. For a round that a player was not there for, `match` is empty, and so is
    the label of the `position`.
    """

    number: int
    round: int
    player: str
    name: str
    position: str
    opponents: Sequence[str]
    match: str
    score: int | None
    compared: int
    beaten: int
    equal: int
    value: Fraction | None
    cause: str  # why it is compared with nothing


def list_compared_deals(
    season: Season, *, viewer: Viewer, player: str = "", number: int | None = None
) -> list[ComparedDeal]:
    """Return the deals of rounds that are over, by number, with what each gives; 8 queries.

    Of all players, by position and best first, or of one player; of all deals, or of one deal.
    """
    settings = get_stage_settings(season)
    duplicate, deals = settings.game.duplicate, settings.deals or 1
    public = {each.number for each in list_public_rounds(season)}
    seats: dict[tuple[str, int], Seat] = {}
    names: dict[str, str] = {}
    public_keys: dict[str, str] = {}
    opponents: dict[int, list[Seat]] = {}
    for seat in _load_seats(season, public, player):
        seats[seat.entry.player.key, seat.match.round.number] = seat
        opponents.setdefault(seat.match_id, []).append(seat)
    listed = []
    for results in load_season_standings(season, list(_list_divisions(season))):
        names |= {entry.player.key: entry.player.get_name_for(viewer) for entry in results.entries}
        public_keys |= {entry.player.key: entry.player.public_key for entry in results.entries}
        for key, total in (results.compared or {}).items():
            for each in total.comparisons if player in ("", key) else ():
                round_number = get_round(each.board, deals)
                if round_number not in public or number not in (None, each.board):
                    continue
                own = seats.get((key, round_number))
                others = opponents.get(own.match_id, ()) if own else ()
                deal = ComparedDeal(
                    each.board,
                    round_number,
                    public_keys[key],
                    names[key],
                    duplicate.positions[each.position] if duplicate and own else "",
                    [seat.player.get_name_for(viewer) for seat in others if seat != own],
                    own.match.key if own else "",
                    each.score,
                    each.compared,
                    each.beaten,
                    each.equal,
                    each.value,
                    CAUSES[each.cause] if each.cause else "",
                )
                listed.append((each.position, deal))
    ordered = sorted(listed, key=lambda each: (each[1].number, each[0], -(each[1].value or 0), each[1].name))
    return [deal for _position, deal in ordered]


def _load_seats(season: Season, rounds: Collection[int], player: str) -> list[Seat]:
    """Return the seats of these rounds' matches, with players, by seat, or only of a player's matches; 1 query."""
    matches = Match.objects.filter(division__season=season, round__number__in=rounds)
    if player:
        matches = matches.filter(seats__entry__player__key=player)
    seats = Seat.objects.filter(match__in=matches.values("pk"))
    return list(seats.select_related("match__round", "player__club", "entry__player").order_by("number"))


def _list_divisions(season: Season) -> Iterable[Division]:
    return Division.objects.filter(season=season).select_related("stage").order_by("level")


def _list_results(
    season: Season,
    settings: Settings,
    number: int,
    values: Mapping[tuple[str, int], Comparison],
    viewer: Viewer,
) -> list[DealResult]:
    """Return each table's result, or what was given in its place, best first at the first position. 2 queries."""
    deals = settings.deals or 1
    index = list_boards(get_round(number, deals), deals).index(number)
    matches = Match.objects.filter(
        division__season=season, round__number=get_round(number, deals), status__in=DECIDED
    )
    blank = [None] * len(_list_labels(settings))
    results = []
    for match in matches.select_related("current").prefetch_related(
        "seats__player__club", "seats__entry__player"
    ):
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        names = tell_apart(seat.player.get_name_for(viewer) for seat in seats)
        laid_out = lay_out_sheet(Table(settings, names), (match.current and match.current.sheet) or {})
        was_played = all(index < len(seat.deal_scores or ()) for seat in seats)
        line = laid_out.deals[index] if was_played and index < len(laid_out.deals) else None
        cells = {group.seat: group.cells for group in line.groups} if line else {}
        of_positions: dict[int, DealSeat] = {}
        causes: set[Cause] = set()
        for seat, name in zip(seats, names, strict=True):
            position = get_position(number, seat.number, len(seats))
            compared = values.get((seat.entry.player.key, position))
            causes |= {compared.cause} if compared else set()
            of_positions[position] = DealSeat(
                seat.player.key,
                name,
                cells.get(seat.number, blank),
                (seat.deal_scores or ())[index] or 0 if was_played else None,  # all passed
                compared.value if compared else None,
                compared is not None and compared.score is not None,
                viewer.pk is not None and seat.player.user_id == viewer.pk,
            )
        notes = [cell for cell in line.cells if cell.seat is None and not cell.is_blank] if line else []
        absent = [name for seat, name in zip(seats, names, strict=True) if seat.absent]
        ruling = next((CAUSES[cause] for cause in RULED if cause in causes), "")
        if was_played or absent or ruling:  # not a deal that a match ended before
            of_table = [of_positions[key] for key in sorted(of_positions)]
            results.append(DealResult(match.key, match.table, of_table, notes, absent, ruling))
    return sorted(results, key=_rank_result)


def _rank_result(result: DealResult) -> tuple[bool, Fraction, int]:
    value = result.seats[0].value if result.seats else None
    return value is None, -(value or Fraction(0)), result.table


def _count_scores(seats: Iterable[DealSeat]) -> list[Frequency]:
    """Return the scores of a position that are compared, best first, with how often each was made."""
    values: dict[int, Fraction | None] = {}
    counts: Counter[int] = Counter()
    for seat in seats:
        if seat.score is not None and seat.is_compared:
            counts[seat.score] += 1
            values.setdefault(seat.score, seat.value)
    return [Frequency(score, counts[score], values[score]) for score in sorted(counts, reverse=True)]
