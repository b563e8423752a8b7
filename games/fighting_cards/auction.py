"""The auction of Fighting Cards: three bid in turn until two have passed, or all three.

See docs/reference/scoring.md, Fighting Cards: At the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.fighting_cards.sheet import MAX_BID, MIN_BID, SEATS
from games.problems import Invalid, Problem, Text, _

PASS = "pass"  # noqa: S105
MAX_REPEATED_LENGTH = 12  # the characters of a typed word that an error repeats


class AuctionResult(NamedTuple):
    """The declarer by name and the bid; both None where all passed."""

    declarer: str | None
    bid: int | None


def resolve_auction(
    calls: Sequence[tuple[str, int | str]], path: str = "calls", *, may_return: bool = False
) -> AuctionResult:
    """Return the declarer and the bid of a whole auction, from each bidder's name with a bid or "pass".

    A bidder who has passed is out, and may pass again or be left out when the turn comes. With `may_return` such a
    bidder may also bid again, until a bid is followed by two passes. Raises Invalid with the number of the impossible
    call, from 0, in the path.
    """
    names, out, last = _list_bidders(calls, path), set[str](), AuctionResult(None, None)
    turn = passes = 0
    for number, (name, call) in enumerate(calls):
        if _is_over(out, last) and not (may_return and passes < SEATS - 1):
            if name in out and call == PASS:
                continue
            raise _build_call_error(
                path, number, "auction-over", _("The auction is over before call {number}.")
            )
        while names[turn] != name and names[turn] in out:
            turn = (turn + 1) % SEATS
        if names[turn] != name:
            raise _build_call_error(
                path, number, "auction-turn", _("Call {number}: it is not {name}'s turn."), name=name
            )
        if call == PASS:
            out.add(name)
            passes += 1
        elif name in out and not may_return:
            message = _("Call {number}: {name} has passed, and bids no more.")
            raise _build_call_error(path, number, "auction-turn", message, name=name)
        else:
            last = AuctionResult(name, _read_bid(call, last.bid, path, number))
            out.discard(name)
            passes = 0
        turn = (turn + 1) % SEATS
    if not _is_over(out, last):
        raise _build_unfinished_error(path, len(calls))
    return last


def _list_bidders(calls: Sequence[tuple[str, int | str]], path: str) -> list[str]:
    """Return the names of the three bidders in the order of their turns."""
    names: list[str] = []
    for number, (name, _call) in enumerate(calls):
        if name not in names:
            names.append(name)
        if len(names) > SEATS:
            message = _("Call {number}: {name} is one too many in an auction of {seats}.")
            raise _build_call_error(path, number, "auction-turn", message, seats=SEATS, name=name)
    if len(names) < SEATS:
        raise _build_unfinished_error(path, len(calls))
    return names


def _is_over(out: set[str], last: AuctionResult) -> bool:
    return len(out) == SEATS or (len(out) == SEATS - 1 and last.bid is not None)


def _read_bid(call: int | str, before: int | None, path: str, number: int) -> int:
    """Return the call if it is a bid that may follow the bid before, else raise Invalid."""
    if isinstance(call, bool) or not isinstance(call, int):
        raise _build_call_error(path, number, "auction-call", _("Call {number} is neither a bid nor a pass."))
    if not MIN_BID <= call <= MAX_BID:
        message = _("Call {number}: a bid is {lowest} to {highest}.")
        raise _build_call_error(path, number, "auction-call", message, lowest=MIN_BID, highest=MAX_BID)
    if before is not None and call <= before:
        message = _("Call {number}: each bid is higher than the last, so not {bid} after {before}.")
        raise _build_call_error(path, number, "auction-call", message, bid=call, before=before)
    return call


def _build_unfinished_error(path: str, number: int) -> Invalid:
    message = _("The auction goes on with call {number}: it ends when a bid is left alone, or all passed.")
    return _build_call_error(path, number, "auction-unfinished", message)


def _build_call_error(path: str, number: int, code: str, message: str, **values: int | str) -> Invalid:
    """Return the error of a call by its number from 0; its message counts from 1."""
    return Invalid(Problem(f"{path}.{number}", code, Text(message, {"number": number + 1, **values})))


# --- auctions as they are typed, without names

BIDDERS = (_("The first bidder"), _("The second bidder"), _("The third bidder"))
PASS_WORDS = {"pass", "passes", "passed", "p", "-", "passe", "passt", "weg"}  # the last three are German


def parse_auction(
    text: str, path: str = "calls", *, may_return: bool = False
) -> tuple[int | None, int | None]:
    """Return the number of the declarer and the bid of a typed auction; both are None where all passed.

    Bidders are numbered from 0 in the order of their first turns. Bidders who are out all pass again or are all left
    out: whichever makes a whole auction. With `may_return` each turn is a call, but for the passes at the end of those
    who have passed before. Raises Invalid.
    """
    calls = [_parse_call(word, path, number) for number, word in enumerate(text.replace(",", " ").split())]
    if may_return:
        named = [(BIDDERS[number % SEATS], call) for number, call in enumerate(calls)]
        return _number_bidder(resolve_auction(named, path, may_return=True))
    try:
        contract = resolve_auction(_assign_bidders(calls, skipping=False), path)
    except Invalid as first:
        try:
            contract = resolve_auction(_assign_bidders(calls, skipping=True), path)
        except Invalid:
            raise first from None
    return _number_bidder(contract)


def _number_bidder(contract: AuctionResult) -> tuple[int | None, int | None]:
    return (None if contract.declarer is None else BIDDERS.index(contract.declarer)), contract.bid


def _parse_call(word: str, path: str, number: int) -> int | str:
    if word.lower() in PASS_WORDS:
        return PASS
    if word.isascii() and word.isdecimal() and len(word) <= MAX_REPEATED_LENGTH:
        return int(word)
    short = word if len(word) <= MAX_REPEATED_LENGTH else f"{word[:MAX_REPEATED_LENGTH]}…"
    message = _("Call {number} is neither a bid nor a pass: {word}.")
    raise _build_call_error(path, number, "auction-call", message, word=short)


def _assign_bidders(calls: Sequence[int | str], *, skipping: bool) -> list[tuple[str, int | str]]:
    """Return each call with its bidder.

    With `skipping`, bidders who have passed are left out; without it, each of them passes again.
    """
    named: list[tuple[str, int | str]] = []
    out: set[int] = set()
    turn = 0
    for call in calls:
        while turn in out and len(out) < SEATS and (skipping or call != PASS):
            turn = (turn + 1) % SEATS
        named.append((BIDDERS[turn], call))
        if call == PASS:
            out.add(turn)
        turn = (turn + 1) % SEATS
    return named
