"""The pages on which somebody plays for somebody else: in one match, or in all that is still to be played."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext

from league.models import Entry, Player, Season, Seat
from league.models.match import MatchStatus
from league.queries.pages.match import Found
from league.queries.pages.members import PlayerName
from league.queries.pages.season_head import Viewer
from league.queries.pages.who import Entered, entered, everybody
from league.queries.pages.words import Where, where
from league.queries.substitute import Engaged, Waiting, waiting

BY_THEMSELVES = (MatchStatus.SCHEDULED, MatchStatus.PLAYED)


@dataclass(frozen=True)
class SeatChoice:
    """`name`: whose place it is, with the id that is `key`; `sitting`: who sits there now instead, or nothing."""

    number: int
    key: str
    name: str
    sitting: str


@dataclass(frozen=True)
class SubstitutePage:
    """`obstacle`: why nobody can play for anybody; empty where somebody can."""

    where: Where
    key: str
    division: str
    round: int
    table: int
    played: bool
    seats: tuple[SeatChoice, ...]
    players: tuple[PlayerName, ...]  # who can be named
    names: Mapping[str, str]  # of everybody, by id
    seen: str
    obstacle: str


@dataclass(frozen=True)
class RestPage:
    where: Where
    players: tuple[Entered, ...]
    everybody: tuple[PlayerName, ...]

    @property
    def names(self) -> Mapping[str, str]:
        """By id."""
        return {one.key: one.name for one in self.everybody}


@dataclass(frozen=True)
class RestMatch:
    """`others` whose places these are; `sitting`: who plays there for the player already. Who is to play instead sits
    there `already`, or is `engaged`: has another seat there, or plays at another table of the round."""

    key: str
    round: int
    on: date | None
    others: tuple[str, ...]
    sitting: str
    engaged: Engaged
    already: bool


@dataclass(frozen=True)
class RestPreview:
    """`instead` is empty where nobody is named yet; `themselves`: it is the player."""

    name: str
    instead: str
    themselves: bool
    matches: tuple[RestMatch, ...]
    seen: str

    @property
    def at_the_table(self) -> int:
        """So many matches in which who is to play instead has another seat."""
        return sum(one.engaged == "same-table" for one in self.matches)

    @property
    def elsewhere(self) -> int:
        """So many during which they play at another table."""
        return sum(one.engaged == "other-table" for one in self.matches)

    @property
    def obstacle(self) -> str:
        """Why nothing would change; empty where something would."""
        if not self.matches:
            return gettext("{name} has nothing left to play.").format(name=self.name)
        if any(not (one.engaged or one.already) for one in self.matches):
            return ""
        if any(one.already for one in self.matches):
            if self.themselves:
                said = gettext("{name} plays these matches already, and nobody else does.")
            else:
                said = gettext("{instead} plays for {name} already.")
        else:
            said = gettext("{instead} has a place already in the round of every match that is left.")
        return said.format(name=self.name, instead=self.instead)


def page(found: Found, *, viewer: Viewer) -> SubstitutePage:
    """Of a found match. 1 query."""
    match = found.match
    players = everybody(found.season, viewer=viewer)
    names = {one.key: one.name for one in players}
    return SubstitutePage(
        where=found.where,
        key=match.key,
        division=match.division.name,
        round=match.round,
        table=match.table,
        played=match.status == MatchStatus.PLAYED,
        seats=tuple(_seat(seat, names) for seat in found.seats),
        players=tuple(_possible(found, players)),
        names=names,
        seen=str(match.revision),
        obstacle=_obstacle(found),
    )


def _seat(seat: Seat, names: Mapping[str, str]) -> SeatChoice:
    stands_in = seat.player_id != seat.entry.player_id
    return SeatChoice(
        number=seat.number,
        key=seat.entry.player.key,
        name=names[seat.entry.player.key],
        sitting=names[seat.player.key] if stands_in else "",
    )


def _possible(found: Found, players: Sequence[PlayerName]) -> list[PlayerName]:
    """Everybody of the club who does not sit there; whose place it is, where somebody else sits in it now."""
    sitting = {seat.player.key for seat in found.seats}
    back = {seat.entry.player.key for seat in found.seats} - sitting
    own = gettext("{name} (whose place it is)")
    return [
        PlayerName(one.key, own.format(name=one.name)) if one.key in back else one
        for one in players
        if one.key not in sitting
    ]


def _obstacle(found: Found) -> str:
    if not found.is_open:
        return gettext("Who sits where is said only while the season is open.")
    if found.match.status not in BY_THEMSELVES:
        return gettext("Nobody sat at this table: the match was not played, and will not be.")
    return ""


def rest_page(season: Season, *, viewer: Viewer) -> RestPage:
    """Of a season that was read with its competition and club. 3 queries, whatever the size."""
    players = everybody(season, viewer=viewer)
    names = {one.key: one.name for one in players}
    return RestPage(where=where(season), players=entered(season, names), everybody=players)


def rest_preview(entry: Entry, instead: Player | None, *, names: Mapping[str, str]) -> RestPreview:
    """The matches that an entry, read with its player, has still to play; `names`: what everybody is called. 1 query;
    1 more where it is said who plays instead."""
    found = waiting(entry, instead)
    shown = [(one.match.key, one.engaged, [seat.player_id for seat in one.seats]) for one in found]
    return RestPreview(
        name=names[entry.player.key],
        instead=names[instead.key] if instead else "",
        themselves=instead is not None and instead.pk == entry.player_id,
        matches=tuple(_rest_match(one, instead, names) for one in found),
        seen=hashlib.sha256(repr((entry.pk, shown)).encode()).hexdigest(),
    )


def _rest_match(one: Waiting, instead: Player | None, names: Mapping[str, str]) -> RestMatch:
    stands_in = one.own.player_id != one.own.entry.player_id
    return RestMatch(
        key=one.match.key,
        round=one.match.round,
        on=one.match.due_on,
        others=tuple(names[seat.entry.player.key] for seat in one.seats if seat is not one.own),
        sitting=names[one.own.player.key] if stands_in else "",
        engaged=one.engaged,
        already=instead is not None and instead.pk == one.own.player_id,
    )
