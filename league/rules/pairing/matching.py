"""Perfect matchings of a weighted graph, the cheapest first."""

import heapq
from collections.abc import Iterator, Mapping, Sequence

import rustworkx

Pair = tuple[int, int]  # the lower number first
MAX_COST = 2**125  # rustworkx counts in 128 bits, and overflows a little above this


def find_matching(vertices: Sequence[int], costs: Mapping[Pair, int]) -> list[Pair]:
    """Return as many disjoint pairs as there can be, at the least cost, sorted.

    The costs have to be below MAX_COST. Where several matchings cost the same, which one comes is not defined.
    """
    graph = rustworkx.PyGraph[int, int](multigraph=False)
    graph.add_nodes_from(vertices)
    places = {vertex: place for place, vertex in enumerate(vertices)}
    most = max(costs.values(), default=0)
    graph.add_edges_from([(places[a], places[b], most - cost) for (a, b), cost in costs.items()])
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted(_order(vertices[a], vertices[b]) for a, b in mates)


def iterate_matchings(vertices: Sequence[int], costs: Mapping[Pair, int]) -> Iterator[list[Pair]]:
    """Yield perfect matchings by cost, the cheapest first (Murty's way of splitting what is left)."""
    queue: list[tuple[int, list[Pair], list[Pair], frozenset[Pair]]] = []

    def add(fixed: list[Pair], excluded: frozenset[Pair]) -> None:
        """Queue the cheapest matching that has the fixed pairs and none of the excluded pairs."""
        taken = {vertex for pair in fixed for vertex in pair}
        left = [vertex for vertex in vertices if vertex not in taken]
        allowed = {
            pair: cost
            for pair, cost in costs.items()
            if pair not in excluded and not taken.intersection(pair)
        }
        pairs = sorted([*fixed, *find_matching(left, allowed)])
        if 2 * len(pairs) == len(vertices):
            heapq.heappush(queue, (sum(costs[pair] for pair in pairs), pairs, fixed, excluded))

    add([], frozenset())
    while queue:
        _cost, pairs, fixed, excluded = heapq.heappop(queue)
        yield pairs
        open_pairs = [pair for pair in pairs if pair not in fixed]
        for number, pair in enumerate(open_pairs[:-1]):  # the last one follows from the others
            add([*fixed, *open_pairs[:number]], excluded | {pair})


def _order(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
