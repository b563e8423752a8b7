"""Who plays a deal, and at what bid, from the calls of the auction.

Rules: docs/reference/scoring.md, Skat: Auction.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from typing import NamedTuple

from games.problems import Invalid, Problem, Text, _

LEADER, MIDDLEHAND, ENDHAND = "Leader", "Middlehand", "Endhand"
ROLE_LABELS = {LEADER: _("Leader"), MIDDLEHAND: _("Middlehand"), ENDHAND: _("Endhand")}
STAY, PASS = "stay", "pass"
MIN_BID = 10

CallValue = int | str  # a bid, "stay" or "pass"
Call = tuple[str, CallValue]  # with the role that made it


class AuctionResult(NamedTuple):
    """How an auction ended: the role of the declarer, and the bid.

    Where both others pass, a Leader who must play does so without a bid (`bid` is None) and may choose Ramsch. A Leader
    who need not play may pass as well, and then there is no declarer.
    """

    declarer: str | None
    bid: int | None


class Turn(NamedTuple):
    """The role whose call is next: with a `min_bid`, to bid at least that or pass; without it, to stay or pass."""

    role: str
    min_bid: int | None


def resolve_auction(calls: Iterable[Call], minimum: int = MIN_BID, leader_must: bool = True) -> AuctionResult:
    """Return the declarer and the bid that a sequence of calls leads to.

    Where both others pass, the Leader plays without a bid if `leader_must`, and else may still bid or pass as well.
    Raises Invalid for an impossible or missing call; the path ends with its number, from 0.
    """
    return _follow_calls(calls, minimum, leader_must)[0]


def parse_auction(
    text: str, minimum: int = MIN_BID, leader_must: bool = True
) -> tuple[AuctionResult, tuple[Call, ...]]:
    """Return the result of an auction written as text, and its calls with the role that made each.

    The text has the calls alone, as in "10 stay 18 pass 20 stay 28 pass". Otherwise as `resolve_auction`.
    """
    words = [word for word in _SEPARATORS.split(text.lower()) if word]
    calls = (int(word) if _BID_PATTERN.fullmatch(word) else _CALL_WORDS.get(word, word) for word in words)
    return _follow_calls(((None, call) for call in calls), minimum, leader_must)


_CALL_WORDS = {  # the German ones in any language
    **dict.fromkeys(("yes", "hold", "s", "ja", "halte", "gehalten"), STAY),
    **dict.fromkeys(("p", "passes", "passe", "passt", "weg"), PASS),
}
_SEPARATORS = re.compile(r"[\s,;/]+")
_BID_PATTERN = re.compile(r"[0-9]{1,6}")


def _run_auction(minimum: int, leader_must: bool) -> Generator[Turn, CallValue, AuctionResult]:
    """Ask for one call at a time: Middlehand bids to the Leader, then Endhand to the player left."""
    left, bid = LEADER, None
    for speaker in (MIDDLEHAND, ENDHAND):
        while (call := (yield Turn(speaker, minimum if bid is None else bid + 1))) != PASS:
            bid = int(call)
            if (yield Turn(left, None)) == PASS:
                left = speaker
                break
    if bid is None and not leader_must:
        call = yield Turn(LEADER, minimum)
        return AuctionResult(None, None) if call == PASS else AuctionResult(LEADER, int(call))
    return AuctionResult(left, bid)


def _follow_calls(
    calls: Iterable[tuple[str | None, CallValue]], minimum: int, leader_must: bool
) -> tuple[AuctionResult, tuple[Call, ...]]:
    """Follow the calls to the end of the auction; a call without a role is made by the role whose turn it is."""
    course = _run_auction(minimum, leader_must)
    turn: Turn | None = next(course)
    made: list[Call] = []
    answer = None
    for role, call in calls:
        if turn is None:
            raise _build_call_error(made, "auction-over", _("The auction is over before call {number}."))
        _refuse_impossible_call(made, role or turn.role, call, turn)
        made.append((turn.role, call))
        try:
            turn = course.send(call)
        except StopIteration as end:
            turn, answer = None, end.value
    if answer is None:
        bids = _("The auction is not over: call {number} is {role}'s, who bids {least} or more, or passes.")
        stays = _("The auction is not over: call {number} is {role}'s, who stays or passes.")
        raise _build_call_error(made, "auction-unfinished", bids if turn and turn.min_bid else stays, turn)
    return answer, tuple(made)


def _refuse_impossible_call(made: list[Call], role: str, call: CallValue, turn: Turn) -> None:
    if role != turn.role:
        raise _build_call_error(
            made, "auction-turn", _("Call {number} is {role}'s, not {given}'s."), turn, role
        )
    is_bid = isinstance(call, int) and not isinstance(call, bool)
    if turn.min_bid is None:
        if call not in (STAY, PASS):
            template = _("Call {number}: {role} is asked, and says stay or pass, not “{given}”.")
            raise _build_call_error(made, "auction-call", template, turn, call)
    elif call != PASS and not (is_bid and int(call) >= turn.min_bid):
        template = _("Call {number}: {role} bids {least} or more, or passes; “{given}” is neither.")
        raise _build_call_error(made, "auction-call", template, turn, call)


def _build_call_error(
    made: list[Call], code: str, template: str, turn: Turn | None = None, given: CallValue = ""
) -> Invalid:
    values = {
        "number": len(made) + 1,
        "role": Text(ROLE_LABELS[turn.role]) if turn else "",
        "least": (turn.min_bid or 0) if turn else 0,
        "given": Text(ROLE_LABELS[given]) if given in ROLE_LABELS else str(given)[:20],
    }
    return Invalid(Problem(f"calls.{len(made)}", code, Text(template, values)))
