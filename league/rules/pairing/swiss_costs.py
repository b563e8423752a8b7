"""What a pair costs in the system `club`: a list of figures, of which an earlier one outweighs all later ones together.

See docs/reference/pairing.md, The order of wishes.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from league.rules.pairing.field import Contender
from league.rules.pairing.matching import MAX_COST, Pair

MAX_DRAW = 2**24
MIN_DRAW = 2**8
SAME_SIDE, THIRD_TIME = 1, 8  # of each of two who is named first, or second, again


class Cost(NamedTuple):
    """The figures of one pair, or of a bye; added up over a round, the least of the first that differs wins.

    `distance` is in steps of scores, `order` in squares of places of the field.
    """

    repeats: int = 0
    second_bye: int = 0
    team: int = 0
    bye: int = 0
    recent: int = 0
    distance: int = 0
    distance_squares: int = 0
    down_again: int = 0
    up_again: int = 0
    came_back: int = 0
    sides: int = 0
    side_again: int = 0
    order: int = 0
    draw: int = 0


_DISTANCE, _SQUARES = Cost._fields.index("distance"), Cost._fields.index("distance_squares")
_ORDER, _DRAW = Cost._fields.index("order"), Cost._fields.index("draw")


def pack_costs(costs: Mapping[Pair, Cost], pairs: int) -> dict[Pair, int]:
    """Return one number for each cost, all below MAX_COST, whose sums over so many pairs compare as the costs do.

    Where there is no room for all figures, the draw is cut, and distances are counted in larger steps.
    """
    most = [max(column) for column in zip(*costs.values(), strict=True)] if costs else list(Cost())
    for shift in range(64):
        limits = _coarsen(most, shift)
        units = _compute_units(limits, pairs)
        if units[0] * (pairs * limits[0] + 1) < MAX_COST:
            break
    return {
        pair: sum(map(mul, units, _coarsen(cost, shift) if shift else cost)) for pair, cost in costs.items()
    }


def _coarsen(figures: Sequence[int], shift: int) -> list[int]:
    coarse = list(figures)
    if shift:
        coarse[_DRAW] = figures[_DRAW] * MIN_DRAW // MAX_DRAW
        shift -= 1
        coarse[_DISTANCE] = -(-figures[_DISTANCE] >> shift)  # rounded up: none becomes nothing
        coarse[_SQUARES] = -(-figures[_SQUARES] >> 2 * shift)
        coarse[_ORDER] = figures[_ORDER] >> shift
    return coarse


def _compute_units(limits: Sequence[int], pairs: int) -> list[int]:
    """Return what one of each figure is worth: more than all later ones of so many pairs together."""
    units, unit = [], 1
    for limit in reversed(limits):
        units.append(unit)
        unit *= pairs * limit + 1
    return units[::-1]


class CostTable:
    """Computes the costs of pairs of a field; a place in the field stands for an entry, the one after all for a bye."""

    def __init__(self, contenders: Sequence[Contender], draw_seed: int, round_number: int) -> None:
        self.contenders = contenders
        self.bye = len(contenders)
        self.scores, self.step = _count_steps(contenders)
        self._lots = [
            int.from_bytes(
                sha256(f"{draw_seed}:{round_number}:{contender.seed}".encode()).digest()[:8], "big"
            )
            for contender in contenders
        ]
        self._as_first = [compute_side_cost(contender, 0) for contender in contenders]
        self._as_second = [compute_side_cost(contender, 1) for contender in contenders]
        self.groups = _find_groups(self.scores)
        claims = sorted({claim_bye(contender) for contender in contenders})
        self._claims = {claim: number for number, claim in enumerate(claims)}

    def compute(self, a: int, b: int) -> Cost:
        """Return the cost of a pair of places, `a` above `b`, or of a bye for `a`."""
        if b == self.bye:
            return self._compute_bye(a)
        first, second = self.contenders[a], self.contenders[b]
        distance = self.scores[a] - self.scores[b]
        met = first.met.get(second.id)
        if distance:
            order = self._count_below(a) ** 2 + (b - self.groups[b][0]) ** 2
        else:
            start, end = self.groups[a]
            order = (b - a - (end - start) // 2) ** 2
        sides, side_again = min(
            add_side_costs(self._as_first[a], self._as_second[b]),
            add_side_costs(self._as_first[b], self._as_second[a]),
        )
        return Cost(
            len(met) ** 2 if met else 0,
            0,
            int(first.team != "" and first.team == second.team),
            0,
            met[-1] if met else 0,
            distance,
            distance * distance,
            int(distance > 0 and first.floated_down),
            int(distance > 0 and second.floated_up),
            0,
            sides,
            side_again,
            order,
            (self._lots[a] * self._lots[b]) % (2**61 - 1) % MAX_DRAW,
        )

    def _compute_bye(self, a: int) -> Cost:
        contender = self.contenders[a]
        return Cost(
            second_bye=contender.byes**2,
            bye=self._claims[claim_bye(contender)],
            down_again=int(contender.floated_down),
            came_back=int(contender.came_back),
            order=self._count_below(a) ** 2,
            draw=self._lots[a] % MAX_DRAW,
        )

    def _count_below(self, place: int) -> int:
        """Return how many of the same score stand below a place."""
        return self.groups[place][1] - 1 - place


def claim_bye(contender: Contender) -> tuple[int, Fraction]:
    """Return what byes go by: the least comes first (docs/reference/pairing.md, Byes)."""
    return contender.byes, contender.score


def _count_steps(contenders: Sequence[Contender]) -> tuple[list[int], int]:
    """Return the scores as whole numbers, in steps of which one is the largest that all scores are made of."""
    denominator = lcm(*(contender.score.denominator for contender in contenders))
    whole = [int(contender.score * denominator) for contender in contenders]
    step = gcd(*(score - whole[-1] for score in whole)) or 1
    return [(score - whole[-1]) // step for score in whole], step


def _find_groups(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each place where those of the same score begin and end."""
    bounds: dict[int, tuple[int, int]] = {}
    for place, score in enumerate(scores):
        start, _end = bounds.get(score, (place, place))
        bounds[score] = (start, place + 1)
    return [bounds[score] for score in scores]


def compute_side_cost(contender: Contender, side: int) -> tuple[int, int]:
    """Return how uneven an entry's sides get with this one, and whether, and how often, it comes again."""
    uneven = (contender.side_difference + (1 if side == 0 else -1)) ** 2
    if contender.sides[-2:] == [side, side]:
        return uneven, THIRD_TIME
    return uneven, SAME_SIDE if contender.sides[-1:] == [side] else 0


def add_side_costs(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    return first[0] + second[0], first[1] + second[1]


def add_costs(costs: Iterable[Cost]) -> Cost:
    return Cost(*map(sum, zip(*costs, strict=True)))
