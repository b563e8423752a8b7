"""Ladders: in which order their players stand on a day, and who may challenge whom.

The order is a function of the seeds, the challenges with their results, and the day; a missed deadline and a time
without a match are stored nowhere. See docs/reference/pairing.md, Ladder.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Literal

from games import Problem, Text
from games.problems import _
from league.rules.settings import LadderRules

ChallengeState = Literal["open", "declined", "withdrawn"]
MatchState = Literal["scheduled", "played", "forfeit", "void"]
Outcome = Literal["open", "played", "late", "no-show", "declined", "missed", "withdrawn", "void"]
MoveReason = Literal["played", "declined", "missed", "no-show", "inactive", "passed", "left"]


@dataclass(frozen=True)
class LadderPlayer:
    """A player who stands on the ladder from the day of coming in until the day of leaving.

    `joined_on` is None for those who have been there from the start; who has `left` without a day never was there.
    """

    id: str
    seed: int
    joined_on: date | None = None
    left: bool = False
    left_on: date | None = None


@dataclass(frozen=True)
class LadderChallenge:
    """A challenge, and what has become of its match.

    `status` is that of the match. `settled_on` is the day on which it was declined or withdrawn, or on which it was
    decided without being played. `winner` and `absent` are players, from the result.
    """

    number: int
    challenger: str
    challenged: str
    made_on: date
    due_on: date
    state: ChallengeState = "open"
    settled_on: date | None = None
    status: MatchState = "scheduled"
    played_on: date | None = None
    winner: str | None = None
    absent: Collection[str] = ()

    def with_result(
        self,
        status: MatchState,
        played_on: date | None,
        seats: Iterable[tuple[str, str, bool]],
    ) -> "LadderChallenge":
        """Return it with the result of its match; of each seat the player, the outcome, and whether absent."""
        given = list(seats)
        return replace(
            self,
            status=status,
            played_on=played_on,
            winner=next((player for player, outcome, _absent in given if outcome == "win"), None),
            absent=tuple(player for player, _outcome, is_absent in given if is_absent),
        )

    def find_outcome(self, day: date) -> Outcome:
        """Return what has become of it by the end of a day."""
        if self.state != "open":
            return self.state
        if self.status == "played" and self.played_on and self.played_on <= self.due_on:
            return "played"
        decided_on = self.settled_on or self.played_on or self.due_on
        if self.status in ("forfeit", "void") and decided_on <= self.due_on:
            return "no-show" if self.status == "forfeit" else "void"
        if self.status == "played":
            return "late"
        return "missed" if day > self.due_on else "open"


@dataclass(frozen=True)
class LadderMove:
    """A change of a player's place: on which day, why, and against whom; `other` is empty where nobody is named."""

    day: date
    player: str
    reason: MoveReason
    before: int
    after: int
    other: str = ""


@dataclass(frozen=True)
class Ladder:
    """The players in their order on a day, from the top, and how they came there."""

    order: tuple[str, ...]
    moves: tuple[LadderMove, ...]

    def find_place(self, player: str) -> int | None:
        """Return a player's place, from 1; None for those who are not on the ladder."""
        return self.order.index(player) + 1 if player in self.order else None


@dataclass(frozen=True)
class _Event:
    """What happens on a day: who may change places with whom, and whom it shows to be active."""

    day: date
    number: int
    winner: str = ""
    loser: str = ""
    reason: Literal["played", "declined", "missed", "no-show"] = "played"
    active: Collection[str] = ()


@dataclass
class _Climb:
    """The order as it goes from day to day; `last` is the day of each player's latest match, or of coming in."""

    rules: LadderRules
    order: list[str] = field(default_factory=list)
    last: dict[str, date] = field(default_factory=dict)
    moves: list[LadderMove] = field(default_factory=list)

    def apply(self, event: _Event) -> None:
        """Let the winner, if standing lower, change places with the loser, and note who is active."""
        for player in event.active:
            self.last[player] = max(event.day, self.last.get(player, event.day))
        if event.winner not in self.order or event.loser not in self.order:
            return
        lower, upper = self.order.index(event.winner), self.order.index(event.loser)
        if lower < upper:
            return
        self.order[lower], self.order[upper] = event.loser, event.winner
        self._note(event.day, event.winner, event.reason, lower, event.loser)
        self._note(event.day, event.loser, event.reason, upper, event.winner)

    def _note(self, day: date, player: str, reason: MoveReason, before: int, other: str = "") -> None:
        after = self.order.index(player)
        self.moves.append(LadderMove(day, player, reason, before + 1, after + 1, other))

    def remove(self, player: str, day: date) -> None:
        place = self.order.index(player)
        self.order.remove(player)
        for index, lower in enumerate(self.order[place:], place):
            self._note(day, lower, "left", index + 1, player)

    def is_inactive(self, player: str, day: date) -> bool:
        """Return whether a player has been without a match for longer than the rules allow."""
        since, most = self.last.get(player), self.rules.inactive_days
        return since is not None and most is not None and (day - since).days > most

    def is_drop(self, player: str, day: date) -> bool:
        """Return whether a player who goes on without a match goes down on this day."""
        since, most = self.last.get(player), self.rules.inactive_days
        if since is None or most is None:
            return False
        without = (day - since).days - 1
        return without >= most and without % most == 0

    def find_drop(self, player: str, after: date) -> date | None:
        """Return the first such day after another one."""
        since, most = self.last.get(player), self.rules.inactive_days
        if since is None or most is None:
            return None
        turns = max(0, (after - since).days - 1) // most + 1
        ordinal = since.toordinal() + turns * most + 1
        return date.fromordinal(ordinal) if ordinal <= date.max.toordinal() else None

    def find_next_drop(self, after: date) -> date | None:
        """Return the first day after another one on which a player goes down; None where all are inactive."""
        tomorrow = _get_next_day(after)
        if all(self.is_inactive(player, tomorrow) for player in self.order):
            return None
        drops = (self.find_drop(player, after) for player in self.order)
        return min((each for each in drops if each), default=None)

    def drop(self, day: date) -> None:
        """Let players who are inactive change places with the next lower player, if that player is active."""
        for upper in range(len(self.order) - 2, -1, -1):
            player, lower = self.order[upper], self.order[upper + 1]
            if self.is_drop(player, day) and not self.is_inactive(lower, day):
                self.order[upper], self.order[upper + 1] = lower, player
                self._note(day, player, "inactive", upper)
                self._note(day, lower, "passed", upper + 1, player)


def climb(
    players: Iterable[LadderPlayer],
    challenges: Iterable[LadderChallenge],
    rules: LadderRules,
    *,
    start: date | None,
    day: date,
) -> Ladder:
    """Return the ladder as it is at the end of a day.

    It begins in the order of the seeds. `start` is the day from which times without a match are counted; without it
    that is the first day of which anything is known.
    """
    state = _Climb(rules)
    joining: dict[date, list[str]] = {}
    leaving: dict[date, list[str]] = {}
    for player in sorted(players, key=lambda each: (each.seed, each.id)):
        if player.left and player.left_on is None:
            continue
        if player.joined_on is None:
            state.order.append(player.id)
        else:
            joining.setdefault(player.joined_on, []).append(player.id)
        if player.left and player.left_on:
            leaving.setdefault(max(player.left_on, player.joined_on or player.left_on), []).append(player.id)
    events: dict[date, list[_Event]] = {}
    for challenge in sorted(challenges, key=lambda each: each.number):
        for event in _list_events(challenge, rules, day):
            events.setdefault(event.day, []).append(event)
    days = sorted((each for each in {*joining, *leaving, *events} if each <= day), reverse=True)
    if start or days:
        state.last = dict.fromkeys(state.order, start or days[-1])
    today = date.min
    while True:
        coming = [each for each in (state.find_next_drop(today), *days[-1:]) if each and each <= day]
        if not coming:
            return Ladder(tuple(state.order), tuple(state.moves))
        today = min(coming)
        if days and days[-1] == today:
            days.pop()
        of_today = events.get(today, ())
        for event in of_today:
            if event.reason == "missed":
                state.apply(event)
        state.drop(today)
        for player_id in joining.get(today, ()):
            state.order.append(player_id)
            state.last[player_id] = today
        for event in of_today:
            if event.reason != "missed":
                state.apply(event)
        for player_id in leaving.get(today, ()):
            state.remove(player_id, today)


def compute_deadline(made_on: date, rules: LadderRules) -> date:
    """Return the last day on which a challenge may be played, unless it is moved."""
    return _add_days(made_on, rules.days)


def _get_next_day(day: date) -> date:
    return _add_days(day, 1)


def _add_days(day: date, number: int) -> date:
    return date.fromordinal(min(day.toordinal() + number, date.max.toordinal()))


def _list_events(challenge: LadderChallenge, rules: LadderRules, day: date) -> Iterator[_Event]:
    """Yield what a challenge does to the order by the end of a day; after its deadline a match moves nobody."""
    outcome = challenge.find_outcome(day)
    number, challenger, challenged = challenge.number, challenge.challenger, challenge.challenged
    both = (challenger, challenged)
    is_loss = rules.unplayed == "loss"
    if outcome == "declined":
        winner, loser = both if is_loss else ("", "")
        on = challenge.settled_on or challenge.made_on
        yield _Event(on, number, winner, loser, "declined", (challenger,))
    if outcome == "played" and challenge.played_on:
        yield _build_result(challenge, challenge.played_on, "played", both)
    if outcome == "no-show":
        on = challenge.settled_on or challenge.played_on or challenge.due_on
        there = [player for player in both if player not in challenge.absent]
        yield _build_result(challenge, on, "no-show", there)
    if outcome in ("missed", "late") and challenge.due_on < day:
        winner, loser = both if is_loss else ("", "")
        on = _get_next_day(challenge.due_on)
        yield _Event(on, number, winner, loser, "missed", (challenger,))
    if outcome == "late" and challenge.played_on:
        yield _Event(challenge.played_on, number, active=both)


def _build_result(
    challenge: LadderChallenge,
    day: date,
    reason: Literal["played", "no-show"],
    active: Sequence[str],
) -> _Event:
    winner = challenge.winner or ""
    if not winner:  # level, or neither came
        return _Event(day, challenge.number, reason=reason, active=active)
    loser = challenge.challenged if winner == challenge.challenger else challenge.challenger
    return _Event(day, challenge.number, winner, loser, reason, active)


@dataclass(frozen=True)
class LadderInput:
    """All that the order of a ladder follows from; `as_of` is the day for which it is wanted.

    Without it that is the last day of which anything is known.
    """

    players: tuple[LadderPlayer, ...]
    challenges: tuple[LadderChallenge, ...]
    rules: LadderRules
    start: date | None
    as_of: date | None

    @property
    def day(self) -> date:
        known = [
            day
            for challenge in self.challenges
            for day in (challenge.made_on, challenge.settled_on, challenge.played_on)
            if day
        ]
        return self.as_of or max(known, default=self.start or date.min)

    @cached_property
    def ladder(self) -> Ladder:
        return climb(self.players, self.challenges, self.rules, start=self.start, day=self.day)

    @property
    def busy(self) -> set[str]:
        """Return the players who have an open challenge."""
        return list_challenged(self.challenges, self.day)

    def list_places(self) -> dict[str, int]:
        """Return the place of each player; those who are not on the ladder come after it, by seed."""
        places = {player: place for place, player in enumerate(self.ladder.order, 1)}
        others = sorted((each.seed, each.id) for each in self.players if each.id not in places)
        return places | {player: place for place, (_seed, player) in enumerate(others, len(places) + 1)}

    def withdraw(self, player: str) -> "LadderInput":
        """Return how it would be if a player left on its day, and lost the challenge that is open."""
        day = self.day
        challenges = []
        for each in self.challenges:
            sides = (each.challenger, each.challenged)
            if player in sides and each.find_outcome(day) == "open":
                winner = next(side for side in sides if side != player)
                lost = replace(each, status="forfeit", settled_on=day, winner=winner, absent=(player,))
                challenges.append(lost)
            else:
                challenges.append(each)
        players = [
            replace(each, left=True, left_on=day) if each.id == player else each for each in self.players
        ]
        return replace(self, players=tuple(players), challenges=tuple(challenges))


def list_challenged(challenges: Iterable[LadderChallenge], day: date) -> set[str]:
    """Return the players who have an open challenge on a day, on either side."""
    return {
        player
        for challenge in challenges
        if challenge.find_outcome(day) == "open"
        for player in (challenge.challenger, challenge.challenged)
    }


def find_challenge_problem(
    ladder: Ladder, rules: LadderRules, busy: Collection[str], challenger: str, challenged: str
) -> Problem | None:
    """Return why a player may not challenge another one; `busy` are those who have an open challenge."""
    if challenger == challenged:
        return Problem("challenged", "own-challenge", Text(_("Players can't challenge themselves.")))
    for path, player in (("challenger", challenger), ("challenged", challenged)):
        if player not in ladder.order:
            return _build(path, "not-on-ladder", _("{player} isn't on the ladder."), player=player)
    distance = ladder.order.index(challenger) - ladder.order.index(challenged)
    if distance < 0:
        sentence = _("{player} stands lower: players challenge those above them.")
        return _build("challenged", "stands-lower", sentence, player=challenged)
    if distance > rules.places:
        sentence = _("{player} stands {distance} places higher: at most {most} are allowed.")
        values = {"distance": distance, "most": rules.places}
        return _build("challenged", "too-far-up", sentence, player=challenged, **values)
    for path, player in (("challenger", challenger), ("challenged", challenged)):
        if player in busy:
            sentence = _("{player} has an open challenge already.")
            return _build(path, "challenged-already", sentence, player=player)
    return None


def _build(path: str, code: str, sentence: str, **values: int | str) -> Problem:
    return Problem(path, code, Text(sentence, values))
