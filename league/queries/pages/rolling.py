"""The pages that roll a season over and take that back: for every player from where, to where, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import cast

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Entry, Event, Match, Player, Season
from league.models.division import Division
from league.models.season import SeasonState
from league.queries.ending import Deciding, Ending, ending
from league.queries.opening import against_next
from league.queries.pages.closing import MISSING, MissingPart, missing_part
from league.queries.pages.differing import Differences, Line, find_differences, pack
from league.queries.pages.members import PlayerName
from league.queries.pages.running import Running, running
from league.queries.pages.season_head import Viewer
from league.queries.pages.window import Window, window
from league.queries.pages.words import Where, where
from league.rules.seasons.rollover import PlannedDivision, PlayerMovement, Reason, RolloverPlan

WHAT: Mapping[Reason | None, Promise] = {
    None: _("stays"),
    "promoted": _("goes up"),
    "relegated": _("goes down"),
    "vacancy": _("fills a free place"),
    "newcomer": _("new"),
    "split": _("division split"),
    "joined": _("divisions joined"),
}

COUNTED: Mapping[Reason | None, Promise] = {
    "promoted": _("going up"),
    "relegated": _("going down"),
    "vacancy": _("filling free places"),
    "newcomer": _("new"),
    "split": _("in a new division"),
    "joined": _("joined to another division"),
}


@dataclass(frozen=True)
class FateLine:
    """What becomes of a player. `came_from` is the name of a division, empty for a newcomer; `zone` a word for the
    style sheet."""

    key: str
    name: str
    came_from: str
    zone: str
    what: "str | Promise"
    because: tuple[str, ...]


@dataclass(frozen=True)
class NextDivision:
    """A division of the next season; `before` is how many played in it, None where it is new."""

    anchor: str
    name: str
    before: int | None
    lines: tuple[FateLine, ...]


@dataclass(frozen=True)
class Made:
    """The season that is there already; `by` is empty and `at` None where it was not made by rolling over."""

    number: int
    by: str
    at: datetime | None
    takes_back: bool


@dataclass(frozen=True)
class RollOverPage:
    where: Where
    made: Made | None
    can_move: bool
    closes: bool  # the season is open: rolling over closes it
    missing: MissingPart
    window: Window
    divisions: tuple[NextDivision, ...]  # none until it is said what becomes of what is missing
    gone: tuple[str, ...]  # names of divisions that are no more
    leaving: tuple[FateLine, ...]
    players: int  # whose fate is told, on this page or another
    counted: tuple[tuple["str | Promise", int], ...]  # how many go up, go down and so on
    against: tuple[str, ...]  # why the next season could not be opened as it is
    digest: str
    shown: str  # what the form carries of it, to say what differs if that changes
    differences: Differences | None

    @property
    def next(self) -> int:
        return (self.where.season or 0) + 1

    @property
    def can_be_done(self) -> bool:
        return self.can_move and not self.made and not self.missing.is_open


@dataclass(frozen=True)
class UndoPage:
    """What taking a rollover back loses: the season that it made."""

    where: Where
    before: int
    opens_again: bool
    players: int
    divisions: int
    matches: int
    obstacle: str


def free(season: Season, *, viewer: Viewer) -> tuple[PlayerName, ...]:
    """Players of the club who are not in the season, by name. 1 query."""
    players = Player.objects.filter(club=season.competition.club_id).exclude(entries__season=season)
    named = (PlayerName(player.key, player.get_name_for(viewer)) for player in players)
    return tuple(sorted(named, key=lambda player: (player.name.casefold(), player.key)))


def roll_over_page(
    season: Season,
    *,
    viewer: Viewer,
    deciding: Deciding | None,
    newcomers: Sequence[PlayerName],
    first: int = 1,
    shown_before: str = "",
    free: Sequence[PlayerName] = (),
) -> RollOverPage:
    """What rolling the season over, which was read with its competition and club, would come to: the players from the
    division number `first` on, and what differs from what a page showed before, perhaps with somebody of `free`. At
    most 6 queries."""
    found = ending(season, deciding=deciding)
    missing = missing_part(found, viewer=viewer)
    made = _made(season)
    keys = [player.key for player in newcomers]
    shown = found.can_move and not made and not missing.is_open
    plan = found.plan(keys) if shown else RolloverPlan((), ())
    part = window(len(plan.divisions), first)
    lines = _Lines(found, newcomers, viewer)
    fates = {fate.player: fate for fate in plan.player_movements}
    before = {one.level for one in part.of(found.standings)}
    leaving = [fate for fate in plan.player_movements if fate.to is None]
    levels = {division.level for division in plan.divisions}
    counted = Counter[Reason | None](fate.reason for fate in plan.player_movements)
    told = [(words, counted[reason]) for reason, words in COUNTED.items()]
    fate_lines, about = _build_lines(found, plan), f"roll-over.{season.pk}"
    return RollOverPage(
        where=where(season),
        made=made,
        can_move=found.can_move,
        closes=season.state == SeasonState.OPEN,
        missing=missing,
        window=part,
        divisions=tuple(_divisions(part.of(plan.divisions), fates, lines)),
        gone=tuple(one.name for one in found.standings if shown and one.level not in levels),
        leaving=tuple(lines.of(fate) for fate in leaving if fate.came_from in before),
        players=len(plan.player_movements),
        counted=tuple((words, number) for words, number in [*told, (_("leaving"), len(leaving))] if number),
        against=tuple(against_next(season.competition, plan.divisions)) if shown else (),
        digest=found.digest(keys) if shown else "",
        shown=pack(fate_lines, about=about) if shown else "",
        differences=find_differences(
            shown_before if shown else "",
            fate_lines,
            about=about,
            name=partial(lines.name, {player.key: player.name for player in free}),
            tell=_tell,
        ),
    )


def _build_lines(found: Ending, plan: RolloverPlan) -> dict[str, Line]:
    """Where everybody goes from where, and how many matches have no result."""
    homes = {one.level: one.name for one in found.standings}
    names = {division.level: division.name for division in plan.divisions}
    return {
        MISSING: (len(found.missing),),
        **{
            fate.player: (
                None if fate.came_from is None else homes[fate.came_from],
                None if fate.to is None else names[fate.to],
                fate.reason,
            )
            for fate in plan.player_movements
        },
    }


def _tell(line: Line) -> str:
    if len(line) == 1:
        return str(line[0])
    _came_from, to, reason = line
    if to is None:
        return gettext("leaves")
    said = gettext("division {name}").format(name=to)
    return f"{said}, {WHAT[cast(Reason | None, reason)]}"


class _Lines:
    """Says what becomes of one player after the other, by the names of the old season's divisions."""

    def __init__(self, found: Ending, newcomers: Sequence[PlayerName], viewer: Viewer) -> None:
        self._players = found.players
        self._newcomers = {player.key: player.name for player in newcomers}
        self._viewer = viewer
        self._homes = {one.level: one.name for one in found.standings}
        self.before = {one.level: len(one.ranked) for one in found.standings}

    def name(self, free: Mapping[str, str], key: str) -> str:
        """The name of a line that differs: of who was in the season, or is free to join it."""
        if key == MISSING:
            return gettext("Matches without a result")
        player = self._players.get(key)
        return player.get_name_for(self._viewer) if player else free.get(key, key)

    def of(self, fate: PlayerMovement) -> FateLine:
        zone, player = "", self._players.get(fate.player)
        if fate.came_from is not None and fate.to is not None and fate.to != fate.came_from:
            zone = "up" if fate.to < fate.came_from else "down"
        return FateLine(
            key=fate.player,
            name=player.get_name_for(self._viewer) if player else self._newcomers[fate.player],
            came_from="" if fate.came_from is None else self._homes[fate.came_from],
            zone=zone,
            what=_("leaves") if fate.to is None else WHAT[fate.reason],
            because=tuple(text.translate(gettext) for text in fate.because),
        )


def _divisions(
    divisions: Sequence[PlannedDivision], fates: Mapping[str, PlayerMovement], lines: _Lines
) -> Iterator[NextDivision]:
    for division in divisions:
        yield NextDivision(
            anchor=f"division-{division.level}",
            name=division.name,
            before=lines.before.get(division.level),
            lines=tuple(lines.of(fates[player]) for player in division.players),
        )


def _made(season: Season) -> Made | None:
    """The next season, if it is there already, and who made it, by the record. At most 2 queries."""
    can = running(season)
    if can.next is None:
        return None
    changes = Event.objects.filter(club=season.competition.club_id, action="roll_over", noun="season")
    change = (
        changes.filter(key=f"{season.competition.slug}/{can.next}", before__season=season.number)
        .select_related("by")
        .order_by("-at", "-pk")
        .first()
    )
    return Made(
        number=can.next,
        by=str(change.by or gettext("the administrator of the site")) if change else "",
        at=timezone.localtime(change.at, season.competition.club.tzinfo) if change else None,
        takes_back=can.takes_back is not None,
    )


def undo_page(season: Season) -> UndoPage:
    """What taking the rollover back that made this season would lose, or why it cannot be. 4 queries."""
    can = running(season)
    stands = where(season)
    return UndoPage(
        where=stands,
        before=(stands.season or 1) - 1,
        opens_again=season.closed_before,
        players=Entry.objects.filter(season=season).count(),
        divisions=Division.objects.filter(season=season).count(),
        matches=Match.objects.filter(division__season=season).count(),
        obstacle="" if can.takes_back == season.number else _obstacle(season, can),
    )


def _obstacle(season: Season, can: Running) -> str:
    if season.rolled_from_id is None:
        return gettext("This season was not made out of the one before, so there is nothing to take back.")
    if can.next is not None:
        said = gettext("Season {number} came after it. Only the latest season can be taken back.")
        return said.format(number=can.next)
    return gettext("It has results already, so it stays.")
