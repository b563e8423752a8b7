"""Verbs of who plays for somebody else: `substitute` in one match, `substitute_rest` in all that is still to be played.

A match that has been played keeps its sheet: it gets a new result, in which somebody else sat there. In one that is
still to be played nothing but its seat changes.
"""

from collections.abc import Sequence

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions import returning
from league.actions.actor import Actor
from league.actions.bulk import CHUNK
from league.actions.decision import Revised
from league.actions.errors import Refused
from league.actions.job import later
from league.actions.reminder import plan_reminders
from league.actions.returning import return_results
from league.actions.revising import Revision
from league.models import Decided, Decision, Entry, Match, Player, Result, Season, Seat
from league.models.match import Status
from league.queries import substitute as queries
from league.queries.substitute import Waiting
from league.rules.check import build_problem
from league.rules.figures import SEAT_COLUMNS, SeatResult


@transaction.atomic
def substitute(*, match: Match, seat: int, instead: Player, reason: str, by: Actor, base: int) -> Decision:
    """Somebody sits, or sat, in the seat of this number for the player whose place it is: the deals are on their page,
    the result is the entry's. Who names the player whose place it is takes a substitute away. `base` is the revision
    of the match that was looked at. They may sit at another table of the round too: evenings that were played are what
    they are.

    Raises NotPermitted; Refused: at `seat`, at `instead`, at `reason`, where the match was not and will not be played,
    has changed meanwhile, or the season is not open.
    """
    season = decisions.opened(match.division.season, Decided.SUBSTITUTE, by)
    match, seats = decisions.found_match(match, season, base)
    if seat not in range(len(seats)):
        raise Refused(build_problem("seat", "no-seat", _("The match has no such seat.")))
    if match.status not in (Status.SCHEDULED, Status.PLAYED):
        sentence = _("Nobody sat at this table: the match was not played, and will not be.")
        raise Refused(build_problem("", "not-played", sentence))
    instead = _of_the_club(instead, season)
    sitting = seats[seat]
    if wrong := list(_wrong_sitter(instead, sitting, seats)):
        raise Refused(*wrong)
    before = sitting.player
    made = decisions.made(
        season,
        Decided.SUBSTITUTE,
        by,
        reason=reason,
        player=sitting.entry.player,
        match=match,
        instead=instead,
        before={match.key: before.key},
    )
    sitting.player = instead
    if match.current:
        decisions.revise(made, [Revised(match, seats, _as_it_was(match.current, seats))])
    else:
        sitting.save(update_fields=["player"])
        plan_reminders(season, again=True)
    # the others too: they have played against somebody else
    decisions.restated(season, [match.division_id], [before.pk, *(one.player_id for one in seats)])
    return made


@transaction.atomic
def substitute_rest(*, entry: Entry, instead: Player, reason: str, by: Actor) -> Decision:
    """From now on somebody plays for the player of this entry: wherever a match is still to be played, but not against
    themselves, and not in a round in which they sit at another table already (`queries.substitute`). Those matches are
    left out, and stand in the decision's detail as `left_out`. Who names the entry's own player takes the substitutes
    away. At most 25 queries, more only by bulk chunks.

    Raises NotPermitted; Refused: at `instead`, at `reason`, where nothing is left that could change, or the season is
    not open.
    """
    season = decisions.opened(entry.season, Decided.SUBSTITUTE, by, verb="run-seasons")
    found = Entry.objects.select_related("player").filter(pk=entry.pk, season=season).first()
    if found is None:
        raise Refused(build_problem("", "gone", _("The entry is not there any more.")))
    instead = _of_the_club(instead, season)
    waiting = queries.waiting(found, instead)
    changed = [one.own for one in waiting if not one.engaged and one.own.player_id != instead.pk]
    left_out = [one for one in waiting if one.engaged]
    if not changed:
        raise Refused(_nothing_changes(instead, left_out))
    made = decisions.made(
        season,
        Decided.SUBSTITUTE,
        by,
        reason=reason,
        player=found.player,
        instead=instead,
        before={seat.match.key: seat.player.key for seat in changed},
        left_out=[one.match.key for one in left_out],
    )
    before = [seat.player_id for seat in changed]
    for seat in changed:
        seat.player = instead
    Seat.objects.bulk_update(changed, ["player"], batch_size=CHUNK)
    plan_reminders(season, again=True)
    decisions.restated(season, [found.division_id], [*before, instead.pk])
    return made


def undo(decision: Decision) -> None:
    """Whoever sat there before sits there again. Raises Refused where the match has been played since, or somebody
    else sits there by now."""
    if decision.results.exists():
        matches = return_results(decision)
        season, instead = decision.season, decision.instead
        if matches and instead:
            later("refresh-statistics", competition=season.competition_id, players=[instead.pk])
        return
    _bring_back(decision)


def in_the_way(decision: Decision) -> list[Problem]:
    """What `undo` would refuse; nothing is changed. At most 5 queries."""
    return returning.in_the_way(decision) if decision.results.exists() else _back(decision)[1]


# --- in a match that has been played


def _as_it_was(result: Result, seats: Sequence[Seat]) -> Revision:
    """What a played match says, whoever sat there: its sheet is the same, and so is what it gives each place."""
    figures = tuple(
        SeatResult(seat.entry.player.key, **{name: getattr(seat, name) for name in SEAT_COLUMNS})
        for seat in seats
    )
    return Revision(Status.PLAYED, figures, result.played_on, result.sheet)


# --- in matches that are still to be played


def _bring_back(decision: Decision) -> None:
    """At most 17 queries, more only by bulk chunks."""
    season = decision.season
    seats, wrong = _back(decision)
    if wrong:
        raise Refused(*wrong)
    Seat.objects.bulk_update(seats, ["player"], batch_size=CHUNK)
    plan_reminders(season, again=True)
    decisions.restated(
        season,
        [seat.match.division_id for seat in seats],
        [
            *(seat.player_id for seat in seats),
            *([decision.instead_id] if decision.instead_id else []),
        ],
    )


def _back(decision: Decision) -> tuple[list[Seat], list[Problem]]:
    """The seats that it changed, with who sat there before, not saved yet; and why that cannot be. 4 queries."""
    season, before = decision.season, decision.detail["before"]
    club = season.competition.club_id
    seats = list(
        Seat.objects.filter(
            match__club=club,
            match__key__in=list(before),
            match__division__season=season,
            entry__player=decision.player,
        )
        .select_related("match__current", "player")
        .order_by("match__round", "match__table", "match")
    )
    # A match that is not there any more was a late entry's, which has been taken back.
    later = Decision.objects.standing().filter(season=season, kind=Decided.SUBSTITUTE, pk__gt=decision.pk)
    last = later.filter(player=decision.player_id).order_by("-pk").values_list("pk", flat=True).first()
    if wrong := [found for seat in seats if (found := _depends(seat, decision, last))]:
        return seats, wrong
    players = {one.key: one for one in Player.objects.filter(club=club, key__in=set(before.values()))}
    for seat in seats:
        seat.player = players[before[seat.match.key]]
    return seats, _twice(seats)


def _depends(seat: Seat, decision: Decision, later: int | None) -> Problem | None:
    """What was built on the substitute; `later` is the last such decision about the same player."""
    if seat.match.status == Status.PLAYED:
        sentence = _("Match {match} has been played since: say on its page who sat there instead.")
        return build_problem("", "played-since", sentence, match=seat.match.key)
    if seat.match.status != Status.SCHEDULED:
        sentence = _("Match {match} has a result since: take that back first.")
        made = seat.match.current.decision_id if seat.match.current else None
        return build_problem("", "later-result", sentence, match=seat.match.key, decision=made or 0)
    if seat.player_id != decision.instead_id:
        sentence = _("Somebody else has been named for match {match} since.")
        return build_problem("", "later-substitute", sentence, match=seat.match.key, decision=later or 0)
    return None


def _twice(seats: Sequence[Seat]) -> list[Problem]:
    """Where whoever comes back sits at the table already, for somebody else."""
    wanted = {seat.match_id: seat for seat in seats}
    beside = Seat.objects.filter(match__in=wanted).exclude(pk__in=[seat.pk for seat in seats])
    return [
        build_problem(
            "",
            "seated-already",
            _("{player} sits at the table of match {match} already."),
            player=wanted[match].player.key,
            match=wanted[match].match.key,
        )
        for match, player in beside.order_by("match", "number").values_list("match", "player")
        if player == wanted[match].player_id
    ]


# --- what cannot be


def _of_the_club(player: Player, season: Season) -> Player:
    """As they are now. Raises Refused."""
    found = Player.objects.filter(pk=player.pk, club=season.competition.club_id).first()
    if found is None:
        raise Refused(build_problem("instead", "unknown-player", _("The club has no such player.")))
    return found


def _wrong_sitter(instead: Player, own: Seat, seats: Sequence[Seat]) -> list[Problem]:
    if instead.pk == own.player_id:
        sentence = _("{player} sits there already.")
        return [build_problem("instead", "sits-there", sentence, player=instead.key)]
    if instead.pk in queries.others(own, seats):
        sentence = _("{player} has another seat at this table.")
        return [build_problem("instead", "seated-already", sentence, player=instead.key)]
    return []


def _nothing_changes(instead: Player, left_out: Sequence[Waiting]) -> Problem:
    matches = ", ".join(one.match.key for one in left_out)
    if any(one.engaged == "other-table" for one in left_out):
        sentence = _("In the round of every match that is left, {player} has a seat already: {matches}.")
        return build_problem("instead", "seated-elsewhere", sentence, player=instead.key, matches=matches)
    if left_out:
        sentence = _("{player} has another seat at the table of every match that is left: {matches}.")
        return build_problem("instead", "seated-already", sentence, player=instead.key, matches=matches)
    sentence = _("There is no match still to be played in which {player} does not sit there already.")
    return build_problem("instead", "nothing-left", sentence, player=instead.key)
