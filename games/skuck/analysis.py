"""What SKUCK sheets tell of a player: bids beside point counts, and calls of trump.

See docs/reference/scoring.md, SKUCK: From the sheets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.analysis import Analysis, NotedDeal, PlayedSheet, Value, compute_average
from games.problems import Text, _
from games.skuck.labels import SUIT_LABELS
from games.skuck.scoring import HAIL_MARY_DEMMIES, compute_leads, score_deal
from games.skuck.sheet import Deal
from games.skuck.trump import find_caller

BAND = 5  # point counts in a row of the table
NEAR = 2  # points between counts that are compared
MIN_COMPARED = 3  # other games with such a count
MIN_DIFFERENCE = 4  # tricks from the average of those
MAX_NOTED = 5  # highballs, and lowballs
FAR, LEVEL, AHEAD = _("{demmies} behind"), _("level"), _("{demmies} ahead")


@dataclass(frozen=True)
class PlayedDeal:
    """A deal as a player saw it; `behind` is by how many demmies before it, less than 0 if ahead."""

    match: int
    number: int
    bid: int
    tricks: int
    points: int | None
    call: str | None  # the trump that the player named
    behind: int
    score: int
    other_score: int


def analyse(played: Sequence[PlayedSheet]) -> tuple[Analysis, ...]:
    deals = list(_list_deals(played))
    parts = (_analyse_counts(deals), _analyse_calls(deals), _analyse_hail_marys(deals, played))
    return tuple(part for part in parts if part is not None)


def _list_deals(played: Iterable[PlayedSheet]) -> Iterator[PlayedDeal]:
    for match, own in enumerate(played):
        seat = own.seat
        for number, (deal, lead) in enumerate(zip(own.sheet.deals, compute_leads(own.sheet), strict=True)):
            scores = [score_deal(deal.bids[at], deal.tricks[at]) for at in (seat, 1 - seat)]
            yield PlayedDeal(
                match,
                number,
                deal.bids[seat],
                deal.tricks[seat],
                deal.points[seat] if deal.points else None,
                deal.trump if _find_caller(deal) == seat else None,
                lead if seat == 1 else -lead,
                *scores,
            )


def _find_caller(deal: Deal) -> int | None:
    """Return the seat that named trump; None where the sheet does not tell."""
    if deal.caller is not None:
        return deal.caller
    return find_caller(deal.points, ((), ())) if deal.points else None


# --- bids beside point counts


def _analyse_counts(deals: Iterable[PlayedDeal]) -> Analysis | None:
    counted = [deal for deal in deals if deal.points is not None]
    if not counted:
        return None
    bands: dict[int, list[PlayedDeal]] = defaultdict(list)
    for deal in counted:
        bands[(deal.points or 0) // BAND * BAND].append(deal)
    rows = tuple(
        (
            Text(_("{low} to {high}"), {"low": low, "high": low + BAND - 1}),
            len(group),
            compute_average([deal.bid for deal in group]),
            compute_average([deal.tricks for deal in group]),
            sum(deal.score == 0 for deal in group),
        )
        for low, group in sorted(bands.items())
    )
    return Analysis(
        "counts",
        Text(_("Bids by point count")),
        Text(
            _(
                "A highball is a bid that is {difference} or more above the average of the player's other games with "
                "about the same points ({near} more or less), a lowball one that is as far below it. The furthest "
                "are listed."
            ),
            {"difference": MIN_DIFFERENCE, "near": NEAR},
        ),
        (_("Points"), _("Games"), _("Average bid"), _("Average tricks"), _("Zeros")),
        rows,
        tuple(_note_unusual_bids(counted)),
    )


def _note_unusual_bids(counted: Sequence[PlayedDeal]) -> Iterator[NotedDeal]:
    """Yield the highballs, then the lowballs, the furthest first."""
    bids: dict[int, list[int]] = defaultdict(list)
    for deal in counted:
        bids[deal.points or 0].append(deal.bid)
    sums = {points: (sum(made), len(made)) for points, made in bids.items()}
    differences = [(deal, _compare(deal, sums)) for deal in counted]
    compared = [(deal, usual) for deal, usual in differences if usual is not None]
    for template, sign in (
        (_("Highball: bid {bid} with {points} points; usually {usual}"), 1),
        (_("Lowball: bid {bid} with {points} points; usually {usual}"), -1),
    ):
        far = [(sign * (deal.bid - usual), deal, usual) for deal, usual in compared]
        far = [entry for entry in far if entry[0] >= MIN_DIFFERENCE]
        for _difference, deal, usual in sorted(far, key=lambda entry: -entry[0])[:MAX_NOTED]:
            values: dict[str, int | Fraction] = {"bid": deal.bid, "points": deal.points or 0, "usual": usual}
            yield NotedDeal(deal.match, deal.number, Text(template, values))


def _compare(deal: PlayedDeal, sums: dict[int, tuple[int, int]]) -> Fraction | None:
    """Return the average bid of the other games with about the same points; None where there are too few."""
    points = deal.points or 0
    near = [sums[count] for count in range(points - NEAR, points + NEAR + 1) if count in sums]
    total, games = sum(bids for bids, _games in near) - deal.bid, sum(games for _bids, games in near) - 1
    return Fraction(total, games) if games >= MIN_COMPARED else None


# --- calls of trump


def _analyse_calls(deals: Iterable[PlayedDeal]) -> Analysis | None:
    calls: dict[str, list[PlayedDeal]] = {suit: [] for suit in SUIT_LABELS}
    for deal in deals:
        if deal.call is not None:
            calls[deal.call].append(deal)
    called = [deal for group in calls.values() for deal in group]
    if not called:
        return None
    rows = [(Text(SUIT_LABELS[suit]), *_count_calls(group)) for suit, group in calls.items() if group]
    return Analysis(
        "calls",
        Text(_("Trump named")),
        Text(_("The games in which the player named trump, as far as the sheets tell.")),
        (_("Trump"), _("Games"), _("Average score"), _("Zeros")),
        (*rows, (Text(_("All")), *_count_calls(called))),
    )


def _count_calls(group: Sequence[PlayedDeal]) -> tuple[Value, ...]:
    scores = [deal.score for deal in group]
    return len(group), compute_average(scores), scores.count(0)


def _analyse_hail_marys(deals: Iterable[PlayedDeal], played: Sequence[PlayedSheet]) -> Analysis | None:
    called = [deal for deal in deals if deal.call == "none" and deal.behind >= HAIL_MARY_DEMMIES]
    if not called:
        return None
    won = [deal for deal in called if deal.score > deal.other_score]
    matches = {deal.match for deal in called}
    turned = [match for match in matches if played[match].score.seats[played[match].seat].outcome == "win"]
    return Analysis(
        "hail-marys",
        Text(_("Hail Mary calls")),
        Text(
            _("No trump, called when {demmies} or more behind: how it ended."), {"demmies": HAIL_MARY_DEMMIES}
        ),
        (_("Calls"), _("Games gained"), _("Matches"), _("Matches won")),
        ((len(called), len(won), len(matches), len(turned)),),
        tuple(
            NotedDeal(deal.match, deal.number, _describe_hail_mary(deal, played[deal.match]))
            for deal in called
        ),
    )


def _describe_hail_mary(deal: PlayedDeal, own: PlayedSheet) -> Text:
    templates = {
        "win": _("{before} before it, {after} after it; the match was won."),
        "draw": _("{before} before it, {after} after it; the match was drawn."),
        "loss": _("{before} before it, {after} after it; the match was lost."),
        None: _("{before} before it, {after} after it."),
    }
    after = deal.behind - deal.score + deal.other_score
    template = templates[own.score.seats[own.seat].outcome]
    return Text(template, {"before": _describe_lead(deal.behind), "after": _describe_lead(after)})


def _describe_lead(behind: int) -> Text:
    template = LEVEL if behind == 0 else FAR if behind > 0 else AHEAD
    return Text(template, {"demmies": abs(behind)})
