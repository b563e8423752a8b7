"""Swiss for two at a table, the system `club`: the round that costs least by a published order of wishes.

See docs/reference/pairing.md, Club.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from games import Invalid
from games.problems import _
from league.rules.pairing.field import Contender, build_field, list_asked_byes
from league.rules.pairing.look_ahead import (
    Matching,
    find_rounds,
    is_surely_completable,
    remove_pairs,
)
from league.rules.pairing.matching import Pair, find_matching, iterate_matchings
from league.rules.pairing.protocol import (
    PairedBye,
    PairedTable,
    Pairing,
    PairingInput,
    Reason,
)
from league.rules.pairing.reasons import explain_scores, format_score, warn_of_missing_results
from league.rules.pairing.swiss_costs import (
    Cost,
    CostTable,
    add_costs,
    add_side_costs,
    claim_bye,
    compute_side_cost,
    pack_costs,
)
from league.rules.validation import build_problem

MAX_COMPLETE = 48  # entries of which all pairs are considered at once
WINDOWS = (12, 48, 192)  # places around the usual opponent that are considered in larger fields, then more
END = 36  # first and last places, of which all pairs are considered in any case
MAX_TRIES = 40  # rounds that are tried, the cheapest first, for one that leaves enough for those to come
MAX_CHOICES, MAX_COUNTED_PAIRS = 10, 10  # of rounds that repeat as little; more pairs would take too long
TRY_STEPS, TRY_SEARCHES = 400, 2  # of the search for those to come, in each


@dataclass(frozen=True)
class FoundRound:
    """Pairs of places, byes among them; `for_later` are those made only for the rounds to come.

    `choices` is how many rounds repeat as little as one that has to repeat pairs, this one included; 0 if it was not
    counted.
    """

    pairs: list[Pair]
    warnings: tuple[Reason, ...] = ()
    for_later: frozenset[Pair] = frozenset()
    choices: int = 0


def pair_club_round(given: PairingInput) -> Pairing:
    """Pair a round of two at a table. Raises games.Invalid where no two can be paired."""
    contenders = build_field(given)
    search = _Search(given, contenders)
    found = search.find_round()
    if all(search.costs.bye in pair for pair in found.pairs):
        message = _("No two of the players may be paired with each other.")
        raise Invalid(build_problem("forbidden", "no-pair", message))
    return build_pairing(given, contenders, found, search.costs)


class _Search:
    """The search for the round of least cost; places in the field stand for entries, the one after all for a bye."""

    def __init__(self, given: PairingInput, contenders: Sequence[Contender]) -> None:
        self.given = given
        self.contenders = contenders
        self.costs = CostTable(contenders, given.draw_seed, given.round)
        places = {contender.id: place for place, contender in enumerate(contenders)}
        self.forbidden = {
            (min(pair), max(pair))
            for ids in given.forbidden
            if len(pair := [places[entry] for entry in ids if entry in places]) == 2
        }
        self.vertices = list(range(len(contenders) + len(contenders) % 2))
        self.met = {
            (min(place, places[other]), max(place, places[other]))
            for place, contender in enumerate(contenders)
            for other in contender.met
            if other in places
        }

    def find_round(self) -> FoundRound:
        pairs = self._find_without_repeat()
        if pairs is None:
            return self._find_with_repeats()
        rounds = self.given.rounds - self.given.round
        graph = self._build_graph()
        if is_surely_completable(remove_pairs(graph, pairs), rounds):
            return FoundRound(pairs)
        return self._find_completable(pairs, graph, rounds)

    def _find_without_repeat(self) -> list[Pair] | None:
        """Return the cheapest round in which nobody meets again; None if there is none."""
        size = len(self.contenders)
        found: tuple[tuple[int, int], list[Pair]] | None = None
        for window in (*WINDOWS, size) if size > MAX_COMPLETE else (size,):
            costs = self._compute_costs(self._list_pairs(window), repeats=False)
            pairs = find_matching(self.vertices, pack_costs(costs, len(self.vertices) // 2))
            if 2 * len(pairs) < len(self.vertices):
                continue
            total = add_costs(costs[pair] for pair in pairs)
            if (total.team, total.distance) == (0, self._compute_least_distance(pairs)) and (
                found or not total.down_again + total.up_again
            ):
                return pairs
            if found and found[0] <= (total.team, total.distance):
                return pairs  # more to choose from did not help
            found = (total.team, total.distance), pairs
        return found[1] if found else None

    def _compute_least_distance(self, pairs: Iterable[Pair]) -> int:
        """Return the sum of the differences of scores if nothing but the scores counted."""
        out = {a for a, b in pairs if b == self.costs.bye}
        scores = [score for place, score in enumerate(self.costs.scores) if place not in out]
        return sum(scores[::2]) - sum(scores[1::2])

    def _find_with_repeats(self) -> FoundRound:
        """Return the cheapest round in which pairs meet again; entries that nobody may meet get byes."""
        costs = self._compute_costs(self._list_pairs(len(self.contenders)), repeats=True)
        packed = pack_costs(costs, len(self.vertices) // 2)
        pairs = find_matching(self.vertices, packed)
        paired = {place for pair in pairs for place in pair}
        alone = [(place, self.costs.bye) for place in range(len(self.contenders)) if place not in paired]
        choices = 0
        if not alone and len(pairs) <= MAX_COUNTED_PAIRS:
            repeats = [
                sum(costs[pair].repeats for pair in other)
                for other in islice(iterate_matchings(self.vertices, packed), MAX_CHOICES)
            ]
            choices = repeats.count(repeats[0])
        return FoundRound([*pairs, *alone], choices=choices)

    def _find_completable(self, cheapest: list[Pair], graph: Sequence[int], rounds: int) -> FoundRound:
        """Return the cheapest round after which as many as possible of the rounds to come need no repeat.

        First none gets a second bye in them, then byes are free.
        """
        bye = self.costs.bye if len(self.vertices) > self.costs.bye else None
        attempts: list[tuple[Sequence[int], int, int | None]] = [(graph, rounds, bye)]
        if bye is not None:
            attempts.insert(0, (self._build_graph(second_byes=False), rounds, None))
        for choice, number, reusable in attempts:
            if plan := find_rounds(choice, number + 1, reusable):
                pairs = self._choose_completable(plan, choice, number, reusable)
                return FoundRound(pairs, (), frozenset(pairs) - frozenset(cheapest))
        # Where a number of rounds can be played, a smaller one can: halve what is unknown.
        possible, too_many, pairs = 0, rounds, cheapest
        while too_many - possible > 1:
            number = (possible + too_many) // 2
            plan = find_rounds(graph, number + 1, bye, searches=1)
            if plan is None:
                too_many = number
            else:
                possible, pairs = number, self._choose_completable(plan, graph, number, bye)
        warning = self._warn_of_later_repeat(possible)
        return FoundRound(pairs, (warning,), frozenset(pairs) - frozenset(cheapest))

    def _choose_completable(
        self, plan: list[Matching], graph: Sequence[int], rounds: int, reusable: int | None
    ) -> list[Pair]:
        """Return the cheapest round of the graph that leaves so many rounds; one of the plan if none is found soon."""
        allowed = [(a, b) for a, b in self._list_pairs(len(self.contenders)) if graph[a] >> b & 1]
        costs = self._compute_costs(allowed, repeats=False)
        packed = pack_costs(costs, len(self.vertices) // 2)
        for pairs in islice(iterate_matchings(self.vertices, packed), MAX_TRIES):
            left = remove_pairs(graph, pairs, reusable)
            if find_rounds(left, rounds, reusable, steps=TRY_STEPS, searches=TRY_SEARCHES) is not None:
                return pairs
        return min(plan, key=lambda pairs: sum(packed[pair] for pair in pairs))

    def _warn_of_later_repeat(self, possible: int) -> Reason:
        left = self.given.rounds - self.given.round
        return Reason("later-repeat", {"round": self.given.round, "left": left, "possible": possible})

    def _build_graph(self, *, second_byes: bool = True) -> list[int]:
        """Return as bit masks who may still meet whom for the first time, and have a bye, or a first one."""
        everyone = (1 << len(self.contenders)) - 1
        graph = [everyone & ~(1 << place) for place in range(len(self.contenders))]
        graph += [0] * (len(self.vertices) - len(graph))
        for a, b in self.forbidden | self.met:
            graph[a] &= ~(1 << b)
            graph[b] &= ~(1 << a)
        if len(self.vertices) > self.costs.bye:
            for place, contender in enumerate(self.contenders):
                if second_byes or not contender.byes:
                    graph[place] |= 1 << self.costs.bye
                    graph[self.costs.bye] |= 1 << place
        return graph

    def _list_pairs(self, window: int) -> list[Pair]:
        """Return the pairs of places within a window: in one score's half against half, else near in the field.

        Byes are always among them if the number of entries is odd.
        """
        size = len(self.contenders)
        byes = [(place, size) for place in range(size)] if len(self.vertices) > size else []
        if window >= size:
            return [*combinations(range(size), 2), *byes]
        end = min(size, max(END, window))
        ends = (range(end), range(size - end, size))
        pairs: set[Pair] = {pair for places in ends for pair in combinations(places, 2)}
        for place in range(size):
            start, end = self.costs.groups[place]
            usual = place + (end - start) // 2
            lowest, highest = max(place + 1, usual - window), min(end, usual + window + 1)
            pairs.update((place, other) for other in range(lowest, highest))
            near = min(size, place + window // 2 + 1)
            pairs.update((place, other) for other in range(place + 1, near))
        return sorted(pairs) + byes

    def _compute_costs(self, pairs: Iterable[Pair], *, repeats: bool) -> dict[Pair, Cost]:
        unwanted = self.forbidden if repeats else self.forbidden | self.met
        compute = self.costs.compute
        return {pair: compute(*pair) for pair in pairs if pair not in unwanted}


class _Explanation:
    """Sides and reasons of a round that has been found."""

    def __init__(self, given: PairingInput, contenders: Sequence[Contender], costs: CostTable) -> None:
        self.given = given
        self.contenders = contenders
        self.costs = costs

    def build_table(self, pair: Pair, *, is_for_later: bool) -> PairedTable:
        higher, lower = (self.contenders[place] for place in pair)
        cost = self.costs.compute(*pair)
        reasons = explain_scores(higher, lower, self.contenders)
        if cost.team:
            reasons.append(Reason("same-team", {"team": higher.team}))
        if cost.down_again:
            reasons.append(Reason("down-again", {"entry": higher.id}))
        if cost.up_again:
            reasons.append(Reason("up-again", {"entry": lower.id}))
        if is_for_later:
            reasons.append(self._explain_look_ahead())
        first, code = choose_first(higher, lower, self.given.draw_seed)
        second = lower if first is higher else higher
        figures: dict[str, str | int | list[str]] = {
            "entry": first.id,
            "first": first.sides.count(0),
            "second": first.sides.count(1),
            "other_first": second.sides.count(0),
            "other_second": second.sides.count(1),
        }
        return PairedTable((first.id, second.id), (*reasons, Reason(code, figures)))

    def _explain_look_ahead(self) -> Reason:
        return Reason("look-ahead", {"rounds": self.given.rounds - self.given.round})

    def build_bye(self, place: int, *, is_for_later: bool) -> PairedBye:
        contender = self.contenders[place]
        claim = claim_bye(contender)
        before = [other for other in self.contenders if claim_bye(other) < claim]
        below = [other for other in self.contenders if other.score < contender.score]
        figures: dict[str, str | int | list[str]] = {
            "score": format_score(contender),
            "byes": contender.byes,
            "before": len(before),
            "below": len(below),
        }
        reasons = [Reason("bye-next" if before else "bye-lowest", figures)]
        if is_for_later:
            reasons.append(self._explain_look_ahead())
        return PairedBye(contender.id, "pairing", tuple(reasons))


def choose_first(higher: Contender, lower: Contender, draw_seed: int) -> tuple[Contender, str]:
    """Return who of two is named first, and the code of the reason (docs/reference/pairing.md, Sides)."""
    stay = add_side_costs(compute_side_cost(higher, 0), compute_side_cost(lower, 1))
    turn = add_side_costs(compute_side_cost(higher, 1), compute_side_cost(lower, 0))
    if stay != turn:
        return (higher if stay < turn else lower), ("side-even" if stay[0] != turn[0] else "side-again")
    for one, other in zip(reversed(higher.sides), reversed(lower.sides), strict=False):
        if one != other:
            return (higher if one else lower), "side-turned"
    if higher.sides:
        return (higher if higher.sides[-1] else lower), "side-higher"
    return (higher if (higher.seed + draw_seed) % 2 == 0 else lower), "side-drawn"


def _build_warnings(
    given: PairingInput, contenders: Sequence[Contender], found: FoundRound, costs: CostTable
) -> list[Reason]:
    """Return what a round has that no round should have."""
    played = [pair for pair in found.pairs if costs.bye not in pair]
    unwanted = {
        "repeats": [pair for pair in played if costs.compute(*pair).repeats],
        "same-teams": [pair for pair in played if costs.compute(*pair).team],
    }
    warnings = [
        Reason(
            code,
            {
                "round": given.round,
                "pairs": len(bad),
                "entries": [contenders[place].id for pair in bad for place in pair],
                **({"choices": found.choices} if code == "repeats" else {}),
            },
        )
        for code, bad in unwanted.items()
        if bad
    ]
    byes = [contenders[place] for place, bye in found.pairs if bye == costs.bye]
    again = [contender.id for contender in byes if contender.byes]
    if again:
        warnings.append(Reason("byes-again", {"round": given.round, "entries": again}))
    if len(byes) > 1:
        warnings.append(
            Reason("many-byes", {"round": given.round, "entries": [contender.id for contender in byes]})
        )
    return warnings


def build_pairing(
    given: PairingInput,
    contenders: Sequence[Contender],
    found: "FoundRound",
    costs: CostTable,
) -> Pairing:
    """Return a round with sides and reasons, the tables by score, and what could not be avoided."""
    explanation = _Explanation(given, contenders, costs)
    played = [pair for pair in found.pairs if costs.bye not in pair]
    played.sort(key=lambda pair: (-costs.scores[pair[0]], -costs.scores[pair[1]], pair))
    tables = [explanation.build_table(pair, is_for_later=pair in found.for_later) for pair in played]
    byes = [
        explanation.build_bye(place, is_for_later=(place, bye) in found.for_later)
        for place, bye in found.pairs
        if bye == costs.bye
    ]
    seeds = {entry.id: entry.seed for entry in given.entries}
    return Pairing(
        tuple(tables),
        tuple(sorted([*byes, *list_asked_byes(given)], key=lambda bye: seeds[bye.entry])),
        (
            *_build_warnings(given, contenders, found, costs),
            *found.warnings,
            *warn_of_missing_results(given),
        ),
    )
