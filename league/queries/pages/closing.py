"""The pages that close a season and open it again: what is missing, and what it comes to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Entry, Match, Season
from league.models.division import Movement
from league.queries.ending import Deciding, Ending, ending
from league.queries.pages.differing import Differences, Line, find_differences, pack
from league.queries.pages.running import Running, running
from league.queries.pages.season_head import Viewer
from league.queries.pages.window import Window, window
from league.queries.pages.words import Where, ranking_key, where
from league.rules.seasons import rollover

MOST_LISTED = 40


@dataclass(frozen=True)
class MissingLine:
    key: str
    division: str
    names: tuple[str, ...]
    round: int
    on: date | None
    late: bool


@dataclass(frozen=True)
class MissingPart:
    """The matches without a result, of which the first are listed; `deciding` says what becomes of them."""

    lines: tuple[MissingLine, ...]
    total: int
    deciding: Deciding | None

    @property
    def more(self) -> int:
        return self.total - len(self.lines)

    @property
    def is_open(self) -> bool:
        """Nobody has said yet what becomes of them."""
        return self.total > 0 and self.deciding is None


@dataclass(frozen=True)
class FinalRow:
    """`zone` is a word for the style sheet; `decided` what puts it above the next."""

    rank: int
    key: str
    name: str
    left: bool
    zone: str
    decided: str


@dataclass(frozen=True)
class FinalDivision:
    anchor: str
    name: str
    rows: tuple[FinalRow, ...]


@dataclass(frozen=True)
class ClosePage:
    where: Where
    missing: MissingPart
    window: Window
    divisions: tuple[FinalDivision, ...]  # none until it is said what becomes of what is missing
    up: int
    down: int
    can_move: bool
    by_lot: bool  # somewhere a lot decides
    digest: str
    shown: str  # what the form carries of it, to say what differs if that changes
    differences: Differences | None


@dataclass(frozen=True)
class ReopenPage:
    """`moved` go up or down now, `decided` are the matches that closing decided. `obstacle` is why it cannot be opened,
    `takes_back` the season to be taken back first, where that helps."""

    where: Where
    moved: int
    decided: int
    obstacle: str
    takes_back: int | None


ZONES: Mapping[rollover.Movement | None, str] = {"promoted": "up", "relegated": "down"}
FATES: Mapping[str, Promise] = {
    "promoted": _("goes up"),
    "stays": _("stays"),
    "relegated": _("goes down"),
    "left": _("has left"),
}
MISSING = "?"  # the line that says how many matches have no result; no player has this key


def close_page(
    season: Season,
    *,
    viewer: Viewer,
    deciding: Deciding | None = None,
    first: int = 1,
    shown_before: str = "",
) -> ClosePage:
    """What closing the season, which was read with its competition and club, would come to: the tables from the
    division number `first` on, and what differs from what a page showed before. 4 queries."""
    found = ending(season, deciding=deciding)
    missing = missing_part(found, viewer=viewer)
    movements = found.plan().movements if found.can_move else {}
    shown = window(len(found.standings), first)
    tables = [] if missing.is_open else shown.of(found.standings)
    counted = Counter(movements.values())
    lines, about = _build_lines(found, movements), f"close.{season.pk}"
    return ClosePage(
        where=where(season),
        missing=missing,
        window=shown,
        divisions=tuple(_divisions(tables, found, movements, viewer)),
        up=counted["promoted"],
        down=counted["relegated"],
        can_move=found.can_move,
        by_lot=any(one.decided_by == "lot" for division in found.standings for one in division.ranked),
        digest="" if missing.is_open else found.digest(),
        shown="" if missing.is_open else pack(lines, about=about),
        differences=find_differences(
            shown_before, lines, about=about, name=partial(_name, found, viewer), tell=_tell
        ),
    )


def _build_lines(found: Ending, movements: Mapping[str, rollover.Movement]) -> dict[str, Line]:
    """Where everybody ends, and how many matches have no result."""
    return {
        MISSING: (len(found.missing),),
        **{
            one.row.player: (
                division.name,
                one.rank,
                "left" if one.row.player in division.left else movements.get(one.row.player, ""),
            )
            for division in found.standings
            for one in division.ranked
        },
    }


def _name(found: Ending, viewer: Viewer, key: str) -> str:
    if key == MISSING:
        return gettext("Matches without a result")
    return found.players[key].get_name_for(viewer) if key in found.players else key


def _tell(line: Line) -> str:
    if len(line) == 1:
        return str(line[0])
    division, rank, fate = line
    said = gettext("rank {rank} in division {division}").format(rank=rank, division=division)
    return ", ".join([said, *([str(FATES[str(fate)])] if fate else [])])


def _divisions(
    tables: Iterable[rollover.DivisionStandings],
    found: Ending,
    movements: Mapping[str, rollover.Movement],
    viewer: Viewer,
) -> Iterator[FinalDivision]:
    for division in tables:
        rows = tuple(
            FinalRow(
                rank=one.rank,
                key=one.row.player,
                name=found.players[one.row.player].get_name_for(viewer),
                left=one.row.player in division.left,
                zone=ZONES.get(movements.get(one.row.player), ""),
                decided=ranking_key(found.settings.game, one.decided_by) if one.decided_by else "",
            )
            for one in division.ranked
        )
        yield FinalDivision(f"division-{division.level}", division.name, rows)


def missing_part(found: Ending, *, viewer: Viewer) -> MissingPart:
    """No queries."""
    today = where(found.season).today
    return MissingPart(
        lines=tuple(
            MissingLine(
                key=one.match.key,
                division=one.division.name,
                names=tuple(player.get_name_for(viewer) for player in one.players),
                round=one.match.round,
                on=one.match.due_on,
                late=one.match.due_on is not None and one.match.due_on < today,
            )
            for one in found.missing[:MOST_LISTED]
        ),
        total=len(found.missing),
        deciding=found.deciding,
    )


def reopen_page(season: Season) -> ReopenPage:
    """What opening a closed season again would take back, or why it cannot be opened. 3 queries."""
    can = running(season)
    moved = Entry.objects.filter(
        season=season, standing__movement__in=[Movement.PROMOTED, Movement.RELEGATED]
    )
    decided = Match.objects.filter(division__season=season, current__by_closing=True)
    return ReopenPage(
        where=where(season),
        moved=moved.count(),
        decided=decided.count(),
        obstacle="" if can.reopens else _obstacle(can),
        takes_back=can.takes_back,
    )


def _obstacle(can: Running) -> str:
    if can.takes_back:
        said = gettext("Season {number} has been made out of this one: take it back first.")
        return said.format(number=can.takes_back)
    return gettext("What came after it has results already, so its tables stay as they are.")
