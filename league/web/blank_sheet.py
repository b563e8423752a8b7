"""Blank score sheets and slips to print, built from a game's layout. This module knows no particular game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext

from games import Addition, Field, FieldList, Game, Layout
from league.queries.game_words import get_word
from league.rules.snapshot import Settings

SPARE_ROWS = 2  # for deals that do not count, or that break a tie
MAX_ROWS = 100
MAX_COLUMNS = 30  # on a page; more would be too narrow to write in
MAX_HALF_ROWS, MAX_HALF_COLUMNS = 6, 12  # of a sheet on half a page
MAX_SIGNS = 6  # to be circled in a cell
MAX_AGREED = 4  # with more options, standard ones are left out
SLIPS_A_PAGE = 8
MAX_SLIP_ROWS = 6  # of a slip that is an eighth of a page


@dataclass(frozen=True)
class Print:
    """The print size of a sheet, as the number of columns and rows that fit.

    `columns` of players stand side by side, if two tables have room for them all. `optional` and `both_scores` are the
    largest total numbers of columns at which optional fields have their own columns, and at which the score of a deal
    has a column beside the total.
    """

    columns: int
    optional: int
    both_scores: int
    open_rows: int  # rows if any number of deals may be played
    notes: int | None = None  # of a deal


USUAL_PRINT = Print(columns=MAX_COLUMNS, optional=16, both_scores=17, open_rows=20)
LARGE_PRINT = Print(columns=9, optional=0, both_scores=0, open_rows=10, notes=1)


@dataclass(frozen=True)
class Column:
    """A column for a field; without a field it is for the score, of the deal or in total.

    `signs` are printed in each cell, for the player to circle. `is_last` marks each player's last column.
    """

    field: Field | None = None
    signs: tuple[str, ...] = ()
    may_stay_empty: bool = False
    is_total: bool = False
    is_last: bool = False


@dataclass(frozen=True)
class Cell:
    """`rests`: the cell's player sits this deal out, by rule."""

    column: Column
    rests: bool = False
    deals: bool = False  # the player of this column, the last of theirs


@dataclass(frozen=True)
class Row:
    """A deal, with the notes that are known before it is played."""

    number: int
    notes: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Part:
    """A table of a sheet, for some of the players: `seats` is their slice, as templates write it."""

    seats: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class BlankSheet:
    """The sheet shared by all matches of a season at tables of the same size."""

    game: Game
    is_large: bool
    of_the_deal: tuple[Column, ...]
    of_a_player: tuple[Column, ...]
    parts: tuple[Part, ...]  # as many players side by side as fit
    goes_on: int | None  # the number of the next deal, if there may be more deals than rows
    lists: tuple[FieldList, ...]
    additions: tuple[Addition, ...]
    options: tuple[str, ...]  # in words
    foot: tuple[str, ...]  # the names of rows below the final score
    hints: tuple[str, ...]
    elsewhere: tuple[str, ...]  # optional fields without a column

    @property
    def has_notes(self) -> bool:
        return any(row.notes for row in self.parts[0].rows)

    @property
    def is_half(self) -> bool:
        """Return whether two sheets fit on a page, large enough to write on."""
        rows = len(self.parts[0].rows) + len(self.additions) + len(self.foot)
        is_small = rows <= MAX_HALF_ROWS and len(self.parts[0].columns) <= MAX_HALF_COLUMNS
        return is_small and not self.is_large and self.goes_on is None and len(self.lists) <= 1

    @property
    def has_optional(self) -> bool:
        return any(column.may_stay_empty for column in (*self.of_the_deal, *self.of_a_player))


@dataclass(frozen=True)
class BlankSlip:
    """The slip on which a player writes alone: its name, its columns beside the score, and a row for each deal."""

    label: str
    columns: tuple[str, ...]
    rows: range

    @property
    def is_small(self) -> bool:
        """Whether eight fit on a page."""
        return len(self.rows) <= MAX_SLIP_ROWS


def build_slip(settings: Settings, seats: int) -> BlankSlip | None:
    """Build the slip of a player at a table of that size; None in a game without secrets."""
    layout = settings.layout(seats)
    if layout.slip is None:
        return None
    labels = {field.key: field.label for field in layout.per_seat}
    rows = min(settings.count_deals(seats) or USUAL_PRINT.open_rows, MAX_ROWS)
    columns = tuple(gettext(labels[key]) for key in layout.slip.fields)
    return BlankSlip(gettext(layout.slip.label), columns, range(1, rows + 1))


def build_blank_sheet(settings: Settings, seats: int, *, is_large: bool = False) -> BlankSheet:
    """Build the sheet of a table of that size."""
    game, layout = settings.game, settings.layout(seats)
    size = LARGE_PRINT if is_large else USUAL_PRINT
    seat_fields, deal_fields = _choose_columns(layout, seats, size)
    of_the_deal = tuple(map(_build_column, deal_fields))
    taken = 1 + len(of_the_deal) + seats * len(seat_fields)
    of_a_player = (
        *map(_build_column, seat_fields),
        *_build_score_columns(layout, has_room=taken + 2 * seats <= size.both_scores),
    )
    side_by_side = max(1, (MAX_COLUMNS - 1 - len(of_the_deal)) // len(of_a_player))
    tables = max(ceil(seats / side_by_side), min(2, ceil(seats * len(of_a_player) / size.columns)))
    together = ceil(seats / tables)
    fixed = settings.count_deals(seats)
    rows = fixed + (SPARE_ROWS if layout.passes or layout.goes_on else 0) if fixed else size.open_rows
    if not (fixed or is_large):  # in large print each table has its own page
        rows //= tables
    deals = range(min(rows, MAX_ROWS))
    others = [
        field for field in (*layout.per_seat, *layout.per_deal) if field not in (*seat_fields, *deal_fields)
    ]
    return BlankSheet(
        game=game,
        is_large=is_large,
        of_the_deal=of_the_deal,
        of_a_player=of_a_player,
        parts=tuple(
            _build_part(layout, range(seats)[start : start + together], deals, of_the_deal, of_a_player, size)
            for start in range(0, seats, together)
        ),
        goes_on=None if fixed == len(deals) else len(deals) + 1,
        lists=layout.lists,
        additions=layout.additions,
        options=tuple(_list_options(settings)),
        foot=tuple(row.label.translate(gettext) for row in layout.foot),
        hints=tuple(_list_hints(layout, (*deal_fields, *seat_fields), deals, get_word(game, "deal"), seats)),
        elsewhere=tuple(dict.fromkeys(gettext(field.label) for field in others)),
    )


def _choose_columns(layout: Layout, seats: int, size: Print) -> tuple[Sequence[Field], Sequence[Field]]:
    """Return the fields with columns, of each player and of the deal.

    They are the front fields and, if they fit, the optional ones. Fields that a player has only in some deals, or for
    each of many things, are written beside the table.
    """
    of_a_player = [field for field in layout.per_seat if not field.given and "." not in field.key]
    if 1 + len(layout.per_deal) + seats * (len(of_a_player) + 1) <= size.optional:
        return of_a_player, layout.per_deal
    return (
        [field for field in of_a_player if field.in_front],
        [field for field in layout.per_deal if field.in_front],
    )


def _build_column(field: Field) -> Column:
    """Build a field's column. Choices with signs are to be circled; a choice without a sign has its label."""
    signs = (field.symbols.get(str(key)) or gettext(label) for key, label in field.choices.items())
    return Column(
        field,
        signs=tuple(signs) if field.symbols and len(field.choices) <= MAX_SIGNS else (),
        may_stay_empty=not field.is_needed or field.kind == "switch",
    )


def _build_score_columns(layout: Layout, *, has_room: bool) -> Iterator[Column]:
    """Yield a player's last columns: the score of the deal, the running total, or both."""
    if has_room or not layout.running_total:
        yield Column(is_last=not layout.running_total)
    if layout.running_total:
        yield Column(is_total=True, is_last=True)


def _build_part(
    layout: Layout,
    seats: range,
    deals: range,
    of_the_deal: tuple[Column, ...],
    of_a_player: tuple[Column, ...],
    size: Print,
) -> Part:
    rows = []
    for deal in deals:
        resting, dealer = layout.resting(deal), layout.dealer(deal)
        own = (
            Cell(column, seat in resting, deals=column.is_last and seat == dealer)
            for seat in seats
            for column in of_a_player
        )
        cells = (*map(Cell, of_the_deal), *own)
        rows.append(Row(deal + 1, tuple(_list_notes(layout, deal))[: size.notes], cells))
    columns = (*of_the_deal, *of_a_player * len(seats))
    return Part(f"{seats.start}:{seats.stop}", columns, tuple(rows))


def _list_notes(layout: Layout, deal: int) -> Iterator[str]:
    if note := layout.note(deal):
        yield note.translate(gettext)
    for field in layout.per_seat:
        total = field.get_total(deal)
        if isinstance(field.total, tuple) and total is not None:
            yield f"{gettext(field.label)}: {total}"


def _list_options(settings: Settings) -> Iterator[str]:
    """Yield the options in words; of many only those that differ from the standard."""
    options = settings.game.options_in_words(settings.options)
    many = len(options) > MAX_AGREED
    for option in options:
        if option.differs or not many:
            yield option.here.translate(gettext)
    if many:
        differs = any(option.differs for option in options)
        yield gettext("Otherwise standard rules.") if differs else gettext("Standard rules.")


def _list_hints(
    layout: Layout, fields: Iterable[Field], deals: range, deal: str, seats: int
) -> Iterator[str]:
    """Yield sentences on how to fill in the sheet."""
    if layout.hint:
        yield layout.hint.translate(gettext)
    if any(layout.resting(number) for number in deals):
        yield gettext("Dash: the player sits out this {deal}.").format(deal=deal)
    if any(layout.dealer(number) is not None for number in deals):
        yield gettext("Dot: the player deals.")
    for field in fields:
        what = gettext(field.label)
        if isinstance(field.total, int):
            sentence = gettext("{what}: {total} in total per {deal}.")
            yield sentence.format(what=what, total=field.total, deal=deal)
        if out := field.get_out_label(seats):
            yield gettext("{what}: write a dash for “{out}”.").format(what=what, out=gettext(out))
        if field.several:
            yield gettext("{what}: up to {most}.").format(what=what, most=field.several)
        elif field.kind == "switch":
            yield gettext("{what}: tick or leave empty.").format(what=what)
