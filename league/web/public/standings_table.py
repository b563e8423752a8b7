"""The table of a season's standings: its columns on pages and in files, and their sorting."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import Level
from league.queries.game_words import get_metric_name, get_word
from league.queries.standings import StandingRow
from league.rules.snapshot import Settings
from league.rules.standings.totals import PAIR_SIZE
from league.web.tables import Column, Number, SortedTable

PLAYED = pgettext_lazy("short for matches played", "Pl")
WON = pgettext_lazy("short for matches won", "W")
DRAWN = pgettext_lazy("short for matches drawn", "D")
LOST = pgettext_lazy("short for matches lost", "L")
RECORD = pgettext_lazy("short for matches won, drawn and lost", "W–D–L")
# At tables of more than two: a player alone in first place has won, a player not in first place has lost.
FIRST = pgettext_lazy("short for matches in which somebody was alone in the first place", "1st")
SHARED = pgettext_lazy("short for matches in which somebody shared the first place", "=1st")
OTHERS = pgettext_lazy("short for matches in which somebody was not in the first place", "Rest")
MAX_TIE_BREAKS = 2  # that are shown where there is little room
MAX_FIGURES = 10  # of the game's own figures that are compared


@dataclass(frozen=True)
class ChosenColumns:
    """The columns of a table by name, those that only wide screens show, and the one that ranks."""

    names: Sequence[str]
    rare: frozenset[str]
    ranked_by: str


class StandingsTable(SortedTable):
    """The rows of `list_standings`. Pages write them by `standings_rows`, without the division.

    With tables of two there is a column for matches won, drawn and lost, for which files have three, and the form.
    """

    division = Column(_("Division"), visible=False, orderable=False)
    rank = Column(_("Rank"), short="#", classes="number")
    name = Column(_("Player"), order_by="folded_name")
    guest = Column(_("Guest"), visible=False, orderable=False, accessor="entry__guest")
    played = Number(_("Played"), short=PLAYED, accessor="totals__played")
    won = Number(_("Won"), short=WON, accessor="totals__won")
    drawn = Number(_("Drawn"), short=DRAWN, accessor="totals__drawn")
    lost = Number(_("Lost"), short=LOST, accessor="totals__lost")
    record = Number(
        _("Won, drawn, lost"),
        short=RECORD,
        order_by="totals__won",
        exclude_from_export=True,
    )
    deals = Number(_("Deals"), classes="number rare", accessor="totals__deals")
    score = Number(_("Score"), accessor="totals__score")
    points = Number(_("Points"), accessor="totals__points")
    form = Column(_("Form"), classes="number", orderable=False, exclude_from_export=True)
    average = Number(pgettext_lazy("score per game", "Average"))
    level = Number(_("Level"), order_by="average", empty_values=())
    zeros = Number(_("Zeros"), accessor="totals__bids_made")
    style = Column(_("Style"), classes="rare")
    decided = Column(
        _("Tie-break used"),
        classes="rare",
        accessor="decided_by",
        orderable=False,
        empty_values=(),
    )

    given_order = "rank"

    def __init__(
        self,
        rows: Sequence[StandingRow],
        settings: Settings,
        *,
        sort: str | None = None,
        has_form: bool = True,
    ) -> None:
        """Leave out the columns that the season does not need, and add those of the game's own figures."""
        self.game = game = settings.game
        is_pair = settings.table_size == PAIR_SIZE
        is_paired = settings.is_paired_in_twos  # then the tie-breaks of opponents need the room
        figures = [
            (
                f"figure_{number}",
                Number(
                    capfirst(get_metric_name(game, key)),
                    classes="number rare" if is_paired and number >= MAX_TIE_BREAKS else "number",
                    accessor=f"figures__{number}",
                ),
            )
            for number, key in enumerate(settings.shown_keys)
        ]
        named = [
            (
                "deals",
                Number(capfirst(get_word(game, "deals")), classes="number rare", accessor="totals__deals"),
            ),
            (
                "score",
                Number(capfirst(get_word(game, "score")), accessor="totals__score"),
            ),
            (
                "zeros",
                Number(
                    capfirst(get_word(game, "zeros") if game.zeros else get_metric_name(game, "zeros")),
                    accessor="totals__bids_made",
                ),
            ),
        ]
        if figure := settings.rules.points.figure:
            title = capfirst(get_metric_name(game, figure))
            named.append(("points", Number(_("Points"), short=title, accessor="totals__points")))
        if not is_pair:
            named += [
                ("won", Number(pgettext_lazy("place", "First"), short=FIRST, accessor="totals__won")),
                (
                    "drawn",
                    Number(_("Shared first"), short=SHARED, accessor="totals__drawn"),
                ),
                (
                    "lost",
                    Number(_("Not first"), short=OTHERS, accessor="totals__lost"),
                ),
            ]
        is_narrow = is_paired or bool(settings.rules.groups)  # groups stand two side by side
        ranked_by = self._find_ranked_by(settings)  # which is shown in any case
        shown = {
            "points": "points" in settings.rules.ranking,
            "level": bool(game.levels) and not is_narrow,
            "zeros": ranked_by == "zeros" or (game.zeros and not is_narrow),
            "style": game.style is not None and not is_narrow,
            "record": is_pair,
            "form": is_pair and has_form and not is_paired,
            "deals": not is_paired,
            "score": ranked_by == "score" or not is_paired,
            "guest": any(row.entry.guest for row in rows),  # in files only
        }
        super().__init__(
            rows,
            sort=sort,
            extra_columns=[*named, *figures],
            exclude=[name for name, is_shown in shown.items() if not is_shown],
            sequence=[*BEFORE_FIGURES, *(name for name, _column in figures), "..."],
        )
        first_key = settings.get_shown_key(settings.rules.ranking[0])
        is_by_figure = first_key in {
            figure.key for figure in game.figures
        }  # then who came first is by the way
        if is_pair or is_by_figure:  # files have them always
            for name in ("won", "drawn", "lost"):
                self.columns.hide(name)
        self.ranked_by = ranked_by
        for name, column in self.columns.items():
            if column.column.classes == "number" and name not in ("rank", "form", self.ranked_by):
                column.column.classes += " minor"

    def list_columns(self) -> ChosenColumns:
        """Return what pages need to write rows."""
        rare = frozenset(each.name for each in self.columns if "rare" in each.column.classes)
        return ChosenColumns([each.name for each in self.columns], rare, self.ranked_by)

    def _find_ranked_by(self, settings: Settings) -> str:
        """Return the column of the first ranking criterion that a row has by itself: narrow screens show only that."""
        columns = {key: f"figure_{number}" for number, key in enumerate(settings.shown_keys)}
        columns |= {"average": "average", "score": "score", "points": "points", "zeros": "zeros"}
        columns["wins"] = "record" if settings.table_size == PAIR_SIZE else "won"
        return next((columns[key] for key in settings.rules.ranking if key in columns), "average")

    def value_guest(self, value: bool) -> str | None:
        return gettext("guest") if value else None

    def value_level(self, value: Level | None) -> str | None:
        return gettext(value.name) if value else None

    def value_style(self, value: str) -> str:
        return get_word(self.game, value)

    def value_decided(self, value: str, record: StandingRow) -> str | None:
        if value:
            return get_metric_name(self.game, value)
        return gettext("shared rank") if record.shares_rank else None


COLUMNS = tuple(StandingsTable.base_columns)
BEFORE_FIGURES = COLUMNS[: COLUMNS.index("points") + 1]
SORTS = (
    *(name for name in COLUMNS if name not in ("division", "guest", "form", "decided")),
    *(f"figure_{number}" for number in range(MAX_FIGURES)),
)
