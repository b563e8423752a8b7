"""Pair rounds in which all play the same cards: each meets each, and every two hold the same cards equally often.

The rounds follow from the number of players alone; the draw says who has which place in them.
See docs/reference/duplicate.md, Movement.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations

from games import Invalid
from games.problems import _
from league.rules.pairing.finite_fields import FiniteField
from league.rules.pairing.protocol import (
    PairedBye,
    PairedTable,
    Pairing,
    PairingEntry,
    PairingInput,
    Reason,
)
from league.rules.validation import build_problem

Table = tuple[int, int]  # the places that hold side A and side B in the first deal
Round = tuple[Table, ...]

SQUARE_SIZES = (4, 8, 12, 20, 24, 28, 32, 44, 48, 60)  # one more than a power of a prime that is 3 mod 4
WORD_SIZES = (16, 64)  # powers of 2 that are not among those
# By the number of places, for each round a number whose bits say of each table whether the first of the two named in
# `_build_from_turns` holds side A. Found by simulated annealing.
TURNS = {
    6: "5 0 3 5 7",
    10: "0 12 10 2 19 f 14 c 17",
    14: "4c 11 48 29 4a 8 7 49 57 60 42 70 23",
    18: "ce 17d 8e 4d 1f3 14b 12f 8d d2 61 42 ae 143 52 94 8e 181",
    22: "4c1 4a9 a 4b8 674 51b 103 22b 1c4 707 4db 3f8 6db 22f 28f 7b3 715 47 3b6 661 9f",
}
# By the number of places, a number whose bits say which rounds are turned whole, from round 0 on, so that with one deal
# a round each holds side A about as often as side B. It touches no comparison. Found by simulated annealing.
TURNED_ROUNDS = {
    12: 0x100,
    16: 0xDC1,
    24: 0x189240,
    28: 0x76EAF18,
    44: 0x7D1972B3568,
    48: 0x3B160AE35E96,
    60: 0x3370EE6294AD9E2,
    64: 0x5D3FE749137183AD,
}
PLACES = tuple(sorted((*SQUARE_SIZES, *WORD_SIZES, *TURNS)))
MIN_ENTRIES, MAX_ENTRIES = PLACES[0] - 1, PLACES[-1]
EMPTY_SEAT = 2  # places are even: an odd number of players leaves one empty


# --- the movements


def count_places(entries: int) -> int:
    """Return the places of the movement for so many players: the next even number."""
    return entries + entries % EMPTY_SEAT


def has_movement(entries: int) -> bool:
    """Return whether there is a movement for so many players."""
    return count_places(entries) in PLACES


def count_rounds(entries: int) -> int:
    """Return the rounds of the whole movement, in which each meets each."""
    return count_places(entries) - 1


@cache
def build_movement(places: int) -> tuple[Round, ...]:
    """Return the rounds of a movement of so many places, numbered from 0. Raises ValueError where there is none."""
    if places not in PLACES:
        raise ValueError(f"there is no movement of {places} places")
    if places in TURNS:
        return _build_from_turns(places, [int(bits, 16) for bits in TURNS[places].split()])
    rounds = _build_from_squares(places) if places in SQUARE_SIZES else _build_from_traces(places)
    turned = TURNED_ROUNDS.get(places, 0)
    return tuple(
        tuple(table[::-1] for table in tables) if turned >> number & 1 else tables
        for number, tables in enumerate(rounds)
    )


def _build_from_squares(places: int) -> tuple[Round, ...]:
    """Return the movement in a field of one element less: in round r, r + d meets r - d for each square d."""
    field = FiniteField(places - 1)
    last = places - 1
    return tuple(
        ((last, r), *((field.add(r, d), field.subtract(r, d)) for d in field.squares)) for r in range(last)
    )


def _build_from_traces(places: int) -> tuple[Round, ...]:
    """Return the movement in a field of 2^k elements: in round r, x meets x + c/r, and side A is where r x has trace 1.

    c is the least element of trace 1.
    """
    field = FiniteField(places)
    c = next(x for x in range(places) if field.compute_trace(x) == 1)
    rounds = []
    for r in range(1, places):
        difference = field.multiply(c, field.invert(r))
        first = [x for x in range(places) if field.compute_trace(field.multiply(r, x)) == 1]
        rounds.append(tuple((x, field.add(x, difference)) for x in first))
    return tuple(rounds)


def _build_from_turns(places: int, turns: Sequence[int]) -> tuple[Round, ...]:
    """Return a round robin in which the bits say who is side A: bit 0 for the last place, bit d for r + d."""
    last = places - 1
    rounds = []
    for r, bits in enumerate(turns):
        pairs = [(last, r), *(((r + d) % last, (r - d) % last) for d in range(1, places // 2))]
        rounds.append(tuple(pair if bits >> bit & 1 else pair[::-1] for bit, pair in enumerate(pairs)))
    return tuple(rounds)


# --- how even a movement is


def _list_rounds(entries: int, rounds: int) -> list[list[Table]]:
    """Return the tables of the first rounds for so many players."""
    return [
        [table for table in tables if max(table) < entries]
        for tables in build_movement(count_places(entries))[:rounds]
    ]


def measure_movement(entries: int, rounds: int) -> tuple[int, int]:
    """Return in how many of the first rounds two players hold the same cards, at least and at most."""
    same: Counter[tuple[int, int]] = Counter()
    for tables in _list_rounds(entries, rounds):
        for side in zip(*tables, strict=True):
            same.update(combinations(sorted(side), 2))
    counts = [same[pair] for pair in combinations(range(entries), 2)]
    return min(counts), max(counts)


def count_sides(entries: int, rounds: int, deals: int) -> tuple[int, int]:
    """Return how often a player holds side A, at least and at most, with so many deals a round.

    The sides are turned after each deal (docs/reference/duplicate.md, Who holds what).
    """
    held = Counter(dict.fromkeys(range(entries), 0))
    for number, tables in enumerate(_list_rounds(entries, rounds)):
        for deal in range(number * deals, (number + 1) * deals):
            held.update(table[deal % len(table)] for table in tables)
    return min(held.values()), max(held.values())


# --- a round


def pair_movement_round(given: PairingInput) -> Pairing:
    """Return the next round of the movement; the first seat of a table holds side A in the first deal.

    `given` has all entries there have ever been, those who have withdrawn are marked. Who has no opponent, because a
    place is empty or the opponent is not there, has a bye. Raises games.Invalid where there is no movement for so many,
    no place for an entry that came later, or no round left.
    """
    placed = _place_entries(given)
    places = count_places(len(placed))
    movement = build_movement(places)
    if given.round > len(movement):
        sentence = _("Round {round} can't be paired: after {rounds} rounds all have met.")
        raise Invalid(
            build_problem("round", "round-too-high", sentence, round=given.round, rounds=len(movement))
        )
    values = {"round": given.round, "rounds": len(movement)}
    tables, byes = [], {}
    for table in movement[given.round - 1]:
        entries = [placed[place] if place < len(placed) else None for place in table]
        there = [entry for entry in entries if entry and not _is_away(given, entry)]
        if len(there) == len(entries):
            tables.append(PairedTable(tuple(entry.id for entry in there), (Reason("movement", values),)))
        elif there:
            byes[there[0].id] = _build_bye(there[0], entries)
    _refuse_forbidden(given, tables)
    for entry in placed:
        if entry.id in given.absences and not entry.withdrawn:
            byes[entry.id] = PairedBye(entry.id, given.absences[entry.id], (Reason("bye-asked"),))
    by_seed = sorted(placed, key=lambda entry: entry.seed)
    return Pairing(tuple(tables), tuple(byes[entry.id] for entry in by_seed if entry.id in byes))


def plan_movement(given: PairingInput) -> list[list[tuple[str | None, str | None]]]:
    """Return the announced rounds of the movement; None is a place that is empty, or was before an entry came.

    Raises games.Invalid as `pair_movement_round` does.
    """
    placed, arrivals = _place_entries(given), _find_arrivals(given)
    now = len(given.history)

    def get_entry(place: int, number: int) -> str | None:
        """Return who has a place in a round, by its number from 0."""
        entry = placed[place].id if place < len(placed) else None
        return entry if entry and (now == 0 or arrivals.get(entry, now) <= number) else None

    return [
        [(get_entry(first, number), get_entry(second, number)) for first, second in of_round]
        for number, of_round in enumerate(build_movement(count_places(len(placed)))[: given.rounds])
    ]


def count_placed(given: PairingInput) -> int:
    """Return how many entries have a place in the movement."""
    return len(_place_entries(given))


def _is_away(given: PairingInput, entry: PairingEntry) -> bool:
    return entry.withdrawn or entry.id in given.absences


def _build_bye(entry: PairingEntry, table: Iterable[PairingEntry | None]) -> PairedBye:
    """Return the bye of who would have met an empty place, or an opponent who is not there."""
    opponent = next((other for other in table if other and other != entry), None)
    reason = Reason("walkover", {"entry": opponent.id}) if opponent else Reason("bye-movement")
    return PairedBye(entry.id, "pairing", (reason,))


def _refuse_forbidden(given: PairingInput, tables: Sequence[PairedTable]) -> None:
    if any(frozenset(table.entries) in given.forbidden for table in tables):
        sentence = _("No round is possible in which all forbidden pairs are apart: in this system all meet.")
        raise Invalid(build_problem("forbidden", "forbidden-pairs", sentence))


# --- who has which place


def count_free_places(given: PairingInput) -> int:
    """Return how many entries can still come in: one, where an odd number began and no other has come."""
    first, later = _divide_entries(given)
    return max(0, count_places(len(first)) - len(first) - len(later))


def _place_entries(given: PairingInput) -> list[PairingEntry]:
    """Return the entries by place: those of round one in the order of the draw, then who came later."""
    first, later = _divide_entries(given)
    if not has_movement(len(first)):
        sentence = _(
            "There is no movement for {entries} players, in which all meet and hold the same cards equally often. "
            "There is one for {sizes}, and for one fewer than each of these."
        )
        sizes = ", ".join(map(str, PLACES))
        raise Invalid(build_problem("entries", "no-movement", sentence, entries=len(first), sizes=sizes))
    if len(first) + len(later) > count_places(len(first)):
        sentence = _("The movement has no place for more players than began: too many by {surplus}.")
        surplus = len(first) + len(later) - count_places(len(first))
        raise Invalid(build_problem("entries", "movement-full", sentence, surplus=surplus))
    return [*first, *later]


def _divide_entries(given: PairingInput) -> tuple[list[PairingEntry], list[PairingEntry]]:
    """Return who was there in round one, in the order of the draw, and who came later, in the order of coming.

    Who withdrew before the first round, or came later and withdrew before a round, was never there.
    """
    arrivals = _find_arrivals(given)
    there = [entry for entry in given.entries if entry.id in arrivals or not entry.withdrawn]
    now = len(given.history)
    begin = min(arrivals.values(), default=now)
    first = [entry for entry in there if arrivals.get(entry.id, now) == begin]
    later = [entry for entry in there if arrivals.get(entry.id, now) > begin]
    return (
        sorted(first, key=lambda entry: _draw_lot(given.draw_seed, entry.seed)),
        sorted(later, key=lambda entry: (arrivals.get(entry.id, now), entry.seed)),
    )


def _find_arrivals(given: PairingInput) -> dict[str, int]:
    """Return the first round in which each entry has a table or a bye, from 0."""
    arrivals: dict[str, int] = {}
    for number, past in enumerate(given.history):
        for entry in (*(entry for table in past.tables for entry in table.entries), *past.byes, *past.void):
            arrivals.setdefault(entry, number)
    return arrivals


def _draw_lot(draw_seed: int, seed: int) -> bytes:
    return sha256(f"movement:{draw_seed}:{seed}".encode("ascii")).digest()
