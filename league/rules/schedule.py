"""Who plays whom in which round: round robin by the Berger tables (contract.md, Schedule)."""


def berger(entries: int) -> list[list[tuple[int, int]]]:
    """The rounds for so many entries: pairs of seeds from 1, first named first, in order of tables.

    With an odd number, whoever would meet the empty place has a bye.
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
