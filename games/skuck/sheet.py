"""The SKUCK sheet and its checks (docs/reference/sheets.md, SKUCK; docs/reference/scoring.md, SKUCK)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeVar

from games.checks import Case, Checks, find_repeats
from games.problems import Problem, Text, _
from games.sheets import MayBeLeftOut, OneASeat, Strict, between

T = TypeVar("T")

SEATS = 2
TRICKS = 27  # 26 of two cards each, and 1 more for winning the club Jack
MAX_POINTS = 58  # the most that a player can count among 18 known cards
ALL_POINTS = 60

# --- the models (docs/reference/sheets.md, SKUCK: Sheet)

PerSeat = Annotated[list[T], OneASeat(SEATS, SEATS)]
Count = Annotated[int, between(0, TRICKS)]
Points = Annotated[int, between(0, MAX_POINTS)]
Seat = Annotated[int, between(0, SEATS - 1)]
MAX_DEALS = 100
MINUTES_A_PLAYER = 5  # for a deal


class Options(Strict):
    deals: Annotated[int, between(1, MAX_DEALS)] = 4
    third_renege_disqualifies: bool = False
    time_penalties: bool = False


class Deal(Strict):
    bids: PerSeat[Count]
    tricks: PerSeat[Count]
    trump: MayBeLeftOut[Literal["clubs", "diamonds", "hearts", "spades", "none"]] = None
    points: MayBeLeftOut[PerSeat[Points]] = None
    caller: MayBeLeftOut[Seat] = None


class Penalty(Strict):
    seat: Seat
    kind: Literal["miscount", "renege", "time"]
    deal: MayBeLeftOut[Annotated[int, between(0, MAX_DEALS - 1)]] = None


class Sheet(Strict):
    deals: list[Deal]
    penalties: list[Penalty] = []
    no_limit: MayBeLeftOut[Literal[True]] = None


# --- the checks (docs/reference/sheets.md, SKUCK: Error codes)


def check_tricks_total(deal: Deal, _case: Case) -> Iterator[Problem]:
    total = sum(deal.tricks)
    if total != TRICKS:
        values = {"tricks": TRICKS, "total": total}
        yield Problem(
            "tricks", "tricks-total", Text(_("Tricks add up to {total} – they must total {tricks}."), values)
        )


def check_points_total(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.points and sum(deal.points) > ALL_POINTS:
        values = {"most": ALL_POINTS, "total": sum(deal.points)}
        message = Text(_("The point counts add up to {total} – must be {most} or less."), values)
        yield Problem("points", "points-total", message)


def check_caller(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.points is None or deal.caller is None:
        return
    own, other = deal.points[deal.caller], deal.points[1 - deal.caller]
    if own > other:
        message = _("The player with {other} points names trump, not the one with {own}.")
        yield Problem("caller", "caller-points", Text(message, {"own": own, "other": other}))


def check_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    most = case.options.deals
    if len(sheet.deals) > most:
        values = {"deals": most, "given": len(sheet.deals)}
        message = Text(_("A match has {deals} games, not {given}."), values)
        yield Problem(f"deals.{most}", "surplus", message)


def check_penalty_deal(penalty: Penalty, case: Case) -> Iterator[Problem]:
    deals = len(case.sheet.deals)
    if penalty.deal is not None and penalty.deal >= deals:
        message = _("There is no game {number} on the sheet, only {deals}.")
        yield Problem("deal", "no-such-deal", Text(message, {"number": penalty.deal + 1, "deals": deals}))


def check_time_penalty(penalty: Penalty, case: Case) -> Iterator[Problem]:
    if penalty.kind == "time" and not case.options.time_penalties:
        yield Problem("kind", "no-time-penalties", Text(_("This competition has no time penalties.")))
    elif penalty.kind == "time" and case.sheet.no_limit:
        message = _("Both agreed to play without a limit: a time penalty contradicts that.")
        yield Problem("kind", "without-limit", Text(message))


def check_agreement(sheet: Sheet, case: Case) -> Iterator[Problem]:
    if sheet.no_limit and not case.options.time_penalties:
        yield Problem("no_limit", "no-time-penalties", Text(_("This competition has no time penalties.")))


def check_repeated_time_penalties(sheet: Sheet, case: Case) -> Iterator[Problem]:
    def get_seat_and_deal(penalty: Penalty) -> tuple[int, int | None] | None:
        has_deal = penalty.kind == "time" and penalty.deal is not None
        return (penalty.seat, penalty.deal) if has_deal else None

    if case.options.time_penalties:
        for number in find_repeats(sheet.penalties, get_seat_and_deal):
            message = Text(_("A player has at most one time penalty a game."))
            yield Problem(f"penalties.{number}", "time-twice", message)


CHECKS: Checks = {
    "": (check_surplus, check_repeated_time_penalties, check_agreement),
    "deals": (check_tricks_total, check_points_total, check_caller),
    "penalties": (check_penalty_deal, check_time_penalty),
}
