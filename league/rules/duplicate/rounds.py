"""What the tables of each round give the comparison, where all play the same cards.

See docs/reference/duplicate.md, Who holds what; docs/reference/duplicate.md, Comparison.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from league.rules.duplicate.comparison import By, Cause, EntryTotal, Line, compare
from league.rules.pairing.protocol import ByeKind, PastRound, PastTable, TableDeals
from league.rules.snapshot import Settings

# What counts in per cent where a deal is not played.
CAME, EXCUSED, ABSENT = 60, 40, 0
BYE_SHARES: Mapping[ByeKind, int] = {"half": EXCUSED, "zero": ABSENT}  # any other is left out of the mean


def list_boards(round_number: int, deals: int) -> range:
    """Return the numbers of the deals that a round plays, from 1."""
    return range((round_number - 1) * deals + 1, round_number * deals + 1)


def get_round(board: int, deals: int) -> int:
    """Return the number of the round in which a deal is played."""
    return (board - 1) // deals + 1


def get_position(board: int, seat: int, seats: int) -> int:
    """Return which of a deal's hands a seat holds; from one deal to the next they move on by one seat."""
    return (seat - (board - 1)) % seats


def build_table_deals(
    seats: Iterable[tuple[Sequence[int | None] | None, bool]],
    rulings: Iterable[tuple[Iterable[int], Sequence[int] | None]],
) -> TableDeals:
    """Return what is compared of a table, from the scores of each seat's deals and whether it was absent.

    `rulings` are the director's, the latest last: deals, numbered from 0, and a share for each seat in per cent, or
    None where they are left out.
    """
    of_seats = tuple(seats)
    awards: list[dict[int, int | None]] = [{} for _ in of_seats]
    for deals, shares in rulings:
        for deal in deals:
            for seat, own in enumerate(awards):
                own[deal] = shares[seat] if shares and seat < len(shares) else None
    return TableDeals(
        tuple(tuple(scores or ()) for scores, _absent in of_seats),
        tuple(absent for _scores, absent in of_seats),
        tuple(awards),
    )


def compare_same_cards(history: Sequence[PastRound], settings: Settings) -> Mapping[str, EntryTotal] | None:
    """Return what the comparison gives each entry in these rounds; None where tables play different cards."""
    if not settings.rules.same_cards:
        return None
    deals = settings.deals or 0  # which such settings have
    expected = {
        (board, position): len(past.tables)
        for number, past in enumerate(history, 1)
        for board in list_boards(number, deals)
        for position in range(settings.table_size)
    }
    by: By = "difference" if settings.rules.ranking[0] == "difference" else "matchpoints"
    return compare(list_lines(history, deals), by, expected)


def get_means(totals: Mapping[str, EntryTotal] | None) -> Mapping[str, Fraction | None] | None:
    """Return the mean of each entry, in per cent or as a difference, as the ranking compares it."""
    return None if totals is None else {entry: total.mean for entry, total in totals.items()}


def list_lines(history: Sequence[PastRound], deals: int) -> list[Line]:
    """Return a line for each hand that is compared, for which there is a fixed share, or which a ruling leaves out."""
    lines: list[Line] = []
    known = set().union(*map(_list_present, history))
    for number, past in enumerate(history, 1):
        missing = known - _list_present(past)  # came later, or has left: a round missed is worth nothing
        for index, board in enumerate(list_boards(number, deals)):
            for table in past.tables:
                lines += _list_table_lines(table, index, board)
            for entry, bye in past.byes.items():
                if bye.kind in BYE_SHARES:
                    share = BYE_SHARES[bye.kind]
                    cause: Cause = "excused" if share == EXCUSED else "absent"
                    lines.append(Line(entry, board, 0, None, Fraction(share, 100), cause))
            lines += [
                Line(entry, board, 0, None, Fraction(ABSENT, 100), "missing") for entry in sorted(missing)
            ]
    return lines


def _list_present(past: PastRound) -> set[str]:
    """Return who has a table in a round, a bye, or a match that is void."""
    return {entry for table in past.tables for entry in table.entries} | set(past.byes) | past.void


def _list_table_lines(table: PastTable, index: int, board: int) -> Iterator[Line]:
    """Yield the lines of a deal at a table; `index` is its number on the sheet, from 0."""
    told = table.deals
    if told is None:
        return
    cause: Cause
    for seat, entry in enumerate(table.entries):
        position = get_position(board, seat, len(table.entries))
        if index in told.awards[seat]:
            share = told.awards[seat][index]
            if share is None:
                yield Line(entry, board, position, None, cause="left-out")
            else:
                yield Line(entry, board, position, None, Fraction(share, 100), "ruling")
        elif any(told.absent):
            share, cause = (ABSENT, "absent") if told.absent[seat] else (CAME, "came")
            yield Line(entry, board, position, None, Fraction(share, 100), cause)
        elif index < len(told.scores[seat]):
            yield Line(entry, board, position, told.scores[seat][index] or 0, None)  # none where all passed


def replace_awards(
    history: Sequence[PastRound],
    number: int,
    entries: Sequence[str],
    deals: Iterable[int],
    shares: Sequence[int] | None,
) -> list[PastRound]:
    """Return the rounds with what the director gives at a table of one of them, by seat, for some of its deals.

    `number` is that of the round, `entries` are those of the table.
    """

    def replace_table(table: PastTable) -> PastTable:
        if table.deals is None or set(table.entries) != set(entries):
            return table
        given = dict(zip(entries, shares, strict=True)) if shares else dict.fromkeys(entries)
        awards = tuple(
            {**own, **dict.fromkeys(deals, given[entry])}
            for entry, own in zip(table.entries, table.deals.awards, strict=True)
        )
        return replace(table, deals=replace(table.deals, awards=awards))

    return [
        replace(past, tables=tuple(map(replace_table, past.tables))) if each == number else past
        for each, past in enumerate(history, 1)
    ]
