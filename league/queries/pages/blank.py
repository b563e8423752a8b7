"""A score sheet that nobody has written on: what is printed of a game, as its layout says. No game is known here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Field, Game, Layout
from league.queries.pages.words import word
from league.rules.snapshot import Settings

OPEN_ROWS = 20  # where any number may be played
SPARE_ROWS = 2  # for deals that count for nobody
MOST_ROWS = 100
MOST_COLUMNS = 30  # on a page; more are too narrow to be written in
COMFORTABLE = 16  # columns; what need not be written down has one of its own up to here
LIST_ROWS = 3
FEW, SOME = 8, 12  # rows that may be tall, and those that may be taller than a line
MANY = 24  # rows of which each has to be as low as can be written in
BROAD = 12  # columns that have room for their headings
CROWDED = 20  # columns whose headings have no room beside each other
MOST_SIGNS = 6  # to be circled in one cell
MOST_AGREED = 4  # options that are all said, also where they are usual
MUCH_BESIDE = 4  # things without a column, for which there has to be room


@dataclass(frozen=True)
class Column:
    """`signs` are printed in each of its cells: one of them is circled."""

    label: str
    signs: tuple[str, ...] = ()
    may_stay_empty: bool = False
    running: bool = False  # the score so far


@dataclass(frozen=True)
class Cell:
    """`rests`: it is that of somebody who sits this deal out, by rule."""

    column: Column
    rests: bool


@dataclass(frozen=True)
class Row:
    """One deal, with what is known of it before it is played."""

    number: int
    notes: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class BlankPart:
    """One table of a sheet: of these seats."""

    seats: range
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class BlankList:
    """Of what stands beside the deals."""

    label: str
    columns: tuple[str, ...]
    rows: range


@dataclass(frozen=True)
class Blank:
    """The same for all matches of a season at tables of one size."""

    game: str
    deal: str
    score: str
    of_the_deal: tuple[Column, ...]
    of_a_player: tuple[Column, ...]
    rows: range  # the numbers of the deals
    goes_on: str  # where there may be more of them, what to do then
    lists: tuple[BlankList, ...]
    agreed: tuple[str, ...]  # the options, in words
    hints: tuple[str, ...]
    elsewhere: tuple[str, ...]  # what may be written down, and has no column
    parts: tuple[BlankPart, ...]  # as many players side by side as there is room for

    @property
    def height(self) -> str:
        """Of a row: the fewer there are, the more room each has."""
        rows = len(self.rows)
        if rows <= FEW:
            return "tall"
        if rows <= SOME:
            return "medium"
        if rows > MANY:
            return "lowest"
        return "low" if rows > OPEN_ROWS else "plain"

    @property
    def before_players(self) -> int:
        """Columns: the number of the deal, and what is written of it as a whole."""
        return 1 + len(self.of_the_deal)

    @property
    def many(self) -> bool:
        """Whether the columns are narrow."""
        return 1 + len(self.parts[0].columns) > BROAD

    @property
    def crowded(self) -> bool:
        return 1 + len(self.parts[0].columns) > CROWDED

    @property
    def is_noted(self) -> bool:
        """Whether there is something to know of deals before they are played."""
        return any(row.notes for row in self.parts[0].rows)

    @property
    def much_beside(self) -> bool:
        return len(self.elsewhere) > MUCH_BESIDE

    @property
    def has_optional(self) -> bool:
        return any(column.may_stay_empty for column in (*self.of_the_deal, *self.of_a_player))


def blank(settings: Settings, seats: int) -> Blank:
    """For a table of that size."""
    game, layout = settings.game, settings.layout(seats)
    seat_fields, deal_fields = _with_columns(layout, seats)
    all_fields = (*layout.per_seat, *layout.per_deal)
    of_the_deal = tuple(map(_column, deal_fields))
    score = capfirst(word(game, "score"))
    of_a_player = (*map(_column, seat_fields), Column(score, running=True))
    side_by_side = max(1, (MOST_COLUMNS - 1 - len(of_the_deal)) // len(of_a_player))
    tables = ceil(seats / side_by_side)
    spare = SPARE_ROWS if layout.passes else 0
    rows = range(1, 1 + min(settings.deals + spare if settings.deals else OPEN_ROWS // tables, MOST_ROWS))
    together = ceil(seats / tables)
    sizes = (range(start, min(start + together, seats)) for start in range(0, seats, together))
    return Blank(
        game=gettext(game.name),
        deal=capfirst(word(game, "deal")),
        score=score,
        of_the_deal=of_the_deal,
        of_a_player=of_a_player,
        rows=rows,
        goes_on="" if settings.deals == len(rows) else _goes_on(game, len(rows)),
        lists=tuple(
            BlankList(gettext(part.label), _labels(part.fields), range(LIST_ROWS)) for part in layout.lists
        ),
        agreed=tuple(_agreed(settings)),
        hints=tuple(_hints(layout, (*deal_fields, *seat_fields), rows, word(game, "deal"), seats)),
        elsewhere=_labels(field for field in all_fields if field not in (*seat_fields, *deal_fields)),
        parts=tuple(_part(layout, of, rows, of_the_deal, of_a_player) for of in sizes),
    )


def _agreed(settings: Settings) -> Iterator[str]:
    """The options in words; of many only those that are not usual."""
    options = settings.game.options_in_words(settings.options)
    some = len(options) > MOST_AGREED
    for option in options:
        if option.differs or not some:
            yield option.here.translate(gettext)
    if some:
        differs = any(option.differs for option in options)
        yield gettext("Otherwise as is usual.") if differs else gettext("Played as is usual.")


def _with_columns(layout: Layout, seats: int) -> tuple[Sequence[Field], Sequence[Field]]:
    """Of each player, and of the deal: what stands in front, and where there is room for it, what may be left out. What
    each player has only in some deals, or has one of many things of, is written beside."""
    of_a_player = [field for field in layout.per_seat if not field.given and "." not in field.key]
    if 1 + len(layout.per_deal) + seats * (len(of_a_player) + 1) <= COMFORTABLE:
        return of_a_player, layout.per_deal
    return (
        [field for field in of_a_player if field.in_front],
        [field for field in layout.per_deal if field.in_front],
    )


def _part(
    layout: Layout,
    seats: range,
    rows: range,
    of_the_deal: tuple[Column, ...],
    of_a_player: tuple[Column, ...],
) -> BlankPart:
    def row(number: int) -> Row:
        resting = layout.resting(number - 1)
        own = (Cell(column, seat in resting) for seat in seats for column in of_a_player)
        return Row(
            number, tuple(_notes(layout, number - 1)), (*(Cell(one, False) for one in of_the_deal), *own)
        )

    return BlankPart(seats, (*of_the_deal, *of_a_player * len(seats)), tuple(map(row, rows)))


def _notes(layout: Layout, deal: int) -> Iterator[str]:
    """By the number of the deal, from 0."""
    if note := layout.note(deal):
        yield note.translate(gettext)
    for field in layout.per_seat:
        total = field.get_total(deal)
        if isinstance(field.total, tuple) and total is not None:
            yield f"{gettext(field.label)}: {total}"


def _labels(fields: Iterable[Field]) -> tuple[str, ...]:
    """Each once."""
    return tuple(dict.fromkeys(gettext(field.label) for field in fields))


def _column(field: Field) -> Column:
    """Where a choice has signs, they are there to be circled; one without a sign has its label."""
    signs = (field.symbols.get(str(key)) or gettext(label) for key, label in field.choices.items())
    return Column(
        label=gettext(field.label),
        signs=tuple(signs) if field.symbols and len(field.choices) <= MOST_SIGNS else (),
        may_stay_empty=not field.is_needed or field.kind == "switch",
    )


def _goes_on(game: Game, rows: int) -> str:
    said = gettext("More than {rows} {deals}: take another sheet, and go on there with {deal} {next}.")
    return said.format(rows=rows, deals=word(game, "deals"), deal=word(game, "deal"), next=rows + 1)


def _hints(layout: Layout, fields: Iterable[Field], rows: range, deal: str, seats: int) -> Iterator[str]:
    """What one has to know to write the sheet, in sentences."""
    if any(layout.resting(number - 1) for number in rows):
        yield gettext("A dash: this player sits the {deal} out.").format(deal=deal)
    for field in fields:
        what = gettext(field.label)
        if isinstance(field.total, int):
            yield gettext("{what}: {total} together in each {deal}.").format(
                what=what, total=field.total, deal=deal
            )
        if out := field.get_out_label(seats):
            yield gettext("{what}: write a dash for “{out}”.").format(what=what, out=gettext(out))
        if field.several:
            yield gettext("{what}: there may be up to {most}.").format(what=what, most=field.several)
        elif field.kind == "switch":
            yield gettext("{what}: tick it, or leave it empty.").format(what=what)
