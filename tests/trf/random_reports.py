"""Random tournaments at tables of two: byes of each kind, no-shows, late entries, and players who leave."""

from fractions import Fraction
from random import Random

from league.rules.pairing.protocol import ByeKind
from league.trf.report import BYE_CODES, PointSystem, ReportedPlayer, ReportedRound, TournamentReport

RESULTS = (
    *[("1", "0"), ("0", "1")] * 4,
    *[("=", "=")] * 4,
    ("+", "-"),
    ("-", "+"),
    ("-", "-"),
    ("W", "L"),
    ("0", "0"),
)

CHESS = PointSystem()


def make_report(
    seed: int, points: PointSystem = CHESS, *, players: int | None = None, rounds: int | None = None
) -> TournamentReport:
    """Return a random tournament whose players meet by chance, near each other by number."""
    chance = Random(seed)
    count = players or chance.randint(2, 14)
    last = rounds or chance.randint(1, 9)
    played: dict[int, list[ReportedRound | None]] = {number: [] for number in range(1, count + 1)}
    arrives = {number: chance.choice((1, 1, 1, 1, 2, 3)) for number in played}
    leaves = {number: chance.choice((99, 99, 99, 99, last, last - 1, 2)) for number in played}
    for number in range(1, last + 1):
        there = [player for player in played if arrives[player] <= number <= leaves[player]]
        chance.shuffle(there)
        found: dict[int, ReportedRound] = {}
        while there:
            player = there.pop()
            if chance.random() < 0.1:
                kind: ByeKind = chance.choice(("half", "zero", "full"))
                found[player] = ReportedRound(None, "", BYE_CODES[kind])
            elif there:
                other = there.pop()
                results = chance.choice(RESULTS)
                found[player] = ReportedRound(other, "w", results[0])
                found[other] = ReportedRound(player, "b", results[1])
            else:
                found[player] = ReportedRound(None, "", "U")
        for player, own in played.items():
            own.append(found.get(player))
    return TournamentReport(
        tuple(
            ReportedPlayer(number, f"Player {number}", tuple(own), points=add_up(own, points))
            for number, own in played.items()
        ),
        rounds=last,
        points=points,
        details={"012": ("Random",), "092": ("Swiss",)},
    )


def add_up(rounds: list[ReportedRound | None], points: PointSystem) -> Fraction:
    return sum((points.get_points(each.result) for each in rounds if each), Fraction(0))
