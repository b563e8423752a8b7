"""Search for a row of tables that can be turned without any two players meeting twice.

`python -m bench.starters PLAYERS TABLES TURNS [ROWS]` prints what `STARTERS` in
`league/rules/pairing/table_designs.py` holds. The search is simulated annealing with fixed random numbers; it goes on
until it has found one, which may be never. Three circles of players with one player left over (and 4n + 1 places) are
mirrored: whatever holds for a place holds for the place opposite. With three left over (and 4n + 3 places) the circles
are alike: whatever holds for one holds for the next. The ten rows of 32 players (1 turn) are two planes, doubled.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise, repeat
from operator import mul
from random import Random
from string import ascii_letters
from typing import Any

from league.rules.pairing.table_designs import build_affine_space

Slots = list[Any]  # what stands in each slot; `blocks` says which slots belong together
Keys = Callable[[int, Sequence[Any]], Iterator[Hashable]]  # of a block and what it holds; none may come twice
Move = Callable[[Slots, Random], dict[int, Any]]  # what is to stand in which slots instead

STEPS, STAGES, MAX_WORSE = 200_000, 40, 30
WARM, COOLING = 0.25, 0.9  # how readily a change for the worse by one is taken at first, and how that fades


def anneal(slots: Slots, blocks: Sequence[range], keys: Keys, move: Move, chance: Random) -> bool:
    """Change the slots until no key comes twice; return whether that was reached."""
    block_of = {slot: number for number, block in enumerate(blocks) for slot in block}
    counted = Counter(
        key for number, block in enumerate(blocks) for key in keys(number, slots[block.start : block.stop])
    )
    cost = sum(times * (times - 1) // 2 for times in counted.values())
    warm = WARM
    for step in range(STEPS):
        if not cost:
            return True
        if step % (STEPS // STAGES) == 0:
            readily = list(accumulate(repeat(warm, MAX_WORSE), mul))
            warm *= COOLING
        changes = move(slots, chance)
        concerned = {block_of[slot] for slot in changes}
        before = {slot: slots[slot] for slot in changes}
        worse = _count_keys(slots, blocks, keys, counted, concerned, -1)
        for slot, item in changes.items():
            slots[slot] = item
        worse += _count_keys(slots, blocks, keys, counted, concerned, 1)
        if worse <= 0 or (worse < MAX_WORSE and chance.random() < readily[worse - 1]):
            cost += worse
            continue
        _count_keys(slots, blocks, keys, counted, concerned, -1)
        for slot, item in before.items():
            slots[slot] = item
        _count_keys(slots, blocks, keys, counted, concerned, 1)
    return not cost


def _count_keys(
    slots: Slots,
    blocks: Sequence[range],
    keys: Keys,
    counted: Counter[Hashable],
    concerned: set[int],
    times: int,
) -> int:
    """Add the keys of these blocks, or take them away; return by how much that costs more."""
    worse = 0
    for number in concerned:
        block = blocks[number]
        for key in keys(number, slots[block.start : block.stop]):
            if times > 0:
                worse += counted[key]
                counted[key] += 1
            else:
                counted[key] -= 1
                worse -= counted[key]
    return worse


def search_rows(players: int, tables: int, turns: int, rows: int, chance: Random) -> list[str] | None:
    """Try once to find rows, each to be turned `turns` times."""
    circles = players // turns
    sizes = [players // tables + (table < players % tables) for table in range(tables)] * rows
    ends = list(accumulate(sizes, initial=0))
    blocks = [range(start, end) for start, end in pairwise(ends)]

    def list_keys(_block: int, items: Sequence[int]) -> Iterator[Hashable]:
        for one, other in combinations(sorted(items), 2):
            if other < circles * turns:
                distance = (other - one) % turns
                if one // turns == other // turns:
                    distance = min(distance, turns - distance)
                    if 2 * distance == turns:
                        yield "half", one // turns  # turning it would bring the same two together twice
                        yield "half", one // turns
                yield one // turns, other // turns, distance
            elif one < circles * turns:
                yield other, one // turns
            else:
                yield other, one, "stay"
                if turns > 1:
                    yield other, one, "stay"

    def swap(slots: Slots, chance: Random) -> dict[int, Any]:
        row = int(chance.random() * rows) * players
        one, other = (row + int(chance.random() * players) for _place in range(2))
        return {one: slots[other], other: slots[one]}

    slots = [player for _row in range(rows) for player in chance.sample(range(players), players)]
    if not anneal(slots, blocks, list_keys, swap, chance):
        return None
    found = []
    for row in range(rows):
        letters = [""] * players
        for table in range(tables):
            for slot in blocks[row * tables + table]:
                letters[slots[slot]] = ascii_letters[table]
        found.append("".join(letters))
    return found


def search_mirrored_row(turns: int, chance: Random) -> list[str] | None:
    """Try once to find a row of three mirrored circles and one player.

    A table has two opposite places of one circle and two of another. So it is enough to choose which numbers are
    together: that distances within a circle come once is certain, and those between two circles are the sums and
    the differences of the numbers.
    """
    half = turns // 2
    per_pair = half // 2
    pairs = ((0, 1), (0, 2), (1, 2))
    blocks = [range(2 * number, 2 * number + 2) for number in range(3 * per_pair)]
    circle_of = [pairs[number // per_pair][end] for number in range(3 * per_pair) for end in range(2)]

    def list_keys(block: int, items: Sequence[int]) -> Iterator[Hashable]:
        one, other = items
        for distance in (abs(one - other), one + other):
            yield block // per_pair, min(distance, turns - distance)
            if not distance:
                yield block // per_pair, 0

    def swap(slots: Slots, chance: Random) -> dict[int, Any]:
        one = int(chance.random() * len(slots))
        alike = [slot for slot in range(len(slots)) if circle_of[slot] == circle_of[one]]
        other = alike[int(chance.random() * len(alike))]
        return {one: slots[other], other: slots[one]}

    numbers = [iter(chance.sample(range(1, half + 1), half)) for _circle in range(3)]
    slots = [next(numbers[circle]) for circle in circle_of]
    if not anneal(slots, blocks, list_keys, swap, chance):
        return None
    letters = ["a" if place % turns == 0 else "" for place in range(3 * turns + 1)]
    for slot, number in enumerate(slots):
        for place in (number, turns - number):
            letters[circle_of[slot] * turns + place] = ascii_letters[1 + slot // 2]
    return ["".join(letters)]


def search_alike_row(turns: int, chance: Random) -> list[str] | None:
    """Try once to find a row of three circles that are alike and three players.

    Each table comes three times, in one circle after the other; so each place is in one table of them, in some circle.
    """
    blocks = [range(3), *(range(start, start + 4) for start in range(3, turns, 4))]

    def list_keys(block: int, items: Sequence[tuple[int, int]]) -> Iterator[Hashable]:
        for (one, circle), (other, other_circle) in combinations(items, 2):
            distance = (one - other) % turns, (circle - other_circle) % 3
            yield min(distance, ((other - one) % turns, (other_circle - circle) % 3))
        if block == 0:
            yield from (("circle", circle) for _place, circle in items)

    def change(slots: Slots, chance: Random) -> dict[int, Any]:
        one, other = (int(chance.random() * turns) for _place in range(2))
        circles = [int(chance.random() * 3) for _place in range(2)]
        return {one: (slots[other][0], circles[0]), other: (slots[one][0], circles[1])}

    slots: Slots = [(place, int(chance.random() * 3)) for place in chance.sample(range(turns), turns)]
    if not anneal(slots, blocks, list_keys, change, chance):
        return None
    letters = [""] * (3 * turns + 3)
    for number, block in enumerate(blocks):
        for turn in range(3):
            letter = ascii_letters[3 * number + turn]
            for place, circle in (slots[slot] for slot in block):
                letters[(circle + turn) % 3 * turns + place] = letter
            if number == 0:
                letters[3 * turns + turn] = letter
    return ["".join(letters)]


def double_planes(order: Sequence[int]) -> list[str] | None:
    """Return ten rows for 32 players from two affine planes of 16 points, the second with its points in this order.

    Each point is doubled. A line is two tables, with one of the two of each point at either. Any two points are on a
    line of each plane, and the two tables of the one must bring together those that the tables of the other do not. So
    for each pair the sum of what is chosen at both lines is odd: linear equations, which may have no solution.
    """
    plane = build_affine_space(4, 2)
    rounds = [*plane, *([[order[point] for point in line] for line in lines] for lines in plane)]
    points = 16
    equations: Counter[tuple[int, int]] = Counter()
    for row, lines in enumerate(rounds):
        for one, other in (pair for line in lines for pair in combinations(sorted(line), 2)):
            equations[one, other] ^= 1 << row * points + one | 1 << row * points + other
    odd = 1 << len(rounds) * points
    solved: dict[int, int] = {}  # by its highest unknown, an equation without those of the others
    for equation in (unknowns | odd for unknowns in equations.values()):
        while equation & (odd - 1):
            highest = (equation & (odd - 1)).bit_length() - 1
            if highest not in solved:
                solved[highest] = equation
                break
            equation ^= solved[highest]
        else:
            if equation:
                return None
    chosen = 0
    for highest in sorted(solved):
        equation = solved[highest]
        if ((equation & chosen).bit_count() + (equation & odd > 0)) % 2:
            chosen |= 1 << highest
    found = []
    for row, lines in enumerate(rounds):
        letters = [""] * (2 * points)
        for number, line in enumerate(lines):
            for point in line:
                for twin in range(2):
                    at = chosen >> (row * points + point) & 1 ^ twin
                    letters[2 * point + twin] = ascii_letters[2 * number + at]
        found.append("".join(letters))
    return found


def find_starter(players: int, tables: int, turns: int, rows: int = 1) -> str:
    """Return rows, separated by blanks."""
    chance = Random(0)
    while True:
        if (players, tables, turns, rows) == (32, 8, 1, 10):
            found = double_planes(chance.sample(range(16), 16))
        elif rows == 1 and players == 4 * tables == 3 * turns + 1:
            found = search_mirrored_row(turns, chance)
        elif rows == 1 and players == 4 * tables == 3 * turns + 3:
            found = search_alike_row(turns, chance)
        else:
            found = search_rows(players, tables, turns, rows, chance)
        if found:
            return " ".join(found)


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    print(f'    ({numbers[0]}, {numbers[1]}): ({numbers[2]}, "{find_starter(*numbers)}"),')
