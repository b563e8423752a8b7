"""Whether rounds can still be paired without a repeat, and matchings by cost."""

import random
from itertools import combinations

from hypothesis import given as examples
from hypothesis import strategies as st

from league.rules.pairing.look_ahead import find_rounds, is_surely_completable, remove_pairs
from league.rules.pairing.matching import find_matching, iterate_matchings


def make_graph(size: int, pairs) -> list[int]:
    graph = [0] * size
    for a, b in pairs:
        graph[a] |= 1 << b
        graph[b] |= 1 << a
    return graph


def has_rounds(size: int, pairs: set, rounds: int) -> bool:
    """Return the same by trying everything."""
    if rounds == 0:
        return True
    return any(
        has_rounds(size, pairs - set(matching), rounds - 1) for matching in list_matchings(size, pairs)
    )


def list_matchings(size: int, pairs: set, taken: frozenset = frozenset()):
    free = [vertex for vertex in range(size) if vertex not in taken]
    if not free:
        yield []
        return
    for other in free[1:]:
        if (free[0], other) in pairs:
            for rest in list_matchings(size, pairs, taken | {free[0], other}):
                yield [(free[0], other), *rest]


@examples(seed=st.integers(0, 2**32), size=st.sampled_from([2, 4, 6]), rounds=st.integers(0, 5))
def test_rounds_are_found_where_there_are_any(seed: int, size: int, rounds: int) -> None:
    rng = random.Random(seed)
    pairs = {pair for pair in combinations(range(size), 2) if rng.random() < 0.75}
    graph = make_graph(size, pairs)
    found = find_rounds(graph, rounds)
    assert (found is not None) == has_rounds(size, pairs, rounds)
    if found is not None:
        used = [pair for matching in found for pair in matching]
        assert (
            len(found) == rounds and len(used) == len(set(used)) == rounds * size // 2 and set(used) <= pairs
        )
    if is_surely_completable(graph, rounds):
        assert found is not None


def test_two_threes_have_no_round_and_a_vertex_may_be_used_again() -> None:
    assert find_rounds(make_graph(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]), 1) is None
    star = make_graph(4, [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)])
    assert find_rounds(star, 4) is None
    assert find_rounds(star, 3, reusable=3) is not None
    assert remove_pairs(star, [(0, 3), (1, 2)], 3)[3] == star[3]


def test_nothing_is_found_in_too_few_steps() -> None:
    graph = make_graph(6, combinations(range(6), 2))
    assert find_rounds(graph, 3, steps=1) is None
    assert find_rounds(graph, 3) is not None


@examples(seed=st.integers(0, 2**32))
def test_matchings_come_by_cost_and_each_once(seed: int) -> None:
    rng = random.Random(seed)
    pairs = {pair for pair in combinations(range(6), 2) if rng.random() < 0.8}
    costs = {pair: rng.randrange(2**100) for pair in sorted(pairs)}
    wanted = sorted(sum(costs[pair] for pair in matching) for matching in list_matchings(6, pairs))
    found = list(iterate_matchings(range(6), costs))
    assert [sum(costs[pair] for pair in matching) for matching in found] == wanted
    if found:
        assert find_matching(range(6), costs) == found[0]
