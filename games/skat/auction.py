"""Who plays a deal, and at what bid, from the calls of the auction (scoring.md 5.2)."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from typing import NamedTuple

from games.problems import Invalid, Problem, Text, _

LEADER, MIDDLEHAND, ENDHAND = "Leader", "Middlehand", "Endhand"
ROLE_LABELS = {LEADER: _("Leader"), MIDDLEHAND: _("Middlehand"), ENDHAND: _("Endhand")}
STAY, PASS = "stay", "pass"
LEAST_BID = 10

Said = int | str  # a bid, "stay" or "pass"
Call = tuple[str, Said]  # with who said it


class Auction(NamedTuple):
    """How it ended. Where both others pass, the Leader plays without a bid, and may choose Ramsch; or, where he need
    not, may pass as well, and there is no declarer."""

    declarer: str | None
    bid: int | None
    ramsch_allowed: bool


class Turn(NamedTuple):
    """Who is to speak: to bid at least so much or pass; without a `least`, to stay or pass."""

    role: str
    least: int | None


def auction(calls: Iterable[Call], minimum: int = LEAST_BID, leader_must: bool = True) -> Auction:
    """The declarer and the bid; raises Invalid with the number of the call that cannot be, from 0, in the path.

    Where both others pass, a Leader who must plays without a bid; another one may still bid, or pass as well.
    """
    return _followed(calls, minimum, leader_must)[0]


def heard(text: str, minimum: int = LEAST_BID, leader_must: bool = True) -> tuple[Auction, tuple[Call, ...]]:
    """The same from the calls alone, "10 stay 18 pass 20 stay 28 pass", and who made each of them."""
    words = [word for word in _BETWEEN.split(text.lower()) if word]
    said = (int(word) if _BID.fullmatch(word) else _SAID_FOR.get(word, word) for word in words)
    return _followed(((None, each) for each in said), minimum, leader_must)


_SAID_FOR = {"yes": STAY, "hold": STAY, "s": STAY, "p": PASS, "passes": PASS}
_BETWEEN = re.compile(r"[\s,;/]+")
_BID = re.compile(r"[0-9]{1,6}")


def _course(minimum: int, leader_must: bool) -> Generator[Turn, Said, Auction]:
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
        return Auction(None, None, False) if said == PASS else Auction(LEADER, int(said), False)
    return Auction(left, bid, bid is None)


def _followed(
    calls: Iterable[tuple[str | None, Said]], minimum: int, leader_must: bool
) -> tuple[Auction, tuple[Call, ...]]:
    """Follows the calls to the end; where it is not said who made one, it was whose turn it was."""
    course = _course(minimum, leader_must)
    turn: Turn | None = next(course)
    made: list[Call] = []
    answer = None
    for role, said in calls:
        if turn is None:
            raise _refusal(made, "auction-over", _("The auction is over before call {number}."))
        _refuse_impossible(made, role or turn.role, said, turn)
        made.append((turn.role, said))
        try:
            turn = course.send(said)
        except StopIteration as end:
            turn, answer = None, end.value
    if answer is None:
        bids = _("The auction is not over: call {number} is {role}'s, who bids {least} or more, or passes.")
        stays = _("The auction is not over: call {number} is {role}'s, who stays or passes.")
        raise _refusal(made, "auction-unfinished", bids if turn and turn.least else stays, turn)
    return answer, tuple(made)


def _refuse_impossible(made: list[Call], role: str, said: Said, turn: Turn) -> None:
    if role != turn.role:
        raise _refusal(made, "auction-turn", _("Call {number} is {role}'s, not {given}'s."), turn, role)
    is_bid = isinstance(said, int) and not isinstance(said, bool)
    if turn.least is None:
        if said not in (STAY, PASS):
            what = _("Call {number}: {role} is asked, and says stay or pass, not “{given}”.")
            raise _refusal(made, "auction-call", what, turn, said)
    elif said != PASS and not (is_bid and int(said) >= turn.least):
        what = _("Call {number}: {role} bids {least} or more, or passes; “{given}” is neither.")
        raise _refusal(made, "auction-call", what, turn, said)


def _refusal(made: list[Call], code: str, what: str, turn: Turn | None = None, given: Said = "") -> Invalid:
    values = {
        "number": len(made) + 1,
        "role": Text(ROLE_LABELS[turn.role]) if turn else "",
        "least": (turn.least or 0) if turn else 0,
        "given": Text(ROLE_LABELS[given]) if given in ROLE_LABELS else str(given)[:20],
    }
    return Invalid(Problem(f"calls.{len(made)}", code, Text(what, values)))
