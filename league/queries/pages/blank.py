"""A score sheet that nobody has written on: what is printed of a game, as its layout says. No game is known here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Field, Game
from league.queries.pages.words import word
from league.rules.book import Settings

OPEN_ROWS = 20  # where any number may be played
MOST_ROWS = 100
MOST_COLUMNS = 30  # on a page; more are too narrow to be written in
COMFORTABLE = 16  # columns; what need not be written down has one of its own up to here
LIST_ROWS = 3
FEW, SOME = 8, 12  # rows that may be tall, and those that may be taller than a line


@dataclass(frozen=True)
class Column:
    """`signs` are printed in each of its cells: one of them is circled."""

    label: str
    signs: tuple[str, ...] = ()
    may_stay_empty: bool = False
    running: bool = False  # the score so far


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
    players_a_table: int

    @property
    def height(self) -> str:
        """Of a row: the fewer there are, the more room each has."""
        rows = len(self.rows)
        if rows <= FEW:
            return "tall"
        if rows <= SOME:
            return "medium"
        return "low" if rows > OPEN_ROWS else "plain"

    @property
    def before_players(self) -> int:
        """Columns: the number of the deal, and what is written of it as a whole."""
        return 1 + len(self.of_the_deal)

    @property
    def many(self) -> bool:
        """Whether the columns are narrow."""
        return self.before_players + self.players_a_table * len(self.of_a_player) > COMFORTABLE

    @property
    def has_optional(self) -> bool:
        return any(column.may_stay_empty for column in (*self.of_the_deal, *self.of_a_player))


def blank(settings: Settings, seats: int) -> Blank:
    """For a table of that size."""
    game, layout = settings.game, settings.layout(seats)
    seat_fields, deal_fields = _required(layout.per_seat), _required(layout.per_deal)
    elsewhere = [field for field in (*layout.per_seat, *layout.per_deal) if not field.required]
    if 1 + len(layout.per_deal) + seats * (len(layout.per_seat) + 1) <= COMFORTABLE:
        seat_fields, deal_fields, elsewhere = layout.per_seat, layout.per_deal, []
    of_the_deal = tuple(map(_column, deal_fields))
    score = capfirst(word(game, "score"))
    of_a_player = (*map(_column, seat_fields), Column(score, running=True))
    side_by_side = max(1, (MOST_COLUMNS - 1 - len(of_the_deal)) // len(of_a_player))
    tables = ceil(seats / side_by_side)
    rows = min(settings.deals or OPEN_ROWS // tables, MOST_ROWS)
    return Blank(
        game=gettext(game.name),
        deal=capfirst(word(game, "deal")),
        score=score,
        of_the_deal=of_the_deal,
        of_a_player=of_a_player,
        rows=range(1, 1 + rows),
        goes_on="" if settings.deals == rows else _goes_on(game, rows),
        lists=tuple(
            BlankList(gettext(part.label), _labels(part.fields), range(LIST_ROWS)) for part in layout.lists
        ),
        agreed=tuple(
            str(option.here.translated(gettext)) for option in game.options_in_words(settings.options)
        ),
        hints=tuple(_hints((*deal_fields, *seat_fields), word(game, "deal"), seats)),
        elsewhere=_labels(elsewhere),
        players_a_table=ceil(seats / tables),
    )


def _required(fields: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(field for field in fields if field.required)


def _labels(fields: Sequence[Field]) -> tuple[str, ...]:
    return tuple(gettext(field.label) for field in fields)


def _column(field: Field) -> Column:
    """Where a choice has signs, they are there to be circled; one without a sign has its label."""
    signs = (field.symbols.get(str(key)) or gettext(label) for key, label in field.choices.items())
    return Column(
        label=gettext(field.label),
        signs=tuple(signs) if field.symbols else (),
        may_stay_empty=not field.required or field.kind == "switch",
    )


def _goes_on(game: Game, rows: int) -> str:
    said = gettext("More than {rows} {deals}: take another sheet, and go on there with {deal} {next}.")
    return said.format(rows=rows, deals=word(game, "deals"), deal=word(game, "deal"), next=rows + 1)


def _hints(fields: Sequence[Field], deal: str, seats: int) -> Iterator[str]:
    """What one has to know to write the sheet, in sentences."""
    for field in fields:
        what = gettext(field.label)
        if field.total is not None:
            yield gettext("{what}: {total} together in each {deal}.").format(
                what=what, total=field.total, deal=deal
            )
        if out := field.out_at(seats):
            yield gettext("{what}: write a dash for “{out}”.").format(what=what, out=gettext(out))
        if field.kind == "switch":
            yield gettext("{what}: tick it, or leave it empty.").format(what=what)
