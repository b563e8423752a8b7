"""The clubs of a user, and the matches that concern the user there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Window,
    prefetch_related_objects,
)
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce, RowNumber
from django.utils import timezone

from league.models import (
    Club,
    Entry,
    JoinRequest,
    JoinRequestState,
    Match,
    Membership,
    Player,
    Role,
    Round,
    Season,
    Seat,
    Submission,
    User,
)
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.models.round import RoundState
from league.models.season import SeasonState
from league.permissions import ORGANISER_ROLES, OWNER_ROLES, STAFF_ROLES
from league.queries.confirmations import AT_ISSUE, Confirmation, build_confirmation, has_waiting, is_disputed
from league.queries.goals import Goal, find_goal, list_first_places
from league.rules.settings import MAX_CONFIRM_DAYS
from league.rules.snapshot import find_settings

MAX_NEXT = 30  # of each club; overdue matches come first, and the next match is to be among them
MAX_LATEST = 5
MAX_MISSING = 20
MAX_TO_CONFIRM = 20
NEXT_FIRST = (
    F("due_on").asc(nulls_last=True),
    *(F(name).asc() for name in ("round__stage__number", "round__number", "table", "pk")),
)


@dataclass(frozen=True)
class OwnClub:
    """A club with the user's role there, if any, and the user's players."""

    club: Club
    membership: Membership | None
    players: Sequence[Player]

    @property
    def is_staff(self) -> bool:
        return self._has_role(STAFF_ROLES)

    @property
    def is_organiser(self) -> bool:
        return self._has_role(ORGANISER_ROLES)

    @property
    def is_owner(self) -> bool:
        return self._has_role(OWNER_ROLES)

    @property
    def is_last_owner(self) -> bool:
        return self.is_owner and self.membership is not None and not self.membership.has_other_owner

    def _has_role(self, roles: frozenset[Role]) -> bool:
        return self.membership is not None and self.membership.role in roles


@dataclass(frozen=True)
class FirstMatches:
    """The first matches of a club that are asked for, of so many."""

    matches: Sequence[Match] = ()
    total: int = 0

    @property
    def more(self) -> int:
        return self.total - len(self.matches)

    @property
    def overdue(self) -> int:
        return sum(match.is_overdue for match in self.matches)


def list_own_clubs(user: User, *, slug: str = "") -> list[OwnClub]:
    """Return the clubs of an account by name, also hidden clubs, or only the club with this slug. 2 queries."""
    others = Membership.objects.filter(club=OuterRef("club")).exclude(user=user)
    what_else = {
        "has_matches": Exists(Match.objects.filter(club=OuterRef("club"))),
        "has_other_members": Exists(others),
        "has_other_owner": Exists(others.filter(role=Role.OWNER)),
    }
    memberships = Membership.objects.filter(user=user).select_related("club").annotate(**what_else)
    players = Player.objects.filter(user=user).select_related("club").order_by("key")
    if slug:
        memberships, players = memberships.filter(club__slug=slug), players.filter(club__slug=slug)
    roles = {membership.club_id: membership for membership in memberships}
    own: dict[Club, list[Player]] = {membership.club: [] for membership in roles.values()}
    for player in players:
        own.setdefault(player.club, []).append(player)
    return [
        OwnClub(club, roles.get(club.pk), own[club])
        for club in sorted(own, key=lambda club: (club.name.casefold(), club.slug))
    ]


def list_own_entries(user: User) -> list[tuple[Entry, Goal | None]]:
    """Return the user's entries in open seasons, by club and league, each with its goal. At most 2 queries.

    Of a tournament it is the entry of the last stage that the user has reached, unless they have left that.
    """
    entries = list(_filter_own_entries(user))
    first = list_first_places({entry.division_id for entry in entries}) if entries else {}
    return [(entry, find_goal(entry, first.get(entry.division_id, []))) for entry in entries]


def _filter_own_entries(user: User) -> "QuerySet[Entry]":
    """Keep the user's entries in open seasons, of the last stage each, by club and league."""
    of_player = Entry.objects.filter(season=OuterRef("season"), player=OuterRef("player"))
    return (
        Entry.objects.filter(
            ~Exists(of_player.filter(stage__number__gt=OuterRef("stage__number"))),
            player__user=user,
            player__club__in=Club.objects.visible(),
            season__state=SeasonState.OPEN,
            left=False,
            standing__isnull=False,
        )
        .select_related("standing", "player", "division__season__competition__club", "division__stage")
        .order_by("player__club__name", "season__competition__name", "season", "pk")
    )


def list_next_matches(user: User) -> Mapping[int, FirstMatches]:
    """Return the matches that the user is to play, by club, without their seats. 1 query."""
    return _list_unplayed(_filter_own(user).exclude(has_waiting()), MAX_NEXT)


def list_missing_results(clubs: Iterable[Club]) -> Mapping[int, FirstMatches]:
    """Return the matches that wait for a result, by club, without their seats. 1 query."""
    return _list_unplayed(Match.objects.filter(club__in=clubs).exclude(has_waiting()), MAX_MISSING)


def list_latest_results(user: User) -> Mapping[int, FirstMatches]:
    """Return the user's matches that have a result, the latest first, by club, without their seats. 1 query."""
    day = Coalesce("current__played_on", "due_on")  # a walkover has no other
    later_first = [F(name).desc() for name in ("round__stage__number", "round__number", "pk")]
    decided = _filter_own(user).filter(current__isnull=False).exclude(status=MatchStatus.VOID)
    return _list_first(decided, [day.desc(nulls_last=True), *later_first], MAX_LATEST)


def find_next_match(user: User, season: Season) -> Match | None:
    """Return the match that the user is to play next in a season, with its seats. At most 2 queries."""
    of_season = _filter_own(user).filter(division__season=season, status=MatchStatus.SCHEDULED)
    found = of_season.exclude(has_waiting()).select_related("division", "round").order_by(*NEXT_FIRST).first()
    if found:
        found.club, found.division.season = season.competition.club, season
        seats = Seat.objects.select_related("player", "entry__player").order_by("number")
        prefetch_related_objects([found], Prefetch("seats", seats))
    return found


def list_to_confirm(user: User, among: Collection[int] | None = None) -> list[Confirmation]:
    """Return results that others entered for the user's matches, to be confirmed, the oldest first. 1 query.

    `among` are the ids of the matches that are asked for; None: all.
    """
    own = Q(player__user=user) | Q(entry__player__user=user)
    of_reporter = Q(player=OuterRef("reporter")) | Q(entry__player=OuterRef("reporter"))
    oldest = timezone.now() - timedelta(MAX_CONFIRM_DAYS + 1)
    entered = (
        Submission.objects.filter(
            AT_ISSUE,
            Q(verdict=Verdict.WAITING) | Q(at__gte=oldest),
            Exists(Seat.objects.filter(own, match=OuterRef("match")).exclude(of_reporter)),
            match__in=_list_own_seats(user),
            reporter__isnull=False,
            reply=None,
            match__club__suspended_at=None,
            match__club__deleted_at=None,
            match__division__season__state=SeasonState.OPEN,
        )
        .exclude(by=user)
        .select_related(
            *("reporter__club", "match__club", "match__round", "match__division__season__competition__club")
        )
        .order_by("at", "pk")
    )
    if among is not None:
        entered = entered.filter(match__in=among)
    found = []
    for submission in entered:
        season = submission.match.division.season
        if settings := find_settings(*season.settings):
            found.append(build_confirmation(submission, season, settings.rules))
    return [confirmation for confirmation in found if confirmation.is_awaited][:MAX_TO_CONFIRM]


def list_disputed(clubs: Iterable[Club]) -> list[Match]:
    """Return the matches with disputes that their organisers are to settle, without their seats. 1 query."""
    disputed = Match.objects.filter(is_disputed(), club__in=clubs, division__season__state=SeasonState.OPEN)
    return list(
        disputed.select_related("club", "round", "division__season__competition").order_by("pk")[:MAX_MISSING]
    )


def load_seats(parts: Iterable[Mapping[int, FirstMatches]], others: Iterable[Match] = ()) -> None:
    """Read the seats of all these matches, with their players and entries. 1 query."""
    matches = [match for part in parts for first in part.values() for match in first.matches] + list(others)
    seats = Seat.objects.select_related("player", "entry__player").order_by("number")
    prefetch_related_objects(matches, Prefetch("seats", seats))


def _filter_own(user: User) -> "QuerySet[Match]":
    """Keep the matches in which the user sits, or a substitute for them."""
    return Match.objects.filter(pk__in=_list_own_seats(user))


def _list_own_seats(user: User) -> "QuerySet[Seat, Any]":
    """Return the ids of those matches. They are looked up by the players: the matches of all clubs are many more."""
    players = Player.objects.filter(user=user).values("pk")
    sat = Seat.objects.order_by().filter(player__in=players).values("match")
    return sat.union(Seat.objects.order_by().filter(entry__player__in=players).values("match"))


def _list_unplayed(matches: "QuerySet[Match]", most: int) -> Mapping[int, FirstMatches]:
    """Return the matches of open seasons without a result: the next first, those without a day last."""
    unplayed = matches.filter(status=MatchStatus.SCHEDULED, division__season__state=SeasonState.OPEN)
    return _list_first(unplayed, NEXT_FIRST, most)


def _list_first(
    matches: "QuerySet[Match]", order: Sequence[OrderBy], most: int
) -> Mapping[int, FirstMatches]:
    """Return the first few of each club in this order."""
    counted = matches.annotate(
        place=Window(RowNumber(), partition_by=F("club"), order_by=order),
        total=Window(Count("pk"), partition_by=F("club")),
    ).select_related("club", "current", "round__stage", "division__season__competition")
    found: dict[int, list[Match]] = defaultdict(list)
    totals: dict[int, int] = {}
    for match in counted.filter(place__lte=most).order_by("club", "place"):
        found[match.club_id].append(match)
        totals[match.club_id] = match.total
    return {club: FirstMatches(first, totals[club]) for club, first in found.items()}


def list_join_requests(user: User) -> QuerySet[JoinRequest]:
    """Return the user's requests to join clubs that wait, or were refused and are not deleted yet. 1 query."""
    shown = [JoinRequestState.OPEN, JoinRequestState.REFUSED]
    requests = JoinRequest.objects.filter(user=user, state__in=shown, club__in=Club.objects.visible())
    return requests.select_related("club").order_by("-made_at", "-pk")


def list_waiting_seasons(clubs: Iterable[Club]) -> Mapping[int, list[Season]]:
    """Return the seasons that organisers can go on with, by club. 1 query.

    These are drafts to be opened, open seasons all of whose matches are decided and rounds are paired, and leagues
    whose latest season is closed.
    """
    later = Season.objects.filter(competition=OuterRef("competition"), number__gt=OuterRef("number"))
    to_pair = Round.objects.filter(
        stage__season=OuterRef("pk"), state__in=(RoundState.PLANNED, RoundState.PAIRED)
    )
    scheduled = Q(divisions__matches__status=MatchStatus.SCHEDULED)
    seasons = (
        Season.objects.for_page()
        .filter(competition__club__in=clubs)
        .annotate(has_later=Exists(later), to_pair=Exists(to_pair))
        .exclude(
            Q(state=SeasonState.CLOSED) & (Q(has_later=True) | ~Q(competition__kind=CompetitionKind.LEAGUE))
        )
        .annotate(matches=Count("divisions__matches"), to_play=Count("divisions__matches", filter=scheduled))
        .exclude(Q(state=SeasonState.OPEN) & (Q(matches=0) | Q(to_play__gt=0) | Q(to_pair=True)))
        .order_by("competition__name", "competition__slug", "number")
    )
    found: dict[int, list[Season]] = defaultdict(list)
    for season in seasons:
        found[season.competition.club_id].append(season)
    return found
