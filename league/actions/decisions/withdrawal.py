"""Withdraw an entry from its season (docs/reference/ranking.md, Withdrawals)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from games import Problem, Strict
from games.problems import Text, _
from league.actions.decisions.common import (
    NO_ENTRY,
    Facts,
    decide,
    find_entry,
    load_seats,
    recompute_after_decision,
    record_decision,
    require_entry,
    require_shown,
)
from league.actions.decisions.results import (
    RevisedMatch,
    find_result_blockers,
    revert_results,
    save_revisions,
)
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Entry, Match, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.schedule import get_division_settings
from league.queries.standings_input import load_division_standings
from league.rules.seasons.rollover import DivisionStandings
from league.rules.snapshot import Settings
from league.rules.standings.points import compute_empty_seats, compute_forfeit_seats, score_round
from league.rules.standings.totals import PAIR_SIZE, SeatResult
from league.rules.validation import build_problem

Outcome = Literal["stand", "expunge"]
OUTCOMES: tuple[Outcome, ...] = ("stand", "expunge")
SENTENCES = {
    "stand": _("{people} withdrew: results kept, remaining matches forfeited."),
    "expunge": _("{people} withdrew: all results removed."),
    "": _("{people} withdrew."),
}


class Payload(Strict):
    """`matches` is how many were given a result."""

    outcome: Outcome
    matches: int


@dataclass(frozen=True)
class Plan:
    """The effects of either outcome.

    `stand`: played matches count, and each match that is still to be played is forfeited. `expunge`: none of the
    entry's matches counts for any player. `matches` are those of the entry that are not void, `played` so many of them
    have a sheet. `now` and `after` are the standings of its division; `deciding` are the matches that are given a
    result.
    """

    entry: Entry
    settings: Settings
    played: int
    matches: int
    now: DivisionStandings
    after: Mapping[Outcome, DivisionStandings]
    deciding: Mapping[Outcome, tuple[Match, ...]]

    @property
    def must_stand(self) -> bool:
        """Return whether results have to stand, since others have gone on or changed places by them."""
        return self.settings.rules.is_knockout or self.settings.rules.is_ladder

    @property
    def proposed(self) -> Outcome:
        """Return `expunge` if there is too little to count: fewer than half of the matches have been played."""
        return "stand" if self.must_stand or self.played * 2 >= self.matches else "expunge"

    @property
    def decided(self) -> Mapping[Outcome, int]:
        """Return how many matches are forfeited, or do not count any more."""
        return {outcome: len(matches) for outcome, matches in self.deciding.items()}

    def digest(self, outcome: Outcome) -> str:
        """Return a digest that differs wherever other tables, or other numbers of matches, would be shown."""
        keys = [match.key for match in self.deciding[outcome]]
        tables = [
            (sorted(table.left), [(row.row, row.rank) for row in table.ranked])
            for table in (self.now, self.after[outcome])
        ]
        shown = (self.entry.pk, outcome, self.played, self.matches, keys, tables)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def withdraw_entry(
    *, entry: Entry, outcome: Outcome, reason: str, note: str = "", by: Principal, seen: str = ""
) -> Decision:
    """Withdraw the entry: it stays in the standings and has no place in the next season.

    With the outcome `stand`, its played matches count, and those still to be played are forfeited; with
    `expunge`, none of its matches counts. `seen` is the digest of the plan that was shown, for that outcome.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `outcome` or `reason`, if
    the entry has left already, if the season is not open, and `changed-meanwhile` if the plan is another now.
    """
    with decide(entry.season, DecisionKind.WITHDRAWAL, by) as event:
        if outcome not in OUTCOMES:
            sentence = _("Choose what happens to the matches: {choices}.")
            raise ActionError(build_problem("outcome", "choice", sentence, choices=", ".join(OUTCOMES)))
        played_by = get_division_settings(entry.division, event.season)
        if outcome == "expunge" and played_by.rules.is_knockout:
            sentence = _("Players of a bracket have gone on by these results, so they have to stand.")
            raise ActionError(build_problem("outcome", "bracket", sentence))
        if outcome == "expunge" and played_by.rules.is_ladder:
            sentence = _("Players of a ladder have changed places by these results, so they have to stand.")
            raise ActionError(build_problem("outcome", "ladder", sentence))
        planned = plan(require_entry(entry, event.season))
        if planned.entry.left:
            sentence = _("{player} has already withdrawn.")
            raise ActionError(build_problem("", "left-already", sentence, player=planned.entry.player.key))
        require_shown(seen, planned.digest(outcome))
        payload = Payload(outcome=outcome, matches=planned.decided[outcome])
        decision = record_decision(
            event,
            DecisionKind.WITHDRAWAL,
            reason=reason,
            note=note,
            entry=planned.entry,
            **payload.model_dump(),
        )
        apply(decision, planned, outcome)
        return decision


def plan(entry: Entry) -> Plan:
    """Return the effects if an entry leaves that is still in the season.

    It was read with its player, division, stage, season and competition. Runs 3 queries.
    """
    season = entry.season
    settings = get_division_settings(entry.division, season)
    results = load_division_standings(entry.division, season)
    players, counting = results.players, results.matches
    seated = {
        match: seats
        for match, seats in _list_seated_entries(entry).items()
        if players.keys() >= set(seats)  # else a player has come in since, as locks are not taken here
    }
    open_matches = [match for match in seated if match.status == MatchStatus.SCHEDULED]
    not_void = [match for match in seated if match.status != MatchStatus.VOID]

    given_up = [
        _forfeit(entry, [players[seat] for seat in seated[match]], settings) for match in open_matches
    ]
    forfeited = [list(match) for match in score_round(given_up, settings.rules.points)]
    others = [match for match in counting if all(seat.entry != entry.player.key for seat in match)]
    return Plan(
        entry,
        settings,
        played=sum(match.status == MatchStatus.PLAYED for match in seated),
        matches=len(not_void),
        now=results.build_standings(),
        after={
            "stand": results.build_standings([*counting, *forfeited], leaving=entry),
            "expunge": results.build_standings(others, leaving=entry),
        },
        deciding={"stand": tuple(open_matches), "expunge": tuple(not_void)},
    )


def apply(decision: Decision, planned: Plan, outcome: Outcome) -> None:
    entry, matches = planned.entry, planned.deciding[outcome]
    entry.left = True
    if planned.settings.rules.is_ladder:
        entry.left_on = decision.on
    entry.save(update_fields=["left", "left_on"])
    seats = load_seats(matches)
    save_revisions(
        decision,
        [
            RevisedMatch(match, seats[match.pk], _build_revision(planned, outcome, seats[match.pk]))
            for match in matches
        ],
    )
    sitters = [seat.player_id for match_seats in seats.values() for seat in match_seats]
    recompute_after_decision(decision.season, [entry.division_id], sitters)


def revert(decision: Decision) -> None:
    """Let the entry play on, and restore its matches; a match that has had another result since keeps that.

    Raises ActionError if the entry is gone, if a match would be open again for an entry that has left since,
    or if there is a late entry since that was given no match against it.
    """
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(NO_ENTRY)
    if problems := _check_late_entries_since(entry, decision):
        raise ActionError(*problems)
    entry.left, entry.left_on = False, None
    entry.save(update_fields=["left", "left_on"])
    revert_results(decision, division_id=entry.division_id, keep_later=True)


def find_blockers(decision: Decision) -> list[Problem]:
    """Return the problems with which `revert` would refuse; 5 queries."""
    entry = find_entry(decision)
    if entry is None:
        return [NO_ENTRY]
    return [*_check_late_entries_since(entry, decision), *find_result_blockers(decision, keep_later=True)]


def describe(decision: Decision, facts: Facts) -> Text:
    return Text(SENTENCES[decision.detail.get("outcome", "")], {"people": facts.people})


def describe_revert(decision: Decision, facts: Facts) -> list[Text]:
    return [Text(_("{people} is no longer withdrawn."), {"people": facts.people})]


def _build_revision(planned: Plan, outcome: Outcome, seats: list[Seat]) -> Revision:
    players = [seat.entry.player.key for seat in seats]
    if outcome == "expunge":
        return Revision(MatchStatus.VOID, compute_empty_seats(players), None)
    return Revision(
        MatchStatus.FORFEIT,
        _forfeit(planned.entry, players, planned.settings),
        None,
        absent=[players.index(planned.entry.player.key)],
    )


def _forfeit(entry: Entry, players: Sequence[str], settings: Settings) -> tuple[SeatResult, ...]:
    """Return the results of a match of these player ids, by seat, from which this entry is absent."""
    return compute_forfeit_seats(
        players,
        [players.index(entry.player.key)],
        forfeit_score=settings.rules.forfeit_score,
        deals=settings.count_deals(len(players)),
    )


def _list_seated_entries(entry: Entry) -> dict[Match, list[int]]:
    """Return the matches of an entry, with the ids of the entries at their seats; 1 query."""
    seated: dict[Match, list[int]] = {}
    seats = Seat.objects.filter(match__seats__entry=entry).select_related("match")
    for seat in seats.order_by("match__round__number", "match__table", "match__key", "number"):
        seated.setdefault(seat.match, []).append(seat.entry_id)
    return seated


def _check_late_entries_since(entry: Entry, withdrawal: Decision) -> list[Problem]:
    """Return a problem for each late entry into the division since this entry left it.

    The two were given no match against each other, and would have to play if this entry played on. At
    larger tables no match is missing. Runs 1 query.
    """
    settings = get_division_settings(entry.division, withdrawal.season)
    if settings.table_size != PAIR_SIZE or settings.rules.pairing:
        return []
    met = Seat.objects.filter(match__seats__entry=entry).values("entry")
    since = Decision.objects.active().filter(
        kind=DecisionKind.LATE_ENTRY, pk__gt=withdrawal.pk, entry__division=entry.division_id
    )
    sentence = _("{player} joined later and has no match against this player. Undo that late entry first.")
    return [
        build_problem("", "later-entry", sentence, player=decision.player.key, decision=decision.pk)
        for decision in since.exclude(entry__in=met).select_related("player").order_by("pk")
        if decision.player
    ]
