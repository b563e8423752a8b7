"""Challenges on a ladder: make one, decline it, withdraw it; and the ladders as days pass.

See docs/reference/pairing.md, Ladder.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from games.problems import _
from league.actions.challenge_states import update_challenges
from league.actions.changes import Change, change, format_season_key, lock_division
from league.actions.errors import ActionError
from league.actions.fixtures import delete_empty_rounds, delete_match_rows, ensure_rounds, generate_match_keys
from league.actions.standings import recompute_standings
from league.models import (
    Challenge,
    Club,
    Decision,
    Division,
    Entry,
    Match,
    Round,
    Season,
    Seat,
)
from league.models.challenge import ChallengeState
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.notifications.challenges import notify_of_challenge
from league.notifications.reminders import plan_reminders
from league.permissions import can
from league.principals import Principal
from league.queries.confirmations import has_waiting
from league.queries.ladder import load_ladder_inputs
from league.rules.pairing.ladder import LadderInput, compute_deadline, find_challenge_problem
from league.rules.records import FIRST_STAGE
from league.rules.settings import LADDER
from league.rules.snapshot import Settings, parse_settings
from league.rules.validation import build_problem

ROUND = 1  # that of all matches: a ladder has no rounds
NOT_A_LADDER = build_problem("season", "not-a-ladder", _("Players challenge each other on ladders only."))
NOT_OPEN = build_problem("season", "not-open", _("Players can challenge while the ladder is open."))
NOT_YOURS = build_problem("challenger", "not-yours", _("You can only challenge for yourself."))
NOT_YOUR_CHALLENGE = build_problem("challenge", "not-yours", _("This is a challenge of other players."))


@dataclass(frozen=True)
class LadderChange:
    """A change of a ladder's challenges that is being made; club, season and divisions are locked."""

    event: Change
    settings: Settings
    entries: Mapping[str, Entry]  # by player

    @property
    def season(self) -> Season:
        return self.event.season

    @property
    def today(self) -> date:
        return self.event.club.today

    def may_act_for(self, entry: Entry) -> bool:
        """Return whether it is their own player, or they run the club's seasons."""
        by, own = self.event.by, entry.player.user_id
        return (own is not None and own == by.user_id) or can(by, "run-seasons", self.event.club)

    def load_ladder(self, division: Division) -> LadderInput:
        """Return the ladder as it is today, and end the challenges that are over."""
        update_challenges([division.pk], self.today)
        there = [entry for entry in self.entries.values() if entry.division_id == division.pk]
        rules = self.settings.rules.ladder_rules
        ladders = load_ladder_inputs(self.season, [division], {division.pk: there}, rules)
        return replace(ladders[division.pk], as_of=self.today)

    def get_challenge(self, number: int, level: int) -> Challenge:
        """Return an open challenge; raise ActionError where there is none, or it is over."""
        found = (
            Challenge.objects.select_related("challenger__player", "challenged__player", "match", "division")
            .filter(division__season=self.season, division__level=level, number=number)
            .first()
        )
        if found is None:
            sentence = _("There is no challenge {number}.")
            raise ActionError(build_problem("challenge", "unknown-challenge", sentence, number=number))
        is_over = found.match is not None and found.match.due_on and found.match.due_on < self.today
        if found.state != ChallengeState.OPEN or is_over:
            sentence = _("The challenge is over: it was declined, withdrawn or played, or its days are over.")
            raise ActionError(build_problem("challenge", "challenge-over", sentence))
        return found

    def log(self, challenge: Challenge, before: str, after: str) -> None:
        key = f"{format_season_key(self.season)}/{challenge.division.level}/{challenge.number}"
        data = {
            "challenger": challenge.challenger.player.key,
            "challenged": challenge.challenged.player.key,
        }
        self.event.log("challenge", key, {"state": before} if before else None, {"state": after, **data})


@contextmanager
def _change_ladder(action: str, season: Season, by: Principal) -> Iterator[LadderChange]:
    with change(action, season, permission="challenge", by=by) as event:
        settings = parse_settings(*event.season.settings)
        if not settings.rules.is_ladder:
            raise ActionError(NOT_A_LADDER)
        if event.season.state != SeasonState.OPEN:
            raise ActionError(NOT_OPEN)
        entries = Entry.objects.filter(season=event.season, stage__number=FIRST_STAGE)
        by_player = {entry.player.key: entry for entry in entries.select_related("player", "division__stage")}
        yield LadderChange(event, settings, by_player)


def challenge_player(*, season: Season, challenger: str, challenged: str, by: Principal) -> Challenge:
    """Challenge a player who stands higher, by their ids; the match is made, and due by the deadline.

    Players challenge for themselves, organisers for any. Locks the club, the season and its divisions. Raises
    PermissionDenied; ActionError at `challenger` or `challenged` where the rules of the ladder don't allow it, for
    another's challenge, and where the ladder is not open.
    """
    with _change_ladder("challenge_player", season, by) as making:
        sides = []
        for path, player in (("challenger", challenger), ("challenged", challenged)):
            entry = making.entries.get(player)
            if entry is None:
                sentence = _("{player} isn't on the ladder.")
                raise ActionError(build_problem(path, "not-on-ladder", sentence, player=player))
            sides.append(entry)
        one, other = sides
        if not making.may_act_for(one):
            raise ActionError(NOT_YOURS)
        if one.division_id != other.division_id:
            sentence = _("{player} isn't on the ladder.")
            raise ActionError(build_problem("challenged", "not-on-ladder", sentence, player=challenged))
        division = one.division
        division.season = making.season
        ladder, rules = making.load_ladder(division), making.settings.rules.ladder_rules
        problem = find_challenge_problem(ladder.ladder, rules, ladder.busy, challenger, challenged)
        if problem:
            raise ActionError(problem)
        made = _create_challenge(making, division, one, other)
        recompute_standings(division)
        making.log(made, "", ChallengeState.OPEN)
        notify_of_challenge(made, author=by.user)
        plan_reminders(making.season, repeat=True)
        return made


def _create_challenge(making: LadderChange, division: Division, one: Entry, other: Entry) -> Challenge:
    """Create a challenge and its match, in which the challenged player is named first; 8 queries."""
    club = making.season.competition.club_id
    last = Challenge.objects.filter(division=division).aggregate(last=Max("number"))["last"]
    number = (last or 0) + 1
    [round_id] = ensure_rounds([(division.stage_id, ROUND)]).values()
    match = Match.objects.create(
        club_id=club,
        division=division,
        key=next(generate_match_keys(club, ())),
        round_id=round_id,
        table=number,
        due_on=compute_deadline(making.today, making.settings.rules.ladder_rules),
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=seat, entry=entry, player_id=entry.player_id)
            for seat, entry in enumerate((other, one))
        ]
    )
    return Challenge.objects.create(
        division=division, number=number, challenger=one, challenged=other, made_on=making.today, match=match
    )


def decline_challenge(*, season: Season, level: int, number: int, by: Principal) -> None:
    """Decline a challenge, by the level of its division and its number; it counts as the rules say.

    Its match is deleted. The challenged player declines, or an organiser. Raises PermissionDenied; ActionError for
    others, where the challenge is over, and where its match has a result that waits, or was decided about.
    """
    with _change_ladder("decline_challenge", season, by) as making:
        found = making.get_challenge(number, level)
        if not making.may_act_for(found.challenged):
            raise ActionError(NOT_YOUR_CHALLENGE)
        _settle(making, found, ChallengeState.DECLINED)
        notify_of_challenge(found, author=by.user)


def withdraw_challenge(*, season: Season, level: int, number: int, by: Principal) -> None:
    """Withdraw a challenge, which then counts for nothing; the challenger does, or an organiser.

    As `decline_challenge`.
    """
    with _change_ladder("withdraw_challenge", season, by) as making:
        found = making.get_challenge(number, level)
        if not making.may_act_for(found.challenger):
            raise ActionError(NOT_YOUR_CHALLENGE)
        _settle(making, found, ChallengeState.WITHDRAWN)
        notify_of_challenge(found, author=by.user)


def _settle(making: LadderChange, challenge: Challenge, state: ChallengeState) -> None:
    """End an open challenge without its match, which is deleted."""
    match = challenge.match
    challenge.state, challenge.settled_on, challenge.match = state, making.today, None
    challenge.save(update_fields=["state", "settled_on", "match"])
    if match:
        _delete_match(Match.objects.filter(pk=match.pk))
    division = challenge.division
    division.season = making.season
    recompute_standings(division)
    making.log(challenge, ChallengeState.OPEN, state)


def _delete_match(matches: QuerySet[Match]) -> None:
    """Delete the match of a challenge; raise ActionError where it has a result, or was decided about."""
    decided = matches.exclude(status=MatchStatus.SCHEDULED) | matches.filter(has_waiting())
    if decided.exists():
        sentence = _("Its match has a result, which may still have to be confirmed.")
        raise ActionError(build_problem("challenge", "has-result", sentence))
    decisions = Decision.objects.filter(match__in=matches)
    if decisions.active().exists():
        sentence = _("The committee has decided something about its match. Undo that first.")
        raise ActionError(build_problem("challenge", "has-decision", sentence))
    rounds = list(matches.values_list("round", flat=True))
    decisions.update(match=None)
    delete_match_rows(matches)
    delete_empty_rounds(Round.objects.filter(pk__in=rounds))


def advance_ladders() -> int:
    """Rank the ladders of open seasons as of today, where days have passed, and return how many there were.

    So a missed deadline and a time without a match take effect. Each division is ranked in a transaction of its own.
    """
    now, advanced = timezone.now(), 0
    open_ladders = Division.objects.filter(
        season__state=SeasonState.OPEN,
        season__rules__pairing=LADDER,
        season__competition__club__in=Club.objects.visible(),
    ).select_related("season__competition__club")
    for division in open_ladders.order_by("pk"):
        if division.as_of == timezone.localdate(now, division.season.competition.club.tzinfo):
            continue
        with transaction.atomic():
            lock_division(division.pk)
            current = open_ladders.filter(pk=division.pk).first()
            if current:
                recompute_standings(current)
                advanced += 1
    return advanced
