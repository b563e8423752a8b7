"""Say what a round of tables costs, and find the best there is where the field is small."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Tables = list[list[int]]  # players as numbers from 0

MAX_SMALL_FIELD = 12  # players; with more there are too many rounds to look at all


@dataclass
class Costs:
    """What a round costs: the sum over all pairs at its tables and, at the smallest tables, over their players."""

    pairs: list[list[int]]
    visits: list[int]  # of each player at a table of the smallest size; 0 where all tables are alike
    smallest: int

    def compute_swap(self, here: Sequence[int], there: Sequence[int], one: int, other: int) -> int:
        """Return by how much it costs more if two players of different tables change places."""
        of_one, of_other = self.pairs[one], self.pairs[other]
        worse = -2 * of_one[other]  # they stay apart, but are counted below
        for player in here:
            worse += of_other[player] - of_one[player]
        for player in there:
            worse += of_one[player] - of_other[player]
        if len(here) != len(there):
            if len(here) == self.smallest:
                worse += self.visits[other] - self.visits[one]
            elif len(there) == self.smallest:
                worse += self.visits[one] - self.visits[other]
        return worse

    def compute_total(self, tables: Tables) -> int:
        total = sum(self.pairs[one][other] for table in tables for one, other in combinations(table, 2))
        return total + sum(
            self.visits[player] for table in tables if len(table) == self.smallest for player in table
        )


def find_best_tables(tables: Tables, costs: Costs) -> Tables:
    """Return the tables that cost least, of all with the same players and sizes; these ones if none cost less.

    Tries everything, but gives up a part of a round as soon as it costs as much as the best round so far. Costs must
    not be negative.
    """
    best, best_cost = tables, costs.compute_total(tables)

    def fill(waiting: Sequence[int], sizes: Sequence[int], filled: Tables, cost: int) -> None:
        nonlocal best, best_cost
        if not waiting:
            best, best_cost = filled, cost
            return
        first, *rest = waiting
        for size in sorted(set(sizes)):
            others = list(sizes)
            others.remove(size)
            for mates in combinations(rest, size - 1):
                table = [first, *mates]
                so_far = cost + costs.compute_total([table])
                if so_far < best_cost:
                    left = [player for player in rest if player not in mates]
                    fill(left, others, [*filled, table], so_far)

    fill(sorted(player for table in tables for player in table), [len(table) for table in tables], [], 0)
    return best
