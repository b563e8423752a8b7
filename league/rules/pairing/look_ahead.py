"""Whether rounds can still be paired without a repeat: disjoint perfect matchings of the pairs that have not met.

A graph is given as one bit mask of neighbours for each vertex. All searches are bounded by steps, not by time, so that
they come out the same on every machine. See docs/reference/pairing.md, Looking ahead.
"""

import random
from collections.abc import Iterator, Sequence

MAX_STEPS = 2_000  # of one search
MAX_SEARCHES = 4  # each in another order

Graph = Sequence[int]
Matching = list[tuple[int, int]]


class _StepLimitError(Exception):
    pass


def remove_pairs(graph: Graph, pairs: Matching, reusable: int | None = None) -> list[int]:
    """Return the graph without these pairs; those of the `reusable` vertex, the bye, stay."""
    left = list(graph)
    for a, b in pairs:
        if reusable not in (a, b):
            left[a] &= ~(1 << b)
            left[b] &= ~(1 << a)
    return left


def is_surely_completable(graph: Graph, rounds: int) -> bool:
    """Return whether each vertex has so many neighbours that rounds can be taken away one by one.

    A graph in which each has at least half of the others has a Hamiltonian cycle (Dirac), so a perfect matching.
    """
    if rounds <= 0:
        return True
    fewest = min(neighbours.bit_count() for neighbours in graph)
    return 2 * (fewest - rounds + 1) >= len(graph)


def find_rounds(
    graph: Graph,
    rounds: int,
    reusable: int | None = None,
    *,
    steps: int = MAX_STEPS,
    searches: int = MAX_SEARCHES,
) -> list[Matching] | None:
    """Return so many disjoint perfect matchings; None where there are none, or none were found.

    There is an even number of vertices. The `reusable` one is a neighbour of all others, and its pairs may be in
    several matchings.
    """
    if rounds <= 0:
        return []
    if not _has_pairs_enough(graph, rounds, reusable):
        return None
    order = list(range(len(graph)))
    for search in range(searches):
        if search:
            random.Random(search).shuffle(order)  # noqa: S311
        place = {vertex: number for number, vertex in enumerate(order)}
        renumbered = [
            sum(1 << place[other] for other in range(len(graph)) if graph[vertex] >> other & 1)
            for vertex in order
        ]
        try:
            found = _search_rounds(renumbered, rounds, None if reusable is None else place[reusable], [steps])
        except _StepLimitError:
            continue
        if found is None:
            return None
        return [
            sorted((min(order[a], order[b]), max(order[a], order[b])) for a, b in pairs) for pairs in found
        ]
    return None


def _has_pairs_enough(graph: Graph, rounds: int, reusable: int | None) -> bool:
    """Return whether the numbers alone allow so many rounds: every vertex has a pair for each.

    If the `reusable` one takes the place of missing pairs it does so once a round.
    """
    degrees = [neighbours.bit_count() for neighbours in graph]
    if reusable is None:
        return min(degrees) >= rounds
    lacking = (max(0, rounds + 1 - degree) for vertex, degree in enumerate(degrees) if vertex != reusable)
    return sum(lacking) <= rounds


def _search_rounds(
    graph: Graph, rounds: int, reusable: int | None, steps: list[int]
) -> list[Matching] | None:
    if rounds == 0:
        return []
    if not _has_pairs_enough(graph, rounds, reusable) or not _has_even_parts(graph):
        return None
    # A vertex with no neighbour to spare meets its first one in some round: call it this one.
    degrees = [neighbours.bit_count() for neighbours in graph]
    tight = degrees.index(rounds) if reusable is None and rounds in degrees else None
    for pairs in _iterate_perfect_matchings(graph, tight, steps):
        found = _search_rounds(remove_pairs(graph, pairs, reusable), rounds - 1, reusable, steps)
        if found is not None:
            return [pairs, *found]
    return None


def _iterate_perfect_matchings(graph: Graph, tight: int | None, steps: list[int]) -> Iterator[Matching]:
    """Yield perfect matchings, only those with the first neighbour of the `tight` vertex if there is one."""
    everyone = (1 << len(graph)) - 1
    if tight is None:
        yield from _extend_matching(graph, everyone, [], steps)
        return
    first = (graph[tight] & -graph[tight]).bit_length() - 1
    yield from _extend_matching(graph, everyone & ~(1 << tight) & ~(1 << first), [(tight, first)], steps)


def _extend_matching(graph: Graph, free: int, pairs: Matching, steps: list[int]) -> Iterator[Matching]:
    if not free:
        yield list(pairs)
        return
    steps[0] -= 1
    if steps[0] < 0:
        raise _StepLimitError
    vertex, choices, least = -1, 0, len(graph) + 1
    left = free
    while left:
        bit = left & -left
        left ^= bit
        neighbours = graph[bit.bit_length() - 1] & free
        count = neighbours.bit_count()
        if count < least:
            vertex, choices, least = bit.bit_length() - 1, neighbours, count
            if count <= 1:
                break
    free &= ~(1 << vertex)
    while choices:
        bit = choices & -choices
        choices ^= bit
        pairs.append((vertex, bit.bit_length() - 1))
        yield from _extend_matching(graph, free & ~bit, pairs, steps)
        pairs.pop()


def _has_even_parts(graph: Graph) -> bool:
    """Return whether each connected part has an even number of vertices."""
    unseen = (1 << len(graph)) - 1
    while unseen:
        part, fresh = 0, unseen & -unseen
        while fresh:
            part |= fresh
            reached = 0
            while fresh:
                bit = fresh & -fresh
                fresh ^= bit
                reached |= graph[bit.bit_length() - 1]
            fresh = reached & ~part
        if part.bit_count() % 2:
            return False
        unseen &= ~part
    return True
