"""The Ramsch in which the fewest card points win: chosen by the Leader, or played when all pass.

Rules: docs/reference/scoring.md, North American Skat: Ramsch chosen by the Leader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from games.checks import Case, enumerate_readable, find_repeats
from games.layout import Field
from games.problems import Problem, Text, _
from games.protocol import Step
from games.reading import build_problem
from games.sheets import between
from games.skat.cards import ALL_POINTS
from games.skat.contracts import TRICKS
from games.skat.ramsch import IF_RAMSCH, ONE_A_SEAT, get_field_list
from games.skat.rotation import list_playing_seats, list_resting_seats

# --- fields of the sheet

LastTricks = Annotated[list[Annotated[int, between(1, TRICKS)] | None], ONE_A_SEAT]
LAST_TRICKS_FIELD = Field(
    "last_tricks",
    _("Last trick"),
    "count",
    1,
    TRICKS,
    required=False,
    help=_("Its number, where two share the fewest card points."),
    given=IF_RAMSCH,
)
ORIGINAL_RAMSCH_FIELDS = (
    Field("points", _("Card points"), "count", 0, ALL_POINTS, given=IF_RAMSCH),
    Field("tricks", _("Tricks"), "count", 0, TRICKS, total=TRICKS, given=IF_RAMSCH),
    LAST_TRICKS_FIELD,
)  # per seat

# --- the last tricks, which decide between two seats with equally few card points


def check_last_tricks_needed(deal: Any, case: Case) -> Iterator[Problem]:
    """Ask for the last tricks where two seats with tricks share the fewest points.

    Otherwise they decide nothing.
    """
    points, tricks = get_field_list(deal, "points"), get_field_list(deal, "tricks")
    if deal.last_tricks is not None or not points or not tricks:
        return
    playing = list_playing_seats(case.at[0], case.seats)
    if any(points[seat] is None or tricks[seat] is None for seat in playing):
        return
    fewest = min([points[seat] or 0 for seat in playing])
    lowest = [seat for seat in playing if points[seat] == fewest]
    if len(lowest) == 2 and all(tricks[seat] for seat in lowest):
        yield build_problem("missing", "last_tricks", name="last_tricks")


def check_last_tricks_owners(deal: Any, case: Case) -> Iterator[Problem]:
    idle = list_resting_seats(case.at[0], case.seats)
    tricks = get_field_list(deal, "tricks")
    for seat, last in enumerate_readable(get_field_list(deal, "last_tricks")):
        taken = tricks[seat] if seat < len(tricks) else None
        if seat in idle and last is not None:
            message = Text(_("A player who sits the deal out has no last trick, not {last}."), {"last": last})
            yield Problem(f"last_tricks.{seat}", "ramsch-rests", message)
        elif last is not None and taken == 0:
            message = Text(_("A player without a trick has no last trick, not {last}."), {"last": last})
            yield Problem(f"last_tricks.{seat}", "last-tricks", message)
        elif last is None and taken:
            message = Text(_("A player with a trick needs a last trick, too."))
            yield Problem(f"last_tricks.{seat}", "last-tricks", message)


def check_last_tricks_differ(deal: Any, _case: Case) -> Iterator[Problem]:
    last = get_field_list(deal, "last_tricks")
    for seat in find_repeats(range(len(last)), last.__getitem__):
        message = Text(_("Trick {last} was the last of only one player."), {"last": last[seat] or 0})
        yield Problem(f"last_tricks.{seat}", "last-tricks", message)


def check_last_trick_taken(deal: Any, _case: Case) -> Iterator[Problem]:
    last, tricks = get_field_list(deal, "last_tricks"), get_field_list(deal, "tricks")
    is_missing = any(own is None and taken for own, taken in zip(last, tricks, strict=False))
    if last and not is_missing and TRICKS not in list(last):
        message = Text(_("One player's last trick must be trick {tricks}."), {"tricks": TRICKS})
        yield Problem("last_tricks", "last-tricks", message)


def check_last_tricks_order(deal: Any, _case: Case) -> Iterator[Problem]:
    """Check that each last trick is late enough.

    Up to a seat's last trick, the seats that are done by then cannot have taken more tricks than were played.
    """
    last, tricks = list(get_field_list(deal, "last_tricks")), get_field_list(deal, "tricks")
    known = [(own or 0, seat) for seat, own in enumerate(last) if own and seat < len(tricks)]
    is_consistent = sum([taken or 0 for taken in tricks]) == TRICKS and len(
        {own for own, _seat in known}
    ) == len(known)
    if not is_consistent or TRICKS not in last:
        return
    for own, seat in known:
        done = sum([tricks[other] or 0 for before, other in known if before <= own])
        if done > own:
            message = _("Trick {last} is too early: those whose last trick is no later have {done} tricks.")
            yield Problem(f"last_tricks.{seat}", "last-tricks", Text(message, {"last": own, "done": done}))
            return


LAST_TRICKS_CHECKS: tuple[Callable[[Any, Case], Iterator[Problem]], ...] = (
    check_last_tricks_owners,
    check_last_tricks_differ,
    check_last_trick_taken,
    check_last_tricks_order,
)
CODES = {"last-tricks": _("The numbers of the last tricks of a Ramsch do not fit the tricks.")}

# --- scores


SCORE_FOR_FEWEST, SCORE_WITHOUT_TRICK, SCORE_FOR_ALL_TRICKS = 10, 20, -30


class RamschVerdict(NamedTuple):
    """The seat that won a Ramsch, or lost it by taking every trick, and why."""

    reason: Literal["sweep", "no-trick", "all-equal", "fewest", "older-trick"]
    seat: int
    score: int


def judge_ramsch(deal: Any, number: int, seats: int) -> RamschVerdict:
    """Return the seat that decides a Ramsch: the fewest card points win; of two players, the older last trick.

    A seat that takes all ten tricks loses instead; the Leader wins if all three have equally many card points.
    """
    playing = list_playing_seats(number, seats)
    points, tricks = get_seat_values(deal.points), get_seat_values(deal.tricks)
    for seat in playing:
        if tricks[seat] == TRICKS:
            return RamschVerdict("sweep", seat, SCORE_FOR_ALL_TRICKS)
    fewest = min([points[seat] or 0 for seat in playing])
    lowest = [seat for seat in playing if points[seat] == fewest]
    if len(lowest) == len(playing):
        return RamschVerdict("all-equal", playing[0], SCORE_FOR_FEWEST)
    for seat in lowest:
        if tricks[seat] == 0:
            return RamschVerdict("no-trick", seat, SCORE_WITHOUT_TRICK)
    if len(lowest) == 1:
        return RamschVerdict("fewest", lowest[0], SCORE_FOR_FEWEST)
    last = deal.last_tricks or ()
    return RamschVerdict("older-trick", min(lowest, key=lambda seat: last[seat] or 0), SCORE_FOR_FEWEST)


def get_seat_values(value: int | list[int | None] | None) -> list[int | None]:
    """Return a Ramsch's numbers by seat; an empty list where they are left out."""
    return value if isinstance(value, list) else []


# --- explanations


def explain_ramsch(deal: Any, number: int, seat: int, score: int) -> Step:
    """Explain the score of a seat that plays; the number of the deal counts from 0."""
    verdict = judge_ramsch(deal, number, len(get_seat_values(deal.points)))
    points = get_seat_values(deal.points)[seat] or 0
    texts = {
        "sweep": _("Took all {tricks} tricks, which costs {cost}"),
        "no-trick": _("Took no trick, which wins {score}"),
        "all-equal": _("All three have {points} card points, so the Leader wins {score}"),
        "fewest": _("{points} card points are the fewest, and win {score}"),
        "older-trick": _("{points} card points, as few as another; the older last trick wins {score}"),
    }
    values = {"tricks": TRICKS, "cost": -score, "score": score, "points": points}
    if seat == verdict.seat:
        return Step(Text(texts[verdict.reason], values))
    if verdict.reason == "sweep" and score:
        return Step(Text(_("No trick, as another player took all {tricks}, which wins {score}"), values))
    return Step(Text(_("{points} card points, and another player decides the Ramsch"), values))


def describe_fewest_points() -> tuple[Text, ...]:
    """Return paragraphs for the rules of any game with this Ramsch."""
    values = {
        "fewest": SCORE_FOR_FEWEST,
        "no_trick": SCORE_WITHOUT_TRICK,
        "all_tricks": SCORE_FOR_ALL_TRICKS,
        "tricks": TRICKS,
    }
    return (
        Text(
            _(
                "The player with the fewest wins {fewest} points; a player without a single trick wins {no_trick} "
                "instead. If two have equally few, the one whose last trick is older wins; if all three have, the "
                "Leader."
            ),
            values,
        ),
        Text(_("A player who takes all {tricks} tricks gets {all_tricks}."), values),
    )
