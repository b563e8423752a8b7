"""The decisions of a season, and facts that count there without a decision made here.

Substitutes came with a club file; matches without a result were decided when the season was closed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, OuterRef, Q
from django.utils.text import capfirst

from league.models import Decision, DecisionKind, Division, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.models.user import Viewer
from league.permissions import can, get_required_permission
from league.principals import Principal
from league.queries.table_names import tell_apart
from league.rules.records import FIRST_STAGE

MAX_LISTED = 100
MAY_SEAT_OTHERS = (MatchStatus.SCHEDULED, MatchStatus.PLAYED)
BESIDE_RESULTS = (DecisionKind.SUBSTITUTE, DecisionKind.DEALS)  # whichever result counts
READ_WITH = ("player", "substitute", "remark", "by", "revoked_by", "match__current")

Seats = Mapping[int, Sequence[Seat]]


def has_decision() -> Exists:
    """Return the condition that something has been decided about a match, and still stands."""
    return Exists(Decision.objects.active().filter(match=OuterRef("pk")))


@dataclass(frozen=True)
class Person:
    """`key`: of the player's page, empty where the viewer has none."""

    key: str
    name: str


@dataclass(frozen=True)
class MatchPart:
    """A match, with the names of the entered players, also where substitutes sit there."""

    key: str
    names: tuple[str, ...]


def build_person(player: Player, viewer: Viewer) -> Person:
    return Person(player.get_link_for(viewer), player.get_name_for(viewer))


def build_match_part(match: Match, seats: Iterable[Seat], viewer: Viewer) -> MatchPart:
    """Return a match with its names; no query where the seats were read with their entries' players."""
    return MatchPart(match.key, tell_apart(seat.entry.player.get_name_for(viewer) for seat in seats))


@dataclass(frozen=True)
class DecisionFacts:
    """The facts with which several decisions are described.

    `seats` of their matches, by match; the players there when a match was decided, by decision; the divisions that late
    entries joined, by level.
    """

    seats: Seats
    sat: Mapping[int, Sequence[Person]]
    divisions: Mapping[int, Division]


@dataclass(frozen=True)
class DecisionLine:
    """A decision, with the other parts of its sentence.

    `who` it is about: the absent players, as they sat there then, or the player of the entry; empty where no seat
    is meant. `division` is that of a late entry. `overtaken`: its match has had another result since.
    `by`, and decisions that are `undone`, are for the club's staff.
    """

    decision: Decision
    kind_name: str
    who: tuple[Person, ...]
    everybody: bool  # were absent
    substitute: Person | None
    division: Division | None
    match: MatchPart | None
    note: str  # for the club's staff
    by: str
    revoked_by: str
    overtaken: bool
    may_take_back: bool
    may_remove_reason: bool

    @property
    def kind(self) -> str:
        return self.decision.kind

    @property
    def number(self) -> int:
        return self.decision.pk

    @property
    def reason(self) -> str:
        return self.decision.reason

    @property
    def on(self) -> date | None:
        """Return the day on which it was made; None for a decision from a club file."""
        return self.decision.on

    @property
    def revoked_on(self) -> date | None:
        return self.decision.revoked_on


def read_decision_facts(
    season: Season, decisions: Sequence[Decision], *, also: Iterable[int] = (), viewer: Viewer
) -> DecisionFacts:
    """Return the facts that describe these decisions, and the seats of other matches. 1 query.

    1 more each for forfeited matches, for players who sat there and do not now, and for late entries.
    """
    seats = read_seats(decisions, also=also)
    return DecisionFacts(
        seats, _list_sitters(season, decisions, seats, viewer), _list_joined_divisions(season, decisions)
    )


def read_seats(decisions: Iterable[Decision], *, also: Iterable[int] = ()) -> Seats:
    """Return the seats of the matches that decisions are about, and of other matches, by match. 1 query."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    matches = {decision.match_id for decision in decisions if decision.match_id} | {*also}
    for seat in (
        Seat.objects.filter(match__in=matches)
        .select_related("entry__player", "player")
        .order_by("match", "number")
    ):
        seats[seat.match_id].append(seat)
    return seats


def _list_sitters(
    season: Season, decisions: Iterable[Decision], seats: Seats, viewer: Viewer
) -> dict[int, tuple[Person, ...]]:
    """Return the players at the tables of forfeits when they were decided, by decision: others may sit there now.

    1 query; 1 more if a player has no seat there any more.
    """
    forfeits = [
        decision.pk for decision in decisions if decision.kind == DecisionKind.FORFEIT and decision.match_id
    ]
    results = (
        Result.objects.filter(decision__in=forfeits)
        .order_by("-generation", "-number")
        .only("decision", "seats", "seated_players")
    )
    sat = {result.decision_id: result.seated_players or result.seats for result in results}
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
            Person(players[key].get_link_for(viewer), name)
            for key, name in zip(
                keys, tell_apart(players[key].get_name_for(viewer) for key in keys), strict=True
            )
        )
        for pk, keys in sat.items()
        if pk
    }


def _list_joined_divisions(season: Season, decisions: Iterable[Decision]) -> dict[int, Division]:
    """Return the divisions of the first stage, which late entries join, by level. 1 query if there is one."""
    if not any(decision.kind == DecisionKind.LATE_ENTRY for decision in decisions):
        return {}
    divisions = list(Division.objects.filter(season=season, stage__number=FIRST_STAGE))
    for division in divisions:
        division.season = season  # with its competition
    return {division.level: division for division in divisions}


def build_line(
    decision: Decision, season: Season, facts: DecisionFacts, *, viewer: Viewer, by: Principal
) -> DecisionLine:
    """Return the line for a decision that was read with the relations in `READ_WITH`. No query."""
    helps = can(by, "see-staff-pages", season.competition.club_id)
    match = decision.match
    who, everybody = _find_people(decision, facts, viewer)
    is_open = season.state == SeasonState.OPEN and decision.revoked_at is None
    overtaken = _is_overtaken(decision)
    may_undo = can(by, get_required_permission(decision), season.competition.club_id)
    return DecisionLine(
        decision=decision,
        kind_name=capfirst(str(DecisionKind(decision.kind).label)),
        who=who,
        everybody=everybody,
        substitute=build_person(decision.substitute, viewer) if decision.substitute else None,
        division=facts.divisions.get(decision.detail.get("level", 0)),
        match=build_match_part(match, facts.seats.get(match.pk, ()), viewer) if match else None,
        note=decision.remark.note if helps and decision.remark else "",
        by=str(decision.by) if helps and decision.by else "",
        revoked_by=str(decision.revoked_by) if helps and decision.revoked_by else "",
        overtaken=overtaken,
        may_take_back=is_open and not overtaken and may_undo,
        may_remove_reason=may_undo and decision.remark is not None,
    )


def _find_people(decision: Decision, facts: DecisionFacts, viewer: Viewer) -> tuple[tuple[Person, ...], bool]:
    """Return whom it is about, and whether they are all who should have met."""
    if decision.player:
        return (build_person(decision.player, viewer),), False
    sat = facts.sat.get(decision.pk, ())
    away = [number for number in decision.detail.get("absent", ()) if number < len(sat)]
    return tuple(sat[number] for number in away), bool(away) and len(away) == len(sat)


def _is_overtaken(decision: Decision) -> bool:
    """Return whether something else counts in the match that it decided."""
    if decision.revoked_at or decision.match is None or decision.kind in BESIDE_RESULTS:
        return False
    current = decision.match.current
    return current is None or current.decision_id != decision.pk


# --- facts without a decision made here


@dataclass(frozen=True)
class Fact:
    """A fact that is described like a decision, which is not stored.

    `who` it is about: the absent players, or the player with a substitute; empty if no player came.
    """

    decision: Decision
    who: tuple[Person, ...]
    match: MatchPart
    everybody: bool = False
    substitute: Person | None = None
    division: Division | None = None

    @property
    def kind(self) -> str:
        return self.decision.kind


@dataclass(frozen=True)
class Elsewhere:
    """The first of them are listed, `more` are not."""

    by_file: tuple[Fact, ...]
    by_closing: tuple[Fact, ...]
    more: int


@dataclass(frozen=True)
class MatchesDecidedElsewhere:
    """Matches to look at, and the decisions that stand."""

    matches: tuple[Match, ...]
    standing: tuple[Decision, ...]


def find_matches_decided_elsewhere(season: Season, standing: Sequence[Decision]) -> MatchesDecidedElsewhere:
    """Return the matches to look at; `standing` are all decisions that have not been undone. 1 query."""
    other_sits = Seat.objects.filter(match=OuterRef("pk")).exclude(player=F("entry__player"))
    matches = (
        Match.objects.filter(division__season=season)
        .filter(Q(current__by_closing=True) | Q(Exists(other_sits), status__in=MAY_SEAT_OTHERS))
        .select_related("current")
        .order_by("division__stage__number", "division__level", "round__number", "table", "key")
    )
    return MatchesDecidedElsewhere(tuple(matches), tuple(standing))


def list_facts_from_elsewhere(found: MatchesDecidedElsewhere, seats: Seats, viewer: Viewer) -> Elsewhere:
    """Return the facts of the matches; `seats` are at least those of the matches that were found. No query."""
    by_closing = [
        _tell_closing(match, seats[match.pk], viewer)
        for match in found.matches
        if match.current and match.current.by_closing
    ]
    by_file = [fact for match in found.matches for fact in _tell_substitutes(match, found, seats, viewer)]
    more = max(0, len(by_file) - MAX_LISTED) + max(0, len(by_closing) - MAX_LISTED)
    return Elsewhere(tuple(by_file[:MAX_LISTED]), tuple(by_closing[:MAX_LISTED]), more)


def _tell_closing(match: Match, seats: Sequence[Seat], viewer: Viewer) -> Fact:
    part = build_match_part(match, seats, viewer)
    if match.status == MatchStatus.VOID:
        return Fact(Decision(kind=DecisionKind.VOID), (), part)
    names = tell_apart(seat.player.get_name_for(viewer) for seat in seats)
    away = tuple(
        Person(seat.player.get_link_for(viewer), name)
        for seat, name in zip(seats, names, strict=True)
        if seat.absent
    )
    return Fact(Decision(kind=DecisionKind.FORFEIT), away, part, everybody=len(away) == len(seats))


def _tell_substitutes(
    match: Match, found: MatchesDecidedElsewhere, seats: Seats, viewer: Viewer
) -> Iterator[Fact]:
    if match.status not in MAY_SEAT_OTHERS:
        return
    for seat in seats[match.pk]:
        if seat.player_id != seat.entry.player_id and not any(
            _seats(decision, match, seat) for decision in found.standing
        ):
            yield Fact(
                Decision(kind=DecisionKind.SUBSTITUTE),
                (build_person(seat.entry.player, viewer),),
                build_match_part(match, seats[match.pk], viewer),
                substitute=build_person(seat.player, viewer),
            )


def _seats(decision: Decision, match: Match, seat: Seat) -> bool:
    """Return whether it is why they sit there."""
    return (
        decision.kind == DecisionKind.SUBSTITUTE
        and (decision.entry_id, decision.substitute_id) == (seat.entry_id, seat.player_id)
        and (decision.match_id == match.pk or match.key in decision.detail.get("before", ()))
    )
