"""Who plays a deal, and at what bid, from the calls of the auction (scoring.md 5.2)."""

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
Call = tuple[str, CallValue]  # with who said it


class AuctionResult(NamedTuple):
    """How it ended. Where both others pass, the Leader plays without a bid, and may choose Ramsch; or, where he need
    not, may pass as well, and there is no declarer."""

    declarer: str | None
    bid: int | None
    ramsch_allowed: bool


class Turn(NamedTuple):
    """Who is to speak: to bid at least so much or pass; without a `least`, to stay or pass."""

    role: str
    min_bid: int | None


def resolve_auction(calls: Iterable[Call], minimum: int = MIN_BID, leader_must: bool = True) -> AuctionResult:
    """The declarer and the bid; raises Invalid with the number of the call that cannot be, from 0, in the path.

    Where both others pass, a Leader who must plays without a bid; another one may still bid, or pass as well.
    """
    return _follow_calls(calls, minimum, leader_must)[0]


def parse_auction(
    text: str, minimum: int = MIN_BID, leader_must: bool = True
) -> tuple[AuctionResult, tuple[Call, ...]]:
    """The same from the calls alone, "10 stay 18 pass 20 stay 28 pass", and who made each of them."""
    words = [word for word in _SEPARATORS.split(text.lower()) if word]
    said = (int(word) if _BID_PATTERN.fullmatch(word) else _CALL_WORDS.get(word, word) for word in words)
    return _follow_calls(((None, each) for each in said), minimum, leader_must)


_CALL_WORDS = {"yes": STAY, "hold": STAY, "s": STAY, "p": PASS, "passes": PASS}
_SEPARATORS = re.compile(r"[\s,;/]+")
_BID_PATTERN = re.compile(r"[0-9]{1,6}")


def _run_auction(minimum: int, leader_must: bool) -> Generator[Turn, CallValue, AuctionResult]:
    """Asks each in turn: Middlehand speaks to the Leader, then Endhand to whoever is left of them."""
    left, bid = LEADER, None
    for speaker in (MIDDLEHAND, ENDHAND):
        while (said := (yield Turn(speaker, minimum if bid is None else bid + 1))) != PASS:
            bid = int(said)
            if (yield Turn(left, None)) == PASS:
                left = speaker
                break
    if bid is None and not leader_must:
        said = yield Turn(LEADER, minimum)
        return AuctionResult(None, None, False) if said == PASS else AuctionResult(LEADER, int(said), False)
    return AuctionResult(left, bid, bid is None)


def _follow_calls(
    calls: Iterable[tuple[str | None, CallValue]], minimum: int, leader_must: bool
) -> tuple[AuctionResult, tuple[Call, ...]]:
    """Follows the calls to the end; where it is not said who made one, it was whose turn it was."""
    course = _run_auction(minimum, leader_must)
    turn: Turn | None = next(course)
    made: list[Call] = []
    answer = None
    for role, said in calls:
        if turn is None:
            raise _build_call_error(made, "auction-over", _("The auction is over before call {number}."))
        _refuse_impossible_call(made, role or turn.role, said, turn)
        made.append((turn.role, said))
        try:
            turn = course.send(said)
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
            what = _("Call {number}: {role} is asked, and says stay or pass, not “{given}”.")
            raise _build_call_error(made, "auction-call", what, turn, call)
    elif call != PASS and not (is_bid and int(call) >= turn.min_bid):
        what = _("Call {number}: {role} bids {least} or more, or passes; “{given}” is neither.")
        raise _build_call_error(made, "auction-call", what, turn, call)


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
