"""Name a substitute for a match, or for the rest of a season (docs/reference/ranking.md, Substitutes).

A match that has been played keeps its sheet: it gets a new result, in which the substitute sat there. In a
match that is still to be played only its seat changes.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from games import Problem, Strict
from games.problems import Text, _
from league.actions.batches import BATCH_SIZE
from league.actions.decisions.common import (
    ENTRY_GONE,
    Facts,
    decide,
    load_unchanged_match,
    recompute_after_decision,
    record_decision,
    require_shown,
)
from league.actions.decisions.results import (
    RevisedMatch,
    describe_result_revert,
    find_result_blockers,
    revert_results,
    save_revisions,
)
from league.actions.errors import ActionError
from league.actions.job import enqueue
from league.actions.result_revisions import Revision
from league.actions.sheet_draft import forget_bids
from league.models import Decision, DecisionKind, Entry, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.notifications.reminders import plan_reminders
from league.principals import Principal
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult
from league.rules.validation import build_problem

Engaged = Literal["", "same-table", "other-table"]
MATCH_SENTENCES: Mapping[str, str] = {
    MatchStatus.SCHEDULED: _("{substitute} substitutes for {people} in this match."),
    MatchStatus.PLAYED: _("{substitute} substituted for {people} in this match."),
}
NAMED = _("{substitute} was named as substitute for {people} in this match.")
SEASON_SENTENCES = (  # by how many matches are left out: none, one, several
    _("{substitute} substitutes for {people} for all remaining matches."),
    _(
        "{substitute} substitutes for {people} for all remaining matches, except in 1 "
        "match: already playing in that round."
    ),
    _(
        "{substitute} substitutes for {people} for all remaining matches, except in "
        "{number} matches: already playing in those rounds."
    ),
)

describe_revert = describe_result_revert


class Payload(Strict):
    """The previous players, by match, as ids; and the matches that were left out."""

    before: dict[str, str]
    left_out: list[str] = []


@dataclass(frozen=True)
class Waiting:
    """A match that an entry has still to play.

    `own` is its seat among the `seats`, which are in order and were read with their entries and players. `engaged`
    is where else the player who is to sit there has a place already: at the `same-table`, or at an `other-table` of
    the round. Then the match is left out.
    """

    match: Match
    seats: tuple[Seat, ...]
    own: Seat
    engaged: Engaged


@dataclass(frozen=True)
class Plan:
    """The matches that an entry has still to play, by round and table, and their substitute, once named."""

    entry: Entry
    substitute: Player | None
    waiting: tuple[Waiting, ...]

    @property
    def changed(self) -> list[Seat]:
        """Return the seats that the substitute would get."""
        taken = self.substitute.pk if self.substitute else None
        return [item.own for item in self.waiting if not item.engaged and item.own.player_id != taken]

    @property
    def left_out(self) -> list[Waiting]:
        return [item for item in self.waiting if item.engaged]

    def find_obstacle(self) -> Problem | None:
        """Return why nothing would change, at `instead`; None if something would, or no substitute is named yet."""
        names = {
            "player": self.entry.player.key,
            "substitute": self.substitute.key if self.substitute else "",
        }
        if not self.waiting:
            sentence = _("{player} has no matches left to play.")
            return build_problem("instead", "nothing-left", sentence, **names)
        if self.changed or self.substitute is None:
            return None
        if len(self.left_out) < len(self.waiting):
            if self.substitute.pk == self.entry.player_id:
                sentence = _("{player} has no substitute in these matches.")
            else:
                sentence = _("{substitute} already substitutes for {player}.")
            return build_problem("instead", "nothing-left", sentence, **names)
        sentence = _(
            "{substitute} is already playing in the round of every remaining "
            "match. Choose another substitute."
        )
        elsewhere = any(item.engaged == "other-table" for item in self.left_out)
        code = "seated-elsewhere" if elsewhere else "seated-already"
        return build_problem("instead", code, sentence, **names)

    @property
    def digest(self) -> str:
        """Return a digest that differs wherever other matches would be shown."""
        shown = [
            (
                *(item.match.key, item.match.round.number, item.match.due_on, item.engaged),
                [seat.player_id for seat in item.seats],
            )
            for item in self.waiting
        ]
        return hashlib.sha256(repr((self.entry.pk, shown)).encode()).hexdigest()


def substitute_player(
    *, match: Match, seat: int, substitute: Player, reason: str, note: str = "", by: Principal, base: int
) -> Decision:
    """Name the substitute in a seat for the entry's player.

    The deals count on the substitute's page, the result counts for the entry. To end a substitution, name the
    entry's own player. `seat` is a number; `base` is the revision of the match that the user saw. The
    substitute may sit at another table of the same round, because the players of an evening that is over
    cannot be changed.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `seat`, `instead` (the
    substitute), `reason` or `note`, if the match was not played and will not be, if it has changed meanwhile, or if the
    season is not open.
    """
    with decide(match.division.season, DecisionKind.SUBSTITUTE, by) as event:
        season = event.season
        match, seats = load_unchanged_match(match, season, base)
        own_seat = _get_seat(match, seats, seat)
        substitute = _get_club_player(substitute, season)
        if problems := list(_check_substitute(substitute, own_seat, seats)):
            raise ActionError(*problems)
        previous = own_seat.player
        payload = Payload(before={match.key: previous.key})
        decision = record_decision(
            event,
            DecisionKind.SUBSTITUTE,
            reason=reason,
            note=note,
            entry=own_seat.entry,
            match=match,
            substitute=substitute,
            **payload.model_dump(exclude_defaults=True),
        )
        own_seat.player = substitute
        if match.current:
            save_revisions(decision, [RevisedMatch(match, seats, _copy_revision(match.current, seats))])
        else:
            own_seat.save(update_fields=["player"])
            forget_bids([own_seat])
            plan_reminders(season, repeat=True)
        # the others' statistics too: they have played against another player
        recompute_after_decision(
            season, [match.division_id], [previous.pk, *(other.player_id for other in seats)]
        )
        return decision


def substitute_rest_of_season(
    *, entry: Entry, substitute: Player, reason: str, note: str = "", by: Principal, seen: str = ""
) -> Decision:
    """Name who plays for the player of this entry from now on.

    The substitute gets the seat wherever a match is still to be played, but not against themselves, and not
    in a round in which they sit at another table. Those matches are left out, and the decision lists them as
    `left_out`. To end the substitutions, name the entry's own player. `seen` is the digest of the plan that was
    shown.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `instead` (the substitute)
    or `reason`, if nothing is left that could change, if the season is not open, and `changed-meanwhile` if the plan
    is another now. Runs at most 26 queries, more only by batches of rows.
    """
    permission = "decide-substitute-for-season"
    with decide(entry.season, DecisionKind.SUBSTITUTE, by, permission=permission) as event:
        season = event.season
        current = Entry.objects.select_related("player").filter(pk=entry.pk, season=season).first()
        if current is None:
            raise ActionError(ENTRY_GONE)
        substitute = _get_club_player(substitute, season)
        planned = plan(current, substitute)
        require_shown(seen, planned.digest)
        if problem := planned.find_obstacle():
            raise ActionError(problem)
        payload = Payload(
            before={seat.match.key: seat.player.key for seat in planned.changed},
            left_out=[item.match.key for item in planned.left_out],
        )
        decision = record_decision(
            event,
            DecisionKind.SUBSTITUTE,
            reason=reason,
            note=note,
            entry=current,
            substitute=substitute,
            **payload.model_dump(),
        )
        apply(decision, planned, substitute)
        return decision


def plan(entry: Entry, substitute: Player | None = None) -> Plan:
    """Return the matches of a substitute for an entry from now on; 1 query, 2 if the substitute is named."""
    seated: dict[int, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(match__seats__entry=entry, match__status=MatchStatus.SCHEDULED)
        .select_related("match__round", "entry__player", "player")
        .order_by("match__round__number", "match__table", "match__key", "number")
    ):
        seated.setdefault(seat.match_id, []).append(seat)
    busy = _find_busy_rounds(entry, substitute) if substitute else frozenset()
    waiting = []
    for seats in seated.values():
        own = next(seat for seat in seats if seat.entry_id == entry.pk)
        engaged: Engaged = ""
        if substitute and substitute.pk in _list_others(own, seats):
            engaged = "same-table"
        elif own.match.round_id in busy:
            engaged = "other-table"
        waiting.append(Waiting(own.match, tuple(seats), own, engaged))
    return Plan(entry, substitute, tuple(waiting))


def apply(decision: Decision, planned: Plan, substitute: Player) -> None:
    seats, previous = planned.changed, [seat.player_id for seat in planned.changed]
    for seat in seats:
        seat.player = substitute
    Seat.objects.bulk_update(seats, ["player"], batch_size=BATCH_SIZE)
    forget_bids(seats)
    plan_reminders(decision.season, repeat=True)
    sitters = [*previous, substitute.pk]
    recompute_after_decision(decision.season, [planned.entry.division_id], sitters)


def revert(decision: Decision) -> None:
    """Seat the previous players again.

    Raises ActionError if the match has been played since, or another substitute has been named for it.
    """
    if decision.results.exists():
        matches = revert_results(decision)
        season, substitute = decision.season, decision.substitute
        if matches and substitute:
            enqueue("refresh-statistics", competition=season.competition_id, players=[substitute.pk])
        return
    _revert_seats(decision)


def find_blockers(decision: Decision) -> list[Problem]:
    """Return the problems with which `revert` would refuse; at most 5 queries."""
    return find_result_blockers(decision) if decision.results.exists() else _plan_reseating(decision)[1]


def describe(decision: Decision, facts: Facts) -> Text:
    names = {"people": facts.people, "substitute": facts.substitute}
    if decision.substitute_id == decision.player_id:
        return Text(_("{people} plays again; the substitution ends."), names)
    if decision.match is not None:
        return Text(MATCH_SENTENCES.get(decision.match.status, NAMED), names)
    left_out = len(decision.detail.get("left_out", ()))
    return Text(SEASON_SENTENCES[min(left_out, 2)], {**names, "number": left_out})


# --- in a match that has been played


def _copy_revision(result: Result, seats: Sequence[Seat]) -> Revision:
    """Return a revision of a played match in which only the players differ.

    The sheet is the same, and so are the results of the seats.
    """
    seat_results = tuple(
        SeatResult(seat.entry.player.key, **{name: getattr(seat, name) for name in SEAT_COLUMNS})
        for seat in seats
    )
    return Revision(MatchStatus.PLAYED, seat_results, result.played_on, result.sheet)


# --- in matches that are still to be played


def _revert_seats(decision: Decision) -> None:
    """Give the seats of matches still to be played back; at most 18 queries, more only by batches of rows."""
    season = decision.season
    seats, problems = _plan_reseating(decision)
    if problems:
        raise ActionError(*problems)
    Seat.objects.bulk_update(seats, ["player"], batch_size=BATCH_SIZE)
    forget_bids(seats)
    plan_reminders(season, repeat=True)
    recompute_after_decision(
        season,
        [seat.match.division_id for seat in seats],
        [
            *(seat.player_id for seat in seats),
            *([decision.substitute_id] if decision.substitute_id else []),
        ],
    )


# --- checks


def _get_club_player(player: Player, season: Season) -> Player:
    """Return the player as they are now; raise ActionError if the club has no such player."""
    current = Player.objects.filter(pk=player.pk, club=season.competition.club_id).first()
    if current is None:
        raise ActionError(
            build_problem(
                "instead",
                "unknown-player",
                _("The club has no such player. Add the player to the club first."),
            )
        )
    return current


def _get_seat(match: Match, seats: Sequence[Seat], number: int) -> Seat:
    """Return the seat of that number; raise ActionError if there is none, or the table has no players."""
    if number not in range(len(seats)):
        raise ActionError(
            build_problem("seat", "no-seat", _("The match has no such seat. Reload the page and try again."))
        )
    if match.status not in (MatchStatus.SCHEDULED, MatchStatus.PLAYED):
        sentence = _("This match was not played, so it can't have a substitute.")
        raise ActionError(build_problem("", "not-played", sentence))
    return seats[number]


def _check_substitute(substitute: Player, own: Seat, seats: Sequence[Seat]) -> list[Problem]:
    if substitute.pk == own.player_id:
        sentence = _("{player} already plays in this seat.")
        return [build_problem("instead", "sits-there", sentence, player=substitute.key)]
    if substitute.pk in _list_others(own, seats):
        sentence = _("{player} already has another seat at this table.")
        return [build_problem("instead", "seated-already", sentence, player=substitute.key)]
    return []


# --- seats and players


def _list_others(own: Seat, seats: Collection[Seat]) -> frozenset[int]:
    """Return the ids of the entered and the seated players of the table's other seats."""
    return frozenset(
        player for seat in seats if seat.pk != own.pk for player in (seat.entry.player_id, seat.player_id)
    )


def _find_busy_rounds(entry: Entry, substitute: Player) -> frozenset[int]:
    """Return the rounds in which they sit, or sat, at a table without the entry; 1 query.

    A round in which the entry itself has several tables does not count: they may be played at different times.
    """
    own: dict[int, set[int]] = defaultdict(set)
    of_substitute: dict[int, set[int]] = defaultdict(set)
    for number, match, seated in Seat.objects.filter(
        Q(entry=entry) | Q(player=substitute),
        match__division__season=entry.season_id,
        match__status__in=[MatchStatus.SCHEDULED, MatchStatus.PLAYED],
    ).values_list("match__round", "match", "entry"):
        (own if seated == entry.pk else of_substitute)[number].add(match)
    return frozenset(
        number for number, matches in of_substitute.items() if matches - own[number] and len(own[number]) <= 1
    )


def _plan_reseating(decision: Decision) -> tuple[list[Seat], list[Problem]]:
    """Return the seats that the decision changed, with their previous players, and the problems of reseating them.

    Nothing is saved. Runs 4 queries.
    """
    season, before = decision.season, decision.detail["before"]
    club = season.competition.club_id
    seats = list(
        Seat.objects.filter(
            match__club=club,
            match__key__in=list(before),
            entry=decision.entry_id,
        )
        .select_related("match__current", "player")
        .order_by("match__round__number", "match__table", "match")
    )
    # A match that is not there any more belonged to a late entry that has been revoked.
    later = Decision.objects.active().filter(season=season, kind=DecisionKind.SUBSTITUTE, pk__gt=decision.pk)
    last = later.filter(entry=decision.entry_id).order_by("-pk").values_list("pk", flat=True).first()
    if last is None:  # a file, or a match that was made anew, may have seated the previous player again
        seats = [seat for seat in seats if not _has_previous_player(seat, before)]
    if problems := [problem for seat in seats if (problem := _check_seat(seat, decision, last))]:
        return seats, problems
    players = {
        player.key: player for player in Player.objects.filter(club=club, key__in=set(before.values()))
    }
    for seat in seats:
        seat.player = players[before[seat.match.key]]
    return seats, _check_seated_twice(seats)


def _has_previous_player(seat: Seat, before: Mapping[str, str]) -> bool:
    return seat.match.status == MatchStatus.SCHEDULED and seat.player.key == before[seat.match.key]


def _check_seat(seat: Seat, decision: Decision, later_id: int | None) -> Problem | None:
    """Return the problem if something was built on the substitute.

    `later_id` is the latest active substitution since for the same player.
    """
    if seat.match.status == MatchStatus.PLAYED:
        sentence = _("Match {match} has been played since. Change its substitute on the match page.")
        return build_problem("", "played-since", sentence, match=seat.match.key)
    if seat.match.status != MatchStatus.SCHEDULED:
        sentence = _("Match {match} has a result since. Undo that first.")
        decision_id = seat.match.current.decision_id if seat.match.current else None
        return build_problem("", "later-result", sentence, match=seat.match.key, decision=decision_id or 0)
    if seat.player_id != decision.substitute_id:
        sentence = _("Match {match} has been given another substitute since.")
        return build_problem("", "later-substitute", sentence, match=seat.match.key, decision=later_id or 0)
    return None


def _check_seated_twice(seats: Sequence[Seat]) -> list[Problem]:
    """Return a problem for each match at which a returning player already sits, as a substitute."""
    seats_by_match = {seat.match_id: seat for seat in seats}
    beside = Seat.objects.filter(match__in=seats_by_match).exclude(pk__in=[seat.pk for seat in seats])
    return [
        build_problem(
            "",
            "seated-already",
            _("{player} already has a seat in match {match}."),
            player=seats_by_match[match].player.key,
            match=seats_by_match[match].match.key,
        )
        for match, player in beside.order_by("match", "number").values_list("match", "player")
        if player == seats_by_match[match].player_id
    ]
