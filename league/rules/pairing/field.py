"""The field of a round: who is to be paired, and what each has done so far.

See docs/reference/pairing.md, What counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from games import Invalid
from games.problems import _
from league.rules.pairing.protocol import PairedBye, PairingInput, PastRound, PastTable, Reason
from league.rules.validation import build_problem

MIN_ENTRIES = 2


@dataclass
class Contender:
    """An entry that is to be paired.

    `met` are the rounds in which it met each other entry, `sides` the seats (0 or 1) it had at tables of two, the
    latest last. `byes` counts the rounds in which it got points for a win without playing. `came_back` says that it
    stayed away from the round before, without points, though it had begun. `floated_down` and `floated_up` are those of
    that round.
    """

    id: str
    seed: int
    team: str
    score: Fraction = Fraction(0)
    met: dict[str, list[int]] = field(default_factory=dict)
    sides: list[int] = field(default_factory=list)
    byes: int = 0
    came_back: bool = False
    floated_down: bool = False
    floated_up: bool = False

    @property
    def side_difference(self) -> int:
        """Return how often it was named first less how often it was named second."""
        return len(self.sides) - 2 * sum(self.sides)


def build_field(given: PairingInput) -> list[Contender]:
    """Return the entries that are to be paired, by score, then by seed.

    Raises games.Invalid where there are fewer than two, or where no further round is announced.
    """
    if given.round > given.rounds:
        message = _("Round {round} can't be paired: the tournament has {rounds} rounds.")
        raise Invalid(
            build_problem("round", "round-too-high", message, round=given.round, rounds=given.rounds)
        )
    contenders = {
        entry.id: Contender(entry.id, entry.seed, entry.team)
        for entry in given.entries
        if not entry.withdrawn and entry.id not in given.absences
    }
    if len(contenders) < MIN_ENTRIES:
        message = _("A round takes at least two players; {present} can be paired.")
        raise Invalid(build_problem("entries", "too-few-entries", message, present=len(contenders)))
    scores: dict[str, Fraction] = {entry.id: Fraction(0) for entry in given.entries}
    begun: set[str] = set()
    for number, past in enumerate(given.history, 1):
        _add_round(contenders, past, number, scores, begun, given.win)
    for contender in contenders.values():
        contender.score = scores[contender.id]
    return sorted(contenders.values(), key=lambda contender: (-contender.score, contender.seed))


def list_asked_byes(given: PairingInput) -> list[PairedBye]:
    """Return the byes of the entries that have asked not to be paired, by seed."""
    absent = [entry for entry in given.entries if entry.id in given.absences and not entry.withdrawn]
    return [
        PairedBye(entry.id, given.absences[entry.id], (Reason("bye-asked"),))
        for entry in sorted(absent, key=lambda entry: entry.seed)
    ]


def _add_round(
    contenders: Mapping[str, Contender],
    past: PastRound,
    number: int,
    scores: dict[str, Fraction],
    begun: set[str],
    win: Fraction,
) -> None:
    """Add a round to what each contender has done, and to the scores that they had before it."""
    before = dict(scores)
    for each in contenders.values():
        each.floated_down = each.floated_up = False
    unpaid = set(contenders) & begun  # who neither played nor got points for a bye or a no-show
    for table in past.tables:
        for seat, (entry, points) in enumerate(zip(table.entries, table.points, strict=True)):
            scores[entry] = scores.get(entry, Fraction(0)) + (points or 0)
            begun.add(entry)
            contender = contenders.get(entry)
            if not contender:
                continue
            if table.played:
                _add_table(contender, table, seat, number, before)
                unpaid.discard(entry)
            elif points is not None and points >= win:
                contender.byes += 1
                unpaid.discard(entry)
            else:
                unpaid.add(entry)
            contender.floated_down |= not table.played and bool(points)
    for entry, bye in past.byes.items():
        scores[entry] = scores.get(entry, Fraction(0)) + bye.points
        contender = contenders.get(entry)
        if contender:
            contender.floated_down |= bye.points > 0
            contender.byes += bye.kind in ("pairing", "full")
            if bye.points > 0:
                unpaid.discard(entry)
        if bye.kind == "pairing":
            begun.add(entry)
    for each in contenders.values():
        each.came_back = each.id in unpaid


def _add_table(
    contender: Contender, table: PastTable, seat: int, number: int, before: Mapping[str, Fraction]
) -> None:
    others = [entry for entry in table.entries if entry != contender.id]
    for other in others:
        contender.met.setdefault(other, []).append(number)
    if len(table.entries) == 2:
        contender.sides.append(seat)
        score, opponent_score = before.get(contender.id, 0), before.get(others[0], 0)
        contender.floated_down = opponent_score < score
        contender.floated_up = opponent_score > score
