"""The page of whoever has logged in: their own matches, and what those who help in a club have to do there."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce, RowNumber
from django.utils import timezone
from django.utils.functional import Promise

from league.models import Club, Match, Membership, Player, Role, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import PERMISSIONS, STAFF_ROLES
from league.queries.pages.places import NOTHING, Ending, by_place, endings
from league.queries.pages.running import Waiting, waiting
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in
from league.rules.standings.totals import PAIR_SIZE

MOST_NEXT = 10
MOST_LATEST = 5
MOST_MISSING = 20


@dataclass(frozen=True)
class PlayerLine:
    key: str
    name: str
    is_me: bool
    score: int = 0
    place: int = 0  # while there is none


@dataclass(frozen=True)
class MatchRow:
    """`ending` is mine; `late`: it should have been played by now."""

    key: str
    people: tuple[PlayerLine, ...]
    competition: str
    round: int
    table: int
    on: date | None
    late: bool
    ending: Ending
    scored: bool
    note: "str | Promise"  # what is to be said of a result without a score

    @property
    def many(self) -> bool:
        return len(self.people) > PAIR_SIZE

    @property
    def by_place(self) -> tuple[PlayerLine, ...]:
        """Best first, at a table of more than two; else nobody."""
        return by_place(self.people, scored=self.scored)


@dataclass(frozen=True)
class ClubPart:
    where: Where
    role_name: "str | Promise"  # empty for those who only play
    manages: bool
    helps: bool
    plays_as: tuple[PlayerLine, ...]
    next: tuple[MatchRow, ...]  # mine that wait for a result, the first to be played first
    more_next: int
    latest: tuple[MatchRow, ...]
    missing: tuple[MatchRow, ...]  # everybody's that wait for a result
    late: int
    more_missing: int
    begun: bool  # told to those who help: the club has matches, if only in drafts
    runs: bool
    waiting: tuple[Waiting, ...]  # seasons that those who run them can go on with


@dataclass(frozen=True)
class HiddenClub:
    """A club of theirs that is suspended or deleted; `reason` and `may_restore` are for its owners."""

    slug: str
    name: str
    is_suspended: bool
    reason: str
    is_deleted: bool
    until: date | None  # the day to which a deleted one can be restored
    may_restore: bool


@dataclass(frozen=True)
class _Found:
    """A match with its place among those of its club, and how many those are."""

    match: Match
    total: int


def page(viewer: Viewer) -> tuple[ClubPart, ...]:
    """Every club that the reader has to do with, by name. At most 7 queries, whatever their number and size."""
    begun = Exists(Match.objects.filter(club=OuterRef("club")))
    visible = Club.objects.visible()
    memberships = Membership.objects.filter(user=viewer.pk, club__in=visible)
    memberships = memberships.select_related("club").annotate(begun=begun)
    roles = {membership.club_id: membership for membership in memberships}
    players: dict[int, list[Player]] = defaultdict(list)
    own = Player.objects.filter(user=viewer.pk, club__in=visible)
    for player in own.select_related("club").order_by("key"):
        players[player.club_id].append(player)
    clubs = {m.club_id: m.club for m in roles.values()} | {id: mine[0].club for id, mine in players.items()}
    helped = [id for id, membership in roles.items() if membership.role in STAFF_ROLES]
    mine = Exists(
        Seat.objects.filter(
            Q(player__user=viewer.pk) | Q(entry__player__user=viewer.pk), match=OuterRef("pk")
        )
    )
    to_come = _waiting(Match.objects.filter(mine), MOST_NEXT)
    played = _played(Match.objects.filter(mine), MOST_LATEST)
    missing = _waiting(Match.objects.filter(club__in=helped), MOST_MISSING)
    seats = _seats([*to_come.values(), *played.values(), *missing.values()])
    run = waiting(
        [id for id, membership in roles.items() if membership.role in PERMISSIONS["run-seasons"].roles]
    )
    return tuple(
        _part(
            club,
            roles.get(club.pk),
            players[club.pk],
            (to_come[club.pk], played[club.pk], missing[club.pk]),
            seats,
            run.get(club.pk, ()),
            viewer,
        )
        for club in sorted(clubs.values(), key=lambda club: (club.name.casefold(), club.slug))
    )


def hidden_clubs(viewer: Viewer) -> tuple[HiddenClub, ...]:
    """Their clubs that are suspended or deleted, by name. 1 query."""
    memberships = Membership.objects.filter(club=OuterRef("pk"), user=viewer.pk)
    hidden = Club.objects.exclude(pk__in=Club.objects.visible()).filter(
        Exists(memberships) | Exists(Player.objects.filter(club=OuterRef("pk"), user=viewer.pk))
    )
    owned = hidden.annotate(is_owner=Exists(memberships.filter(role=Role.OWNER))).order_by("name", "slug")
    owners: set[int] = {club.pk for club in owned if club.is_owner}  # type: ignore[attr-defined]
    return tuple(
        HiddenClub(
            slug=club.slug,
            name=club.name,
            is_suspended=club.suspended_at is not None,
            reason=club.suspension_reason if club.pk in owners else "",
            is_deleted=club.deleted_at is not None,
            until=club.deleted_at and timezone.localdate(club.erased_from, club.tzinfo),
            may_restore=club.pk in owners and club.suspended_at is None,
        )
        for club in owned
    )


def _waiting(matches: "QuerySet[Match]", most: int) -> Mapping[int, list[_Found]]:
    """Those of open seasons without a result: the first to be played first, then those without a day. 1 query."""
    first = [F("due_on").asc(nulls_last=True), F("round").asc(), F("table").asc(), F("pk").asc()]
    waiting = matches.filter(status=MatchStatus.SCHEDULED, division__season__state=SeasonState.OPEN)
    return _by_club(waiting, first, most)


def _played(matches: "QuerySet[Match]", most: int) -> Mapping[int, list[_Found]]:
    """Those with a result, the latest first. 1 query."""
    day = Coalesce("current__played_on", "due_on")  # a walkover has no other
    last = [day.desc(nulls_last=True), F("round").desc(), F("pk").desc()]
    return _by_club(matches.filter(current__isnull=False).exclude(status=MatchStatus.VOID), last, most)


def _by_club(matches: "QuerySet[Match]", order: Sequence[OrderBy], most: int) -> Mapping[int, list[_Found]]:
    """The first few of each club in this order. 1 query."""
    counted = matches.annotate(
        place=Window(RowNumber(), partition_by=F("club"), order_by=order),
        total=Window(Count("pk"), partition_by=F("club")),
    )
    found: dict[int, list[_Found]] = defaultdict(list)
    with_names = counted.select_related("current", "division__season__competition")
    for match in with_names.filter(place__lte=most).order_by("club", "place"):
        found[match.club_id].append(_Found(match, match.total))
    return found


def _seats(parts: Iterable[Sequence[_Found]]) -> Mapping[int, list[Seat]]:
    """Who sits in these matches. 1 query."""
    matches = {found.match.pk for part in parts for found in part}
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__in=matches)
        .select_related("player", "entry__player")
        .order_by("match", "number")
    ):
        seats[seat.match_id].append(seat)
    return seats


def _part(
    club: Club,
    membership: Membership | None,
    players: Sequence[Player],
    matches: tuple[Sequence[_Found], Sequence[_Found], Sequence[_Found]],
    seats: Mapping[int, Sequence[Seat]],
    run: Sequence[Waiting],
    viewer: Viewer,
) -> ClubPart:
    where = where_in(club)
    to_come, played, missing = (
        tuple(_row(found.match, seats[found.match.pk], where.today, viewer) for found in part)
        for part in matches
    )
    role = membership.role if membership else None
    return ClubPart(
        where=where,
        role_name=Role(role).label if role else "",
        manages=role in PERMISSIONS["manage-members"].roles,
        helps=role in STAFF_ROLES,
        plays_as=tuple(PlayerLine(player.key, player.get_name_for(viewer), is_me=True) for player in players),
        next=to_come,
        more_next=_rest(matches[0]),
        latest=played,
        missing=missing,
        late=sum(row.late for row in missing),
        more_missing=_rest(matches[2]),
        begun=bool(membership and membership.begun),  # type: ignore[attr-defined]
        runs=role in PERMISSIONS["run-seasons"].roles,
        waiting=tuple(run),
    )


def _rest(shown: Sequence[_Found]) -> int:
    return shown[0].total - len(shown) if shown else 0


def _row(match: Match, seats: Sequence[Seat], today: date, viewer: Viewer) -> MatchRow:
    people = tuple(
        PlayerLine(
            key=seat.player.key,
            name=seat.player.get_name_for(viewer),
            is_me=viewer.pk in (seat.player.user_id, seat.entry.player.user_id),
            score=seat.score,
            place=seat.place or 0,
        )
        for seat in seats
    )
    ends = endings(seats, absent=[seat.number for seat in seats if seat.absent])
    played_on = match.current.played_on if match.current else None
    competition = match.division.season.competition.name
    return MatchRow(
        key=match.key,
        people=people,
        competition=competition,
        round=match.round,
        table=match.table,
        on=played_on or match.due_on,
        late=match.current is None and match.due_on is not None and match.due_on < today,
        ending=next((end for end, person in zip(ends, people, strict=True) if person.is_me), NOTHING),
        scored=match.status == MatchStatus.PLAYED,
        note=MatchStatus(match.status).label if match.status == MatchStatus.FORFEIT else "",
    )
