"""What players enter alone, each on their own telephone: whose turn it is, and what may be shown.

See docs/reference/sheets.md, Secret bids. `entered` is what players have entered by deal and seat, both numbered from
0: numbers in the order of the layout's `secret_fields`. It never leaves the server but through `list_shown`, and each
player's own numbers.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from games import Layout

Entered = Mapping[int, Mapping[int, Sequence[int]]]


def list_bidders(layout: Layout, deal: int, seats: int) -> list[int]:
    """Return the seats that play a deal."""
    resting = set(layout.resting(deal))
    return [seat for seat in range(seats) if seat not in resting]


def find_step(layout: Layout, entered: Entered, deal: int, seats: int) -> int | None:
    """Return the index of the secret field that is being entered in a deal: the first that some player still lacks.

    None once all players have entered the last: the numbers of the deal are shown.
    """
    own = entered.get(deal, {})
    least = min(len(own.get(seat, ())) for seat in list_bidders(layout, deal, seats))
    return least if least < len(layout.secret_fields) else None


def list_shown(layout: Layout, entered: Entered, seats: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield the numbers that everyone at the table may see: deal, key of the field, seat, number."""
    for deal in sorted(entered):
        if find_step(layout, entered, deal, seats) is None:
            for seat, numbers in sorted(entered[deal].items()):
                for key, number in zip(layout.secret_fields, numbers, strict=False):
                    yield deal, key, seat, number


def forget_seats(layout: Layout, entered: Entered, others: Collection[int], seats: int) -> Entered:
    """Return what was entered; in deals that are not shown yet, without the numbers of seats with other players now."""
    left = {
        deal: own
        if find_step(layout, entered, deal, seats) is None
        else {seat: numbers for seat, numbers in own.items() if seat not in others}
        for deal, own in entered.items()
    }
    return {deal: own for deal, own in left.items() if own}
