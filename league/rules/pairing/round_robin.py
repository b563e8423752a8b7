"""Round robins by the Berger tables (docs/reference/schedule.md, Round robin)."""

from dataclasses import dataclass

Pair = tuple[int, int]


@dataclass(frozen=True)
class PlacedMatch:
    """A match of a round.

    `division` is the index of its division, `table` counts from 1, and `seeds` are by seat.
    """

    division: int
    table: int
    seeds: tuple[int, ...]


def build_berger_rounds(entries: int) -> list[list[Pair]]:
    """Return the rounds for so many entries, as pairs of seeds from 1, in order of tables.

    The seed that is named first has seat 0. With an odd number, the player who would meet the empty place has a bye.
    """
    places = entries + entries % 2
    cycle = places - 1
    rounds = []
    for number in range(cycle):
        start = number * (places // 2) % cycle
        last = (start + 1, places)
        pairs = [last if number % 2 == 0 else last[::-1]]
        pairs += [((start + k) % cycle + 1, (start - k) % cycle + 1) for k in range(1, places // 2)]
        rounds.append([pair for pair in pairs if max(pair) <= entries])
    return rounds


def build_round_robin(entries: int, meetings: int) -> list[list[Pair]]:
    """Return the rounds in which everyone meets everyone `meetings` times.

    Every second meeting of a pair is turned round.
    """
    cycle = build_berger_rounds(entries)
    return [
        [pair if number % 2 == 0 else pair[::-1] for pair in pairs]
        for number in range(meetings)
        for pairs in cycle
    ]
