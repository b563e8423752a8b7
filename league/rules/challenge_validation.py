"""Checks of the challenges of a ladder: who plays in them, their matches, and that no player has two at once.

See docs/reference/club-file.md, Challenge.
"""

from collections.abc import Iterator

from games import Problem, Text
from games.problems import _
from league.rules.pairing.ladder import LadderChallenge, compute_deadline
from league.rules.records import ChallengeRecord, DivisionRecord, MatchRecord, SeasonRecord
from league.rules.settings import LadderRules
from league.rules.snapshot import ClubSnapshot, Settings


def check_challenges(
    snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings | None
) -> Iterator[Problem]:
    """Yield what is wrong with the challenges of a season, and with what only a ladder has."""
    for division in snapshot.get_divisions(season.key):
        if settings and not settings.rules.is_ladder:
            yield from _refuse(snapshot, division)
        elif settings:
            yield from _DivisionChallenges(snapshot, division, settings.rules.ladder_rules).check()


def _build(path: str, code: str, sentence: str, **values: int | str) -> Problem:
    return Problem(path, code, Text(sentence, values))


def _refuse(snapshot: ClubSnapshot, division: DivisionRecord) -> Iterator[Problem]:
    path, sentence = snapshot.get_path(division), _("Only a ladder can have this: {name}. Remove it.")
    if snapshot.get_challenges(division.key):
        yield _build(f"{path}.challenges", "not-a-ladder", sentence, name="challenges")
    if division.as_of:
        yield _build(f"{path}.as_of", "not-a-ladder", sentence, name="as_of")
    for entry in snapshot.get_entries(division.key):
        for name in ("joined_on", "left_on"):
            if getattr(entry, name):
                yield _build(f"{snapshot.get_path(entry)}.{name}", "not-a-ladder", sentence, name=name)


class _DivisionChallenges:
    """The challenges of a division with their matches, and the checks of them."""

    def __init__(self, snapshot: ClubSnapshot, division: DivisionRecord, rules: LadderRules) -> None:
        self.snapshot, self.division, self.rules = snapshot, division, rules
        self.records = snapshot.get_challenges(division.key)
        self.matches = {match.id: match for match in snapshot.get_matches(division.key)}

    def check(self) -> Iterator[Problem]:
        for entry in self.snapshot.get_entries(self.division.key):
            if entry.left_on and not entry.left:
                sentence = _("Only who has left can have this: {name}.")
                path = f"{self.snapshot.get_path(entry)}.left_on"
                yield _build(path, "not-left", sentence, name="left_on")
        entered = {entry.player for entry in self.snapshot.get_entries(self.division.key)}
        for record in self.records:
            path = self.snapshot.get_path(record)
            for name in ("challenger", "challenged"):
                player = getattr(record, name)
                if player not in entered:
                    sentence = _("{player} is not entered in this division.")
                    yield _build(f"{path}.{name}", "not-entered", sentence, player=player)
            if record.challenger == record.challenged:
                sentence = _("Players can't challenge themselves.")
                yield _build(f"{path}.challenged", "own-challenge", sentence)
            yield from self._check_match(record, path)
            yield from self._check_settled(record, path)
        yield from self._check_once_at_a_time()
        yield from self._check_all_challenged()

    def _check_match(self, record: ChallengeRecord, path: str) -> Iterator[Problem]:
        match = self.matches.get(record.match or "")
        if record.state != "open" and record.match:
            sentence = _("A challenge that was {state} has no match; leave this out.")
            yield _build(f"{path}.match", "not-with-state", sentence, state=record.state)
        elif record.state == "open" and not record.match:
            yield _build(f"{path}.match", "missing", _("A challenge needs this: {name}."), name="match")
        elif record.state == "open" and match is None:
            sentence = _("This division has no match {match}.")
            yield _build(f"{path}.match", "unknown-match", sentence, match=record.match or "")
        elif match and set(match.seats) != {record.challenger, record.challenged}:
            sentence = _("Others play match {match} than those of the challenge.")
            yield _build(f"{path}.match", "other-players", sentence, match=match.id)
        if match and not match.due_on:
            sentence = _("The match of a challenge needs this: {name}.")
            yield _build(f"{self.snapshot.get_path(match)}.due_on", "missing", sentence, name="due_on")
        others = [each for each in self.records if each.match and each.match == record.match]
        if len(others) > 1 and others[0] is not record:
            yield _build(f"{path}.match", "twice", _("{name} is listed twice."), name=record.match or "")

    def _check_settled(self, record: ChallengeRecord, path: str) -> Iterator[Problem]:
        match = self.matches.get(record.match or "")
        is_settled = record.state != "open" or (match is not None and match.status in ("forfeit", "void"))
        if is_settled and not record.settled_on:
            sentence = _("A challenge that was settled without being played needs this: {name}.")
            yield _build(f"{path}.settled_on", "missing", sentence, name="settled_on")
        elif record.settled_on and not is_settled:
            sentence = _("Only a challenge that was settled without being played can have this: {name}.")
            yield _build(f"{path}.settled_on", "not-with-state", sentence, name="settled_on")

    def _check_once_at_a_time(self) -> Iterator[Problem]:
        """Yield a problem for each second open challenge of a player; without a day, played ones are not open."""
        busy: dict[str, int] = {}
        for record in self.records:
            if not self.is_open(record):
                continue
            for name in ("challenger", "challenged"):
                player = getattr(record, name)
                other = busy.setdefault(player, record.number)
                if other != record.number:
                    sentence = _("{player} has challenge {other} open already.")
                    path = f"{self.snapshot.get_path(record)}.{name}"
                    yield _build(path, "challenged-already", sentence, player=player, other=other)

    def is_open(self, record: ChallengeRecord) -> bool:
        """Return whether a challenge is still to be played on the day for which the standings hold."""
        return is_open(record, self.matches.get(record.match or ""), self.division, self.rules)

    def _check_all_challenged(self) -> Iterator[Problem]:
        """Yield a problem for each match with a result that no challenge has."""
        challenged = {record.match for record in self.records}
        for match in self.matches.values():
            if match.id not in challenged and match.status != "scheduled":
                sentence = _("On a ladder a result belongs to a challenge.")
                yield _build(self.snapshot.get_path(match), "no-challenge", sentence)


def is_open(
    record: ChallengeRecord, match: MatchRecord | None, division: DivisionRecord, rules: LadderRules
) -> bool:
    """Return whether a challenge is still to be played on the day for which a division's standings hold."""
    if match is None:
        return False
    challenge = LadderChallenge(
        record.number,
        record.challenger,
        record.challenged,
        record.made_on,
        match.due_on or compute_deadline(record.made_on, rules),
        record.state,
        record.settled_on,
        match.status,
        match.played_on,
    )
    return challenge.find_outcome(division.as_of or record.made_on) == "open"
