"""The pages that close a season and open it again: what is missing, and what it comes to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext

from league.models import Entry, Match, Season
from league.models.division import Movement
from league.queries.ending import Deciding, Ending, ending
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


def close_page(
    season: Season, *, viewer: Viewer, deciding: Deciding | None = None, first: int = 1
) -> ClosePage:
    """What closing the season, which was read with its competition and club, would come to: the tables from the
    division number `first` on. 4 queries."""
    found = ending(season, deciding=deciding)
    missing = missing_part(found, viewer=viewer)
    movements = found.plan().movements if found.can_move else {}
    shown = window(len(found.standings), first)
    tables = [] if missing.is_open else shown.of(found.standings)
    counted = Counter(movements.values())
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
    )


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
