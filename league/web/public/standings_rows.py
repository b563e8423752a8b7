"""The rows of standings as HTML. A page may have 400; a template would take three times as long.

Values that are the same for all rows, such as translations, are looked up once for the page.
"""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction

from django.template.defaultfilters import capfirst
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext
from lucide.templatetags.lucide import lucide

from games.figures import MIN_DECIMALS
from league.models.season import SeasonState
from league.queries.endings import format_ordinal
from league.queries.game_words import get_metric_name, get_word
from league.queries.standings import DivisionTable, StandingRow
from league.rules.records import FINAL_STAGE
from league.rules.snapshot import Settings
from league.web.formats import count_decimals, describe_penalty, format_figure
from league.web.public.standings_table import ChosenColumns

NOTHING = "–"
OWN = " me"  # a class
Cell = Callable[[StandingRow], str]


class RowWriter:
    """Writes the rows of a season's divisions in the columns of its table.

    `players` and `season` are the addresses below which players' pages and explanations lie; `is_explained` if
    positions link to the latter; the reader's own row is marked if `marks_own`. Those of `finalists` in their groups
    don't link: explained is where they are in the final.
    """

    def __init__(
        self,
        columns: ChosenColumns,
        settings: Settings,
        state: SeasonState,
        *,
        players: str,
        season: str,
        is_explained: bool,
        finalists: Collection[str] = (),
        marks_own: bool = True,
    ) -> None:
        self.game, self.ranked_by = settings.game, columns.ranked_by
        self.players, self.season, self.is_explained = players, season, is_explained
        self.finalists = frozenset(finalists)
        self.marks_own = marks_own
        is_closed = state == SeasonState.CLOSED
        rising = gettext("promoted") if is_closed else gettext("in the promotion zone")
        falling = gettext("relegated") if is_closed else gettext("in the relegation zone")
        self.zones = {
            "": "",
            "up": _build_zone("arrow-up", rising),
            "down": _build_zone("arrow-down", falling),
        }
        self.guest = escape(gettext("guest"))
        self.withdrawn, self.shared_rank = gettext("withdrawn"), gettext("shared rank")
        self.why, self.more = gettext("Why is %(name)s %(place)s?"), gettext("More about %(name)s")
        self.outcomes = {
            "won": (gettext("won"), pgettext("short for matches won", "W")),
            "drawn": (gettext("drawn"), pgettext("short for matches drawn", "D")),
            "lost": (gettext("lost"), pgettext("short for matches lost", "L")),
        }
        self.decimals = 0  # of the averages in the current division
        self.cells = self._choose_cells(columns, settings)

    def _choose_cells(self, columns: ChosenColumns, settings: Settings) -> Sequence[Cell]:
        """Return the cells of a row in the order of the page's columns."""
        cells: dict[str, Cell] = {
            "rank": self._write_rank,
            "name": self._write_name,
            "played": lambda row: f'<td class="number minor">{row.totals.played}</td>',
            "record": self._build_number(
                "record", lambda row: f"{row.totals.won}–{row.totals.drawn}–{row.totals.lost}"
            ),
            "won": self._build_number("won", lambda row: row.totals.won),
            "drawn": lambda row: f'<td class="number minor">{row.totals.drawn}</td>',
            "lost": lambda row: f'<td class="number minor">{row.totals.lost}</td>',
            "deals": lambda row: f'<td class="number rare">{row.totals.deals}</td>',
            "score": self._build_number("score", lambda row: format_figure(row.totals.score)),
            "points": self._build_number("points", lambda row: format_figure(row.totals.points)),
            "form": self._write_form,
            "average": self._build_number(
                "average", lambda row: _write_figure(row.totals.average, self.decimals)
            ),
            "level": self._write_level,
            "zeros": self._build_number("zeros", lambda row: row.totals.bids_made),
            "style": self._write_style,
            "decided": self._write_decided,
        }
        for place in range(len(settings.shown_keys)):
            name = f"figure_{place}"
            is_rare = name in columns.rare
            cells[name] = self._build_rare_figure(place) if is_rare else self._build_figure(place)
        return [cells[name] for name in columns.names if name in cells]

    def write(self, table: DivisionTable) -> SafeString:
        """Return the rows of a division's table."""
        return mark_safe("".join(self.write_each(table)))  # noqa: S308  (each cell escapes what it says)

    def write_each(self, table: DivisionTable) -> list[str]:
        """Return the rows of a division's table one by one."""
        self.decimals = count_decimals(table.rows, "totals.average")
        return [self._write_row(row) for row in table.rows]

    def _write_row(self, row: StandingRow) -> str:
        classes = f"{row.zone}{OWN if row.is_own and self.marks_own else ''}"
        start = f'<tr class="{classes}">' if classes else "<tr>"
        more = escape(self.more % {"name": row.name})
        opens = f'<button class="plain" aria-expanded="false" aria-label="{more}"></button>'
        cells = "\n".join(cell(row) for cell in self.cells)
        return f'{start}{cells}\n<td class="opens">{opens}</td></tr>\n'

    def _build_number(self, name: str, get_text: Callable[[StandingRow], object]) -> Cell:
        """Return a cell for a number; narrow screens show only the number that ranks."""
        start = f'<td class="number {"strong" if name == self.ranked_by else "minor"}">'
        return lambda row: f"{start}{get_text(row)}</td>"

    def _build_figure(self, place: int) -> Cell:
        return self._build_number(f"figure_{place}", lambda row: _write_figure(row.figures[place]))

    def _build_rare_figure(self, place: int) -> Cell:
        return lambda row: f'<td class="number rare">{_write_figure(row.figures[place])}</td>'

    def _write_rank(self, row: StandingRow) -> str:
        rank = str(row.rank) if row.rank else ""
        if row.ranks_apart:
            rank = f"({rank})" if rank else NOTHING
        is_last_stage = row.entry.stage.number == FINAL_STAGE or row.entry.player.key not in self.finalists
        if row.rank and self.is_explained and is_last_stage:
            why = escape(self.why % {"name": row.name, "place": format_ordinal(row.rank)})
            address = f"{self.season}why/{row.entry.player.public_key}/"
            rank = f'<a href="{address}" aria-label="{why}">{rank}</a>'
        return f'<td class="number">{self.zones[row.zone]}{rank}</td>'

    def _write_name(self, row: StandingRow) -> str:
        name = f"<bdi>{escape(row.name)}</bdi>"
        if row.link:
            name = f'<a href="{self.players}{row.link}/">{name}</a>'
        left = f" ({self.withdrawn})" if row.entry.left else ""
        guest = f' <span class="chip">{self.guest}</span>' if row.entry.guest else ""
        notes = "".join(
            f' <small class="note">{escape(describe_penalty(dict(given)))}</small>' for given in row.penalties
        )
        return f'<th scope="row">{name}{guest}{left}{notes}</th>'

    def _write_form(self, row: StandingRow) -> str:
        if not row.form:
            return '<td class="number"></td>'
        label = ", ".join(self.outcomes[outcome][0] for outcome in row.form)
        pips = "".join(f'<i class="{outcome}">{self.outcomes[outcome][1]}</i>' for outcome in row.form)
        return f'<td class="number"><span class="pips" role="img" aria-label="{label}">{pips}</span></td>'

    def _write_level(self, row: StandingRow) -> str:
        level = escape(gettext(row.level.name)) if row.level else ""
        if row.level and row.level.sign:
            sign = escape(row.level.sign)
            level = f'<abbr title="{level}">{sign}</abbr><span class="unseen"> {level}</span>'
        return f'<td class="number minor">{level}</td>'

    def _write_style(self, row: StandingRow) -> str:
        style = escape(capfirst(get_word(self.game, row.style))) if row.style else ""
        return f'<td class="rare">{style}</td>'

    def _write_decided(self, row: StandingRow) -> str:
        decided = self.shared_rank if row.shares_rank else ""
        if row.decided_by:
            decided = get_metric_name(self.game, row.decided_by)
        return f'<td class="rare">{escape(decided)}</td>'


def mark_own(rows: str, start: int) -> str:
    """Mark the row that begins there, in rows that were written without marks, as the reader's own."""
    if rows.startswith("<tr>", start):
        return f'{rows[:start]}<tr class="{OWN}">{rows[start + len("<tr>") :]}'
    end = rows.index('">', start)
    return f"{rows[:end]}{OWN}{rows[end:]}"


def _build_zone(icon: str, meaning: str) -> str:
    drawn = lucide(icon, size=14, aria_hidden="true")
    return f'<span class="zone">{drawn}<span class="unseen">{meaning}, </span></span>'


def _write_figure(value: Fraction | int | None, places: int = MIN_DECIMALS) -> str:
    shown = format_figure(value, places)
    return NOTHING if shown is None else escape(shown)
