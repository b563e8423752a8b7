"""A score sheet that nobody has written on: what is printed of a game, as its layout says. No game is known here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext

from games import Addition, Field, FieldList, Game, Layout
from league.queries.game_words import get_word
from league.rules.snapshot import Settings

SPARE_ROWS = 2  # for deals that count for nobody
MAX_ROWS = 100
MAX_COLUMNS = 30  # on a page; more are too narrow to be written in
MAX_HALF_ROWS, MAX_HALF_COLUMNS = 6, 12  # of a sheet that takes half a page
MAX_SIGNS = 6  # to be circled in one cell
MAX_AGREED = 4  # options that are all said, also where they are usual


@dataclass(frozen=True)
class Print:
    """How large a sheet is printed, as what there is room for.

    `columns` of players stand side by side, as long as two tables have room for them all. Up to so many columns in all,
    fields that need not be written down have columns of their own (`optional`), and the score of a deal has one beside
    the total (`both_scores`).
    """

    columns: int
    optional: int
    both_scores: int
    open_rows: int  # where any number may be played
    notes: int | None = None  # of a deal


USUAL_PRINT = Print(columns=MAX_COLUMNS, optional=16, both_scores=17, open_rows=20)
LARGE_PRINT = Print(columns=9, optional=0, both_scores=0, open_rows=10, notes=1)


@dataclass(frozen=True)
class Column:
    """What is written of a field; of none it is the score, of the deal or in total.

    `signs` are printed in each of its cells: one of them is circled. `is_last` is that of each player's last one.
    """

    field: Field | None = None
    signs: tuple[str, ...] = ()
    may_stay_empty: bool = False
    is_total: bool = False
    is_last: bool = False


@dataclass(frozen=True)
class Cell:
    """`rests`: it is that of somebody who sits this deal out, by rule."""

    column: Column
    rests: bool = False


@dataclass(frozen=True)
class Row:
    """One deal, with what is known of it before it is played."""

    number: int
    notes: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Part:
    """One table of a sheet, for some of the players: `seats` is their slice, as templates write it."""

    seats: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class BlankSheet:
    """The same for all matches of a season at tables of one size."""

    game: Game
    is_large: bool
    of_the_deal: tuple[Column, ...]
    of_a_player: tuple[Column, ...]
    parts: tuple[Part, ...]  # as many players side by side as there is room for
    goes_on: int | None  # the number of the next deal, where there may be more than have a row
    lists: tuple[FieldList, ...]
    additions: tuple[Addition, ...]
    options: tuple[str, ...]  # in words
    hints: tuple[str, ...]
    elsewhere: tuple[str, ...]  # what may be written down, and has no column

    @property
    def has_notes(self) -> bool:
        return any(row.notes for row in self.parts[0].rows)

    @property
    def is_half(self) -> bool:
        """Whether two of them have room on a page, large enough to be written on."""
        rows = len(self.parts[0].rows) + len(self.additions)
        is_small = rows <= MAX_HALF_ROWS and len(self.parts[0].columns) <= MAX_HALF_COLUMNS
        return is_small and not self.is_large and self.goes_on is None and len(self.lists) <= 1

    @property
    def has_optional(self) -> bool:
        return any(column.may_stay_empty for column in (*self.of_the_deal, *self.of_a_player))


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
    rows = settings.deals + (SPARE_ROWS if layout.passes else 0) if settings.deals else size.open_rows
    if not (settings.deals or is_large):  # in large print each table has its page
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
        goes_on=None if settings.deals == len(deals) else len(deals) + 1,
        lists=layout.lists,
        additions=layout.additions,
        options=tuple(_list_options(settings)),
        hints=tuple(_list_hints(layout, (*deal_fields, *seat_fields), deals, get_word(game, "deal"), seats)),
        elsewhere=tuple(dict.fromkeys(gettext(field.label) for field in others)),
    )


def _choose_columns(layout: Layout, seats: int, size: Print) -> tuple[Sequence[Field], Sequence[Field]]:
    """Return the fields that have columns, of each player and of the deal.

    They are what stands in front, and where there is room for it, what may be left out. What each player has only in
    some deals, or has one of many things of, is written beside.
    """
    of_a_player = [field for field in layout.per_seat if not field.given and "." not in field.key]
    if 1 + len(layout.per_deal) + seats * (len(of_a_player) + 1) <= size.optional:
        return of_a_player, layout.per_deal
    return (
        [field for field in of_a_player if field.in_front],
        [field for field in layout.per_deal if field.in_front],
    )


def _build_column(field: Field) -> Column:
    """Build a field's column. Choices with signs are there to be circled; one without a sign has its label."""
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
        resting = layout.resting(deal)
        own = (Cell(column, seat in resting) for seat in seats for column in of_a_player)
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
    """Yield the options in words; of many only those that are not usual."""
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
    """Yield what one has to know to write the sheet, in sentences."""
    if any(layout.resting(number) for number in deals):
        yield gettext("Dash: the player sits out this {deal}.").format(deal=deal)
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
