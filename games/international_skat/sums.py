"""The sums of a list: what a club sends in that keeps no single deals, as one line of the sheet.

Rules: docs/reference/scoring.md, International Skat: Sums of a list;
docs/reference/sheets.md, International Skat: Sums of a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from games.checks import Case, UnreadableField
from games.international_skat.sheet import MAX_GAME_POINTS, MIN_BID, SUMS_FIELDS, Deal, Options
from games.layout import Field, FootRow, Layout
from games.places import compute_outcome, compute_place
from games.problems import Problem, Text, _
from games.score import Score, SeatScore
from games.skat.contracts import MAX_DEALS
from games.skat.ramsch import RAMSCH
from games.skat.session import count_deals

ACTIVE_SEATS = 3
POINTS_PER_GAME = 50
POINTS_FOR_OTHERS = {3: 40, 4: 30, 5: 30}  # for each game lost by another seat, by the size of the table

# --- tournament totals


def compute_seeger_fabian(score: int, won: int, lost: int, lost_by_others: int, seats: int) -> int:
    """Return the tournament total, from the game points, a seat's own games and those that others have lost.

    Games lost by others count in deals that the seat sat out, too.
    """
    return score + POINTS_PER_GAME * (won - lost) + POINTS_FOR_OTHERS[seats] * lost_by_others


def compute_totals(scores: list[int], won: list[int], lost: list[int]) -> list[int]:
    """Return the tournament total of each seat."""
    seats = len(scores)
    return [
        compute_seeger_fabian(scores[seat], won[seat], lost[seat], sum(lost) - lost[seat], seats)
        for seat in range(seats)
    ]


# --- the score


def is_short(sheet: Any) -> bool:
    """Return whether a sheet, valid or not, holds the sums of a list."""
    deals = sheet.get("deals") if isinstance(sheet, dict) else None
    first = deals[0] if isinstance(deals, list) and deals else None
    return isinstance(first, dict) and not first.keys().isdisjoint(("game_points", "won", "lost", "passed"))


def count_list(deal: Deal, options: Options) -> int:
    """Return how many of the session's deals the sums tell of."""
    played = sum(deal.won or ()) + sum(deal.lost or ())
    return played + (deal.passed or 0 if options.passes_count else 0)


def calculate_sums(deal: Deal, options: Options, seats: int) -> Score:
    """Return the score of a list of which only the sums are known: nothing of bids, and no best deal."""
    scores, won, lost = list(deal.game_points or ()), list(deal.won or ()), list(deal.lost or ())
    deals, counted = count_deals(options, seats), count_list(deal, options)
    complete = counted == deals if deals else counted > 0
    # Nobody wrote down who sat out the deals that were passed: each is taken to have played as often.
    played = (sum(won) + sum(lost)) * ACTIVE_SEATS // seats
    return Score(
        complete=complete,
        seats=tuple(
            SeatScore(
                score=score,
                place=compute_place(score, scores),
                outcome=compute_outcome(score, scores) if complete else None,
                deals=played,
                deal_scores=(score,),
                bids=0,
                bids_made=0,
                bid_total=0,
                tricks=None,
            )
            for score in scores
        ),
        details={
            "won": won,
            "lost": lost,
            "seeger_fabian": compute_totals(scores, won, lost),
            "against": [None] * seats,
            "sums": True,
        },
    )


# --- how it is entered


def build_foot(seats: int) -> tuple[FootRow, ...]:
    """Return the rows in which a list is added up to the tournament totals, as on the paper of clubs."""
    each = POINTS_FOR_OTHERS[seats]

    def count(key: str, score: Score, seat: int) -> int:
        return int(score.details[key][seat])

    def sum_own(score: Score, seat: int) -> int:
        return POINTS_PER_GAME * (count("won", score, seat) - count("lost", score, seat))

    def sum_others(score: Score, seat: int) -> int:
        return int(each * (sum(score.details["lost"]) - count("lost", score, seat)))

    return (
        FootRow(Text(_("Games won")), partial(count, "won")),
        FootRow(Text(_("Games lost")), partial(count, "lost")),
        FootRow(Text(_("{points} × (won – lost)"), {"points": POINTS_PER_GAME}), sum_own),
        FootRow(Text(_("{points} × lost by others"), {"points": each}), sum_others),
        FootRow(Text(_("Total (Seeger-Fabian)")), partial(count, "seeger_fabian")),
    )


def build_short_layout(options: Options, seats: int) -> Layout | None:
    """Return the fields of a list's sums; None where a Ramsch is played, which no player wins or loses as a game."""
    if options.all_pass == RAMSCH:
        return None
    most = count_deals(options, seats) or MAX_DEALS
    return Layout(
        per_seat=(
            Field("game_points", _("Game points"), "count", -MAX_GAME_POINTS, MAX_GAME_POINTS),
            Field("won", _("Won"), "count", 0, most),
            Field("lost", _("Lost"), "count", 0, most),
            Field(
                "totals",
                _("Total on the list"),
                "count",
                -MAX_GAME_POINTS,
                MAX_GAME_POINTS,
                required=False,
                help=_("Seeger-Fabian, as it was added up. It is compared with what the other figures give."),
            ),
        ),
        per_deal=(Field("passed", _("Passed deals"), "count", 0, most),),
        foot=build_foot(seats),
    )


# --- checks


def check_sums(sheet: Any, case: Case) -> Iterator[Problem]:
    """Check that sums stand alone, add up to the deals, and go with each other."""
    for number, deal in enumerate(sheet.deals):
        if not _has_sums(deal):
            continue
        if len(sheet.deals) > 1:
            message = _("A list has its sums or its single deals: not both.")
            yield Problem(f"deals.{number}", "sums-alone", Text(message))
            return
        if case.options.all_pass == RAMSCH:
            message = _(
                "Where a Ramsch is played, the sums of won and lost games don't tell all: enter the deals."
            )
            yield Problem("deals.0", "sums-with-ramsch", Text(message))
        if None not in (deal.game_points, deal.won, deal.lost, deal.passed):  # else reported as missing
            for check in (_check_count, _check_points, _check_totals):
                yield from check(sheet, deal, case)


def _has_sums(deal: Any) -> bool:
    try:
        return not deal.model_fields_set.isdisjoint(SUMS_FIELDS)
    except UnreadableField:
        return False


def _check_count(sheet: Any, deal: Any, case: Case) -> Iterator[Problem]:
    """Check that games won, games lost and, where they count, passed deals are the list's deals."""
    won, lost, deals = sum(deal.won), sum(deal.lost), count_deals(case.options, case.seats)
    counts, passed = case.options.passes_count, deal.passed
    total = won + lost + (passed if counts else 0)
    if deals is None or total == deals or (getattr(sheet, "ended", None) and total < deals):
        return
    needed = deals - won - lost
    values = {"won": won, "lost": lost, "passed": passed, "total": total, "deals": deals, "needed": needed}
    if not counts:
        message = _("{won} games won and {lost} lost are {total}, and the list has {deals} deals that count.")
    elif needed >= 0:
        message = _(
            "{won} won, {lost} lost and {passed} passed are {total} deals, and the list has {deals}: "
            "{needed} would have to be passed."
        )
    else:
        message = _("{won} won and {lost} lost are more than the {deals} deals of the list.")
    yield Problem("deals.0.passed" if counts else "deals.0", "sums-deals", Text(message, values))


def _check_points(_sheet: Any, deal: Any, _case: Case) -> Iterator[Problem]:
    """Check that game points are possible: a game won brings 18 at least, and one lost costs as much."""
    for seat in range(len(deal.game_points)):
        points, won, lost = deal.game_points[seat], deal.won[seat], deal.lost[seat]
        values = {"points": points, "won": won, "lost": lost, "least": MIN_BID * won, "most": -MIN_BID * lost}
        if lost == 0 and (points < values["least"] or (won == 0 and points)):
            none, some = (
                _("Without a game of one's own there are 0 game points, not {points}."),
                _("{won} games won and none lost are {least} game points or more, not {points}."),
            )
            message = some if won else none
        elif won == 0 and points > values["most"]:
            message = _("{lost} games lost and none won are {most} game points or fewer, not {points}.")
        else:
            continue
        yield Problem(f"deals.0.game_points.{seat}", "sums-points", Text(message, values))


def _check_totals(_sheet: Any, deal: Any, _case: Case) -> Iterator[Problem]:
    """Check the totals that were added up on the list, where they are written."""
    if deal.totals is None:
        return
    right = compute_totals(list(deal.game_points), list(deal.won), list(deal.lost))
    for seat in range(len(deal.totals)):
        if deal.totals[seat] is not None and deal.totals[seat] != right[seat]:
            message = _("These game points and games give {right}, not {total}.")
            values = {"right": right[seat], "total": deal.totals[seat]}
            yield Problem(f"deals.0.totals.{seat}", "sums-total", Text(message, values))


CODES = {
    "not-in-sums": _("Something is written of a single deal beside the sums of a list."),
    "sums-alone": _("A list has its sums and single deals."),
    "sums-with-ramsch": _("The sums of a list are given where a Ramsch is played."),
    "sums-deals": _("Games won, games lost and passed deals are not the deals of the list."),
    "sums-points": _("These game points can't be those of so many games won and lost."),
    "sums-total": _("The total on the list is not what its other figures give."),
}
