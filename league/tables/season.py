"""The tables of a season: the standings of its divisions, and its matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.queries.pages.season import DivisionPart, SeasonPage
from league.queries.pages.season_matches import MatchesPage, MatchLine
from league.tables.asked import MANY, Asked
from league.tables.downloads import FORMATS
from league.tables.table import Column, Number, Table


def _downloads(asked: Asked) -> list[tuple[str, str]]:
    """Of what is shown: what each file is called, and its address."""
    return [(name, asked.address(download=format)) for format, name in FORMATS.items()]


# --- standings

PLAYED = pgettext_lazy("short for matches played", "Pl")
WON = pgettext_lazy("short for matches won", "W")
DRAWN = pgettext_lazy("short for matches drawn", "D")
LOST = pgettext_lazy("short for matches lost", "L")
# At tables of more than two: who is alone in the first place has won, who is not in it at all has lost.
FIRST = pgettext_lazy("short for matches in which somebody was alone in the first place", "1st")
SHARED = pgettext_lazy("short for matches in which somebody shared the first place", "=1st")
OTHERS = pgettext_lazy("short for matches in which somebody was not in the first place", "Rest")


class StandingsTable(Table):
    """Of StandingRows. Its rows are written by templates/season/_table.html."""

    division = Column(_("Division"))
    rank = Column(_("Rank"), short="#", numeric=True)
    name = Column(_("Player"), names_row=True, order_by="by_name")
    played = Number(_("Played"), short=PLAYED)
    won = Number(_("Won"), short=WON)
    drawn = Number(_("Drawn"), short=DRAWN, minor=True)
    lost = Number(_("Lost"), short=LOST, minor=True)
    deals = Number(_("Deals"), minor=True)
    score = Number(_("Score"), minor=True)
    points = Number(_("Points"))
    average = Number(_("Average"))
    level = Number(_("Level"), order_by="average")
    zeros = Number(_("Zeros"))
    style = Column(_("Style"), rare=True)
    decided = Column(_("Ahead of the next by"), orderable=False, rare=True)

    given_order = "rank"


# The columns of figures that only the season's game has stand behind the points.
FIGURES = tuple(f"figure_{number}" for number in range(10))
SORTS = (*StandingsTable.base_columns, *FIGURES)


def _in_order(columns: Sequence[tuple[str, Column | None]]) -> list[str]:
    """Those of a table that has these beside its own."""
    own = list(StandingsTable.base_columns)
    behind = own.index("points") + 1
    absent = {name for name, column in columns if column is None}
    names = [*own[:behind], *(name for name, _column in columns if name not in own), *own[behind:]]
    return [name for name in names if name not in absent]


@dataclass(frozen=True)
class Part:
    division: DivisionPart
    table: StandingsTable


@dataclass(frozen=True)
class Standings:
    """The page with its tables; `many` says that there is enough to look through and to take away."""

    page: SeasonPage
    asked: Asked
    wrong_day: str  # as it was typed; the standings are then the present ones
    parts: tuple[Part, ...]
    many: bool
    found: int

    @property
    def downloads(self) -> list[tuple[str, str]]:
        """Each with its address."""
        return _downloads(self.asked) if self.many else []

    @property
    def now(self) -> str:
        """The address of the present standings, with what else is asked."""
        return self.asked.address(as_of="")

    @property
    def everybody(self) -> str:
        return self.asked.address(find="")

    @property
    def all(self) -> StandingsTable:
        """Everybody in one table, as they are shown."""
        rows = [row for part in self.parts for row in part.table.data]
        columns = _columns(self.page, division=True)
        return StandingsTable(rows, extra_columns=columns, sequence=_in_order(columns))


def standings(page: SeasonPage, asked: Asked) -> Standings:
    """The name is looked for only where there are many."""
    many = sum(len(division.standings) for division in page.divisions) > MANY
    wrong_day = "" if asked.day else asked.as_of
    asked = asked.but(find=asked.find if many else "", as_of=asked.day.isoformat() if asked.day else "")
    columns = _columns(page)
    shape: dict[str, Any] = {"extra_columns": columns, "sequence": _in_order(columns)}
    parts = []
    for division in page.divisions:
        rows = [row for row in division.standings if asked.finds(row.name)]
        if rows or not asked.find:
            label = f"{division.anchor}-name"
            parts.append(Part(division, StandingsTable(rows, asked=asked, label=label, **shape)))
    found = sum(len(part.table.rows) for part in parts)
    return Standings(page, asked, wrong_day, tuple(parts), many, found)


OF_MANY: list[tuple[str, Column]] = [
    ("won", Number(_("First"), short=FIRST)),
    ("drawn", Number(_("Shared first"), short=SHARED, minor=True)),
    ("lost", Number(_("Not first"), short=OTHERS, minor=True)),
]


def _columns(page: SeasonPage, *, division: bool = False) -> list[tuple[str, Column | None]]:
    """What the game calls them; and None for those that it, or the page, does not have."""
    there = {
        "division": division,
        "points": page.has_points,
        "level": page.has_levels,
        "zeros": page.has_zeros,
        "style": page.has_style,
    }
    return [
        ("deals", Number(page.deals, minor=True)),
        ("zeros", Number(page.zeros)),
        ("score", Number(page.score, minor=True)),
        *(
            (f"figure_{number}", Number(label, accessor=f"figures__{number}"))
            for number, label in enumerate(page.figures)
        ),
        *([] if page.head.two_handed else OF_MANY),
        *((name, None) for name, is_there in there.items() if not is_there),
    ]


# --- matches


class MatchesTable(Table):
    """Of MatchLines; seats follow, as many as there are."""

    division = Column(_("Division"))
    round = Column(_("Round"))
    table = Column(_("Table"))
    key = Column(_("Match"))
    on = Column(_("Date"))
    status = Column(_("Status"), accessor="status_name")


@dataclass(frozen=True)
class Matches:
    """The page with the matches that were asked for; `of` is how many there are."""

    page: MatchesPage
    asked: Asked
    many: bool
    found: int
    of: int
    divisions: tuple[tuple[str, str], ...]  # to choose from: anchor and name

    @property
    def downloads(self) -> list[tuple[str, str]]:
        """Each with its address."""
        return _downloads(self.asked) if self.many else []

    @property
    def all(self) -> MatchesTable:
        """All of them in one table, as they are shown."""
        lines = self.page.matches
        seats = max((len(line.sides) for line in lines), default=0)
        return MatchesTable(lines, extra_columns=[column for seat in range(seats) for column in _seat(seat)])


def matches(page: MatchesPage, asked: Asked) -> Matches:
    """Chosen from only where there are many; a division or status that there is not is not asked for."""
    divisions = tuple((part.anchor, part.name) for part in page.divisions)
    many = len(page.matches) > MANY
    chosen = Asked(download=asked.download)
    if many:
        chosen = chosen.but(
            find=asked.find,
            division=asked.division if asked.division in dict(divisions) else "",
            status=asked.status if asked.status in dict(page.statuses) else "",
        )

    def wanted(match: MatchLine) -> bool:
        by_status = chosen.status in ("", match.status)
        return by_status and (not chosen.find or any(chosen.finds(side.name) for side in match.sides))

    left = page.only(wanted, division=chosen.division)
    return Matches(left, chosen, many, len(left.matches), len(page.matches), divisions)


def _seat(number: int) -> list[tuple[str, Column]]:
    """Who sits there, and their score once the match counts."""
    return [
        (
            f"player_{number}",
            Column(_numbered(gettext("Player {number}"), number), accessor=f"sides__{number}__name"),
        ),
        (
            f"score_{number}",
            Number(_numbered(gettext("Score {number}"), number), accessor=f"scores__{number}"),
        ),
    ]


def _numbered(text: str, number: int) -> str:
    return text.format(number=number + 1)
