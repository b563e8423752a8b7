"""The page of what was decided in a season that no sheet says: what, about whom, why and when."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext

from league.models import Decision, DecisionKind, Division, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import can, get_required_permission
from league.principals import Principal
from league.queries.pages.elsewhere import Elsewhere, elsewhere, unsaid
from league.queries.pages.paging import Pages, paginate
from league.queries.pages.paging import find_page as find_in_list
from league.queries.pages.season_head import SeasonHead, Viewer, head
from league.queries.pages.seated import MatchPart, Person, Seats, match_part
from league.queries.pages.words import told_apart
from league.rules.explain.standings import format_penalty


@dataclass(frozen=True)
class Told:
    """What several decisions are told with. `seats` of their matches, by match; who sat there when a match was decided,
    by decision; the names of the season's divisions, by level."""

    seats: Seats
    sat: Mapping[int, Sequence[Person]]
    divisions: Mapping[int, str]


@dataclass(frozen=True)
class DecisionLine:
    """`who` it is about: those who stayed away, as they sat there then, or whose entry it is; nobody where no seat is
    told apart. `instead` plays for them, as `plays` says. `outcome` is that of a withdrawal, `division` that of a late
    entry, `taken` says what a penalty took away. `overtaken`: its match has had another result since. `by`, and those
    that are `undone`, are for those who help."""

    number: int
    kind: str
    kind_name: str
    who: tuple[Person, ...]
    everybody: bool  # stayed away
    instead: Person | None
    plays: str
    themselves: bool  # who had somebody play for them plays again
    left_out: int  # matches in which they would meet
    outcome: str
    division: str
    taken: str
    match: MatchPart | None
    reason: str
    on: date
    by: str
    undone_on: date | None
    undone_by: str
    overtaken: bool
    may_take_back: bool


@dataclass(frozen=True)
class DecisionsPage:
    """`decides`: the reader may decide matches; `runs`: everything else too. Both only while the season is open.
    `waits`: they could, if it were opened again; `opens`: which they may do."""

    head: SeasonHead
    lines: tuple[DecisionLine, ...]  # the newest first
    pages: Pages
    elsewhere: Elsewhere | None  # what nobody decided here, on the first page
    waits: bool
    opens: bool
    decides: bool
    runs: bool
    helps: bool

    @property
    def taken_back(self) -> bool:
        """Whether some of those listed were taken back."""
        return any(line.undone_on for line in self.lines)


READ_WITH = ("player", "instead", "by", "undone_by", "match__current")


def of_season(season: Season, *, as_of: date | None = None) -> int:
    """How many decisions stand, or stood at the end of that day. 1 query."""
    decisions = Decision.objects.filter(season=season)
    if as_of is None:
        return decisions.active().count()
    return decisions.filter(Q(undone_on=None) | Q(undone_on__gt=as_of), on__lte=as_of).count()


def page(season: Season, *, viewer: Viewer, by: Principal, number: int = 1) -> DecisionsPage:
    """A page of those of a season that was read with its competition and club.

    5 queries on the first page, 6 where there are others, 3 on these; 1 more each where a match was forfeited, where
    somebody sat there who does not now, and where somebody came in late; and the reader's roles.
    """
    club, is_open = season.competition.club_id, season.state == SeasonState.OPEN
    helps = can(by, "see-staff-pages", club)
    pages, found = paginate(_listed(season, helps).select_related(*READ_WITH), number)
    others = unsaid(season, _standing(season, found, pages)) if pages.number == 1 else None
    seats = seats_of(found, also=[match.pk for match in others.matches] if others else ())
    told = Told(seats, _sat(season, found, seats, viewer), _divisions(season, found))
    return DecisionsPage(
        head=head(season),
        lines=tuple(line(one, season, told, viewer=viewer, by=by) for one in found),
        pages=pages,
        elsewhere=elsewhere(others, seats, viewer) if others else None,
        waits=season.state == SeasonState.CLOSED and can(by, "enter-result", club),
        opens=season.state == SeasonState.CLOSED and can(by, "run-seasons", club),
        decides=is_open and can(by, "enter-result", club),
        runs=is_open and can(by, "run-seasons", club),
        helps=helps,
    )


def find_page(season: Season, number: int, *, by: Principal) -> int:
    """Return the page on which a decision stands; the first one where it stands nowhere. 2 queries."""
    listed = _listed(season, can(by, "see-staff-pages", season.competition.club_id))
    found = listed.filter(pk=number).values_list("at", flat=True).first()
    if found is None:
        return 1
    return find_in_list(listed.filter(Q(at__gt=found) | Q(at=found, pk__gt=number)))


def _listed(season: Season, helps: bool) -> "QuerySet[Decision]":
    """Those that the reader sees, the newest first."""
    decisions = Decision.objects.filter(season=season).order_by("-at", "-pk")
    return decisions if helps else decisions.active()


def _standing(season: Season, found: Sequence[Decision], pages: Pages) -> list[Decision]:
    """All that nobody has taken back. 1 query, none where they are on the page."""
    if pages.is_part:
        return list(Decision.objects.filter(season=season).active())
    return [one for one in found if one.undone_at is None]


def told_with(season: Season, decision: Decision, *, also: Iterable[int], viewer: Viewer) -> Told:
    """Of one decision, with the seats of other matches. 1 query; 1 more each where a match was forfeited, where
    somebody sat there who does not now, and where somebody came in late."""
    seats = seats_of([decision], also=also)
    return Told(seats, _sat(season, [decision], seats, viewer), _divisions(season, [decision]))


def seats_of(decisions: Iterable[Decision], *, also: Iterable[int] = ()) -> Seats:
    """Those of the matches that these are about, by match, and of these others. 1 query."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    matches = {decision.match_id for decision in decisions if decision.match_id} | {*also}
    for seat in (
        Seat.objects.filter(match__in=matches)
        .select_related("entry__player", "player")
        .order_by("match", "number")
    ):
        seats[seat.match_id].append(seat)
    return seats


def _sat(
    season: Season, decisions: Iterable[Decision], seats: Seats, viewer: Viewer
) -> dict[int, tuple[Person, ...]]:
    """Who sat at the tables of these forfeits when they were decided: somebody else may sit there now. 1 query; 1 more
    where somebody has no seat there any more."""
    forfeits = [one.pk for one in decisions if one.kind == DecisionKind.FORFEIT and one.match_id]
    results = (
        Result.objects.filter(decision__in=forfeits)
        .order_by("-series", "-number")
        .only("decision", "seats", "sat")
    )
    sat = {result.decision_id: result.sat or result.seats for result in results}
    players = {
        player.key: player
        for own in seats.values()
        for seat in own
        for player in (seat.player, seat.entry.player)
    }
    if others := {key for keys in sat.values() for key in keys} - set(players):
        found = Player.objects.filter(club=season.competition.club_id, key__in=others)
        players |= {player.key: player for player in found}
    return {
        pk: tuple(
            Person(key, name)
            for key, name in zip(
                keys, told_apart(players[key].get_name_for(viewer) for key in keys), strict=True
            )
        )
        for pk, keys in sat.items()
        if pk
    }


def _divisions(season: Season, decisions: Iterable[Decision]) -> dict[int, str]:
    """1 query where somebody came in late, else none."""
    if not any(one.kind == DecisionKind.LATE_ENTRY for one in decisions):
        return {}
    return dict(Division.objects.filter(season=season).values_list("level", "name"))


def line(decision: Decision, season: Season, told: Told, *, viewer: Viewer, by: Principal) -> DecisionLine:
    """Of a decision that was read with what `READ_WITH` names. No query."""
    helps = can(by, "see-staff-pages", season.competition.club_id)
    match, detail = decision.match, decision.detail
    who, everybody = _who(decision, told, viewer)
    is_open = season.state == SeasonState.OPEN and decision.undone_at is None
    overtaken = _is_overtaken(decision)
    return DecisionLine(
        number=decision.pk,
        kind=decision.kind,
        kind_name=capfirst(str(DecisionKind(decision.kind).label)),
        who=who,
        everybody=everybody,
        instead=Person(decision.instead.key, decision.instead.get_name_for(viewer))
        if decision.instead
        else None,
        plays=_plays(match),
        themselves=decision.instead_id is not None and decision.instead_id == decision.player_id,
        left_out=len(detail.get("left_out", ())),
        outcome=str(detail.get("outcome", "")),
        division=told.divisions.get(detail.get("level", 0), ""),
        taken=_taken(detail) if decision.kind == DecisionKind.PENALTY else "",
        match=match_part(match, told.seats.get(match.pk, ()), viewer) if match else None,
        reason=decision.reason,
        on=decision.on,
        by=str(decision.by) if helps and decision.by else "",
        undone_on=decision.undone_on,
        undone_by=str(decision.undone_by) if helps and decision.undone_by else "",
        overtaken=overtaken,
        may_take_back=is_open
        and not overtaken
        and can(by, get_required_permission(decision), season.competition.club_id),
    )


def _plays(match: Match | None) -> str:
    if match is None:
        return gettext("plays from now on for")
    if match.status == MatchStatus.SCHEDULED:
        return gettext("plays in this match for")
    if match.status == MatchStatus.PLAYED:
        return gettext("played in this match for")
    return gettext("was named for this match, in the place of")


def _who(decision: Decision, told: Told, viewer: Viewer) -> tuple[tuple[Person, ...], bool]:
    """Whom it is about; and whether they are all who should have met."""
    if decision.player:
        return (Person(decision.player.key, decision.player.get_name_for(viewer)),), False
    sat = told.sat.get(decision.pk, ())
    away = [number for number in decision.detail.get("absent", ()) if number < len(sat)]
    return tuple(sat[number] for number in away), bool(away) and len(away) == len(sat)


def _taken(detail: Mapping[str, Any]) -> str:
    """What a penalty took away; its reason stands below."""
    taken = {name: detail.get(name) or 0 for name in ("points", "score")}
    return format_penalty(taken | {"reason": ""}).translate(gettext)


def _is_overtaken(decision: Decision) -> bool:
    """Something else counts in the match that it decided."""
    if decision.undone_at or decision.match is None or decision.kind == DecisionKind.SUBSTITUTE:
        return False
    current = decision.match.current
    return current is None or current.decision_id != decision.pk
