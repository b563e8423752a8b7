"""Checks of an International Skat sheet.

Error codes: docs/reference/sheets.md, International Skat: Error codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from games.checks import Case, Check, Checks, UnreadableField
from games.international_skat.contract import compute_max_value
from games.international_skat.labels import ANNOUNCEMENT_LABELS, get_game_label
from games.international_skat.sheet import (
    BASES,
    NULLS,
    ORIGINAL_RAMSCH,
    SUMS_FIELDS,
    Deal,
    Options,
    Sheet,
    get_max_matadors,
)
from games.international_skat.sums import check_sums
from games.problems import Problem, Text, _
from games.reading import build_problem
from games.skat.cards import ALL_POINTS
from games.skat.contracts import (
    TRICKS,
    check_extra,
    check_kontra,
    find_points_problem,
    sum_extra_levels,
)
from games.skat.fewest_points import LAST_TRICKS_CHECKS, check_last_tricks_needed
from games.skat.ramsch import ALL_PASS_CHECKS, RAMSCH
from games.skat.rotation import describe_resting, list_resting_seats
from games.skat.session import count_deals

# --- the fields of each kind of deal

PASSED_OUT, SUIT_OR_GRAND, NULL, UNKNOWN, SUMS = "passed out", "suit or grand", "null", "unknown", "sums"
DEAL_KINDS = {RAMSCH: RAMSCH, **dict.fromkeys(BASES, SUIT_OR_GRAND), **dict.fromkeys(NULLS, NULL)}
NEEDED_FIELDS: Mapping[str, Set[str]] = {
    PASSED_OUT: set(),
    RAMSCH: {"game", "points"},
    ORIGINAL_RAMSCH: {"game", "points", "tricks"},
    NULL: {"declarer", "bid", "game", "tricks"},
    SUIT_OR_GRAND: {"declarer", "bid", "game", "matadors", "points"},
    UNKNOWN: {"declarer", "bid", "game"},
    SUMS: {"game_points", "won", "lost", "passed"},
}
ALLOWED_FIELDS = {
    PASSED_OUT: {"declarer"},
    RAMSCH: {"game", "points", "tricks", "passed_on"},
    ORIGINAL_RAMSCH: {"game", "points", "tricks", "last_tricks"},
    NULL: {"declarer", "bid", "game", "hand", "tricks", "kontra"},
    SUIT_OR_GRAND: set(Deal.model_fields) - {"passed_on", "last_tricks", *SUMS_FIELDS},
    UNKNOWN: set(Deal.model_fields) - set(SUMS_FIELDS),
    SUMS: set(SUMS_FIELDS),
}
FOREIGN_FIELD_MESSAGES = {
    PASSED_OUT: ("passed-out", _("Where all passed, nothing else is written.")),
    RAMSCH: ("not-in-ramsch", _("There is no such thing in a Ramsch.")),
    ORIGINAL_RAMSCH: ("not-in-ramsch", _("There is no such thing in this Ramsch.")),
    NULL: ("not-in-null", _("There is no such thing in a null game.")),
    SUIT_OR_GRAND: ("only-in-ramsch", _("There is such a thing in a Ramsch only.")),
    SUMS: ("not-in-sums", _("With the sums of a list, nothing is written of single deals.")),
}


def classify_deal(deal: Deal, options: Options) -> str:
    """Return the kind of the deal, as far as that can be read.

    A deal whose declarer is null was passed out, unless the options say that a Ramsch is played when all pass.
    """
    if not deal.model_fields_set.isdisjoint(SUMS_FIELDS):
        return SUMS
    try:
        game = DEAL_KINDS[deal.game] if deal.game else UNKNOWN
    except UnreadableField:
        game = UNKNOWN
    try:
        passed_out = deal.declarer is None and not (game == RAMSCH and options.has_ramsch)
    except UnreadableField:
        passed_out = False
    if passed_out:
        return PASSED_OUT
    return ORIGINAL_RAMSCH if game == RAMSCH and options.all_pass == ORIGINAL_RAMSCH else game


def check_needed_fields(deal: Deal, kind: str) -> Iterator[Problem]:
    for name in NEEDED_FIELDS[kind] - deal.model_fields_set:
        yield build_problem("missing", name, name=name)


def check_foreign_fields(deal: Deal, kind: str) -> Iterator[Problem]:
    for name in deal.model_fields_set - ALLOWED_FIELDS[kind]:
        if name in Deal.model_fields and (kind == PASSED_OUT or not _is_default(deal, name)):
            code, message = FOREIGN_FIELD_MESSAGES[kind]
            yield Problem(name, code, Text(message), alone=True)


def _is_default(deal: Deal, name: str) -> bool:
    """Return whether a field has its default, which may stand anywhere but where all passed."""
    try:
        return bool(getattr(deal, name) == Deal.model_fields[name].default)
    except UnreadableField:
        return False


# --- who plays


def check_declarer(deal: Deal, case: Case) -> Iterator[Problem]:
    declarer = deal.declarer
    if declarer is not None and declarer in list_resting_seats(case.at[0], case.seats):
        message = describe_resting(declarer, case.at[0], case.seats)
        yield Problem("declarer", "declarer-rests", Text(message))


def check_ramsch(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.game == RAMSCH and not case.options.has_ramsch:
        yield Problem("game", "ramsch-not-agreed", Text(_("When all pass here, the next player deals.")))


# --- games that contradict themselves or the options


def check_hand(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.hand and case.options.hand == "forbidden":
        yield Problem("hand", "hand-forbidden", Text(_("Every declarer has to take the skat here.")))


def check_announcement(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.announced and not deal.hand:
        message = _("Only a hand game can be announced {level}: one without the skat.")
        yield Problem(
            "announced",
            "announce-needs-hand",
            Text(message, {"level": Text(ANNOUNCEMENT_LABELS[deal.announced])}),
        )


def check_open(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.open and not deal.hand:
        message = _("Only a hand game can be played open: one without the skat.")
        yield Problem("open", "announce-needs-hand", Text(message))


def check_matadors(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Check the number of matadors: it is at least 1, as every declarer is with or without the jack of clubs."""
    if deal.matadors is None:
        return
    if deal.matadors == 0:
        message = _("A game is with 1 matador or without 1 at least, never with 0.")
        yield Problem("matadors", "no-matadors", Text(message))
    most = get_max_matadors(deal.game or "")
    if abs(deal.matadors) > most:
        message = _("In a grand there are at most {most} matadors, not {given}.")
        values = {"most": most, "given": abs(deal.matadors)}
        yield Problem("matadors", "grand-matadors", Text(message, values))


def check_min_bid(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.bid is not None and deal.bid < case.options.min_bid:
        yield build_problem("greater_than_equal", "bid", ge=case.options.min_bid)


def check_bid(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.bid is None:
        return
    game, hand = deal.game or "", deal.hand
    claimed = deal.extra
    if claimed and any(name not in case.options.extra_multipliers for name in claimed):
        return
    most = compute_max_value(game, hand, sum_extra_levels(claimed, case.options) if claimed else 0)
    if deal.bid > most:
        message = _("{game} is worth {most} at the most as declared, never the {bid} that were bid.")
        values: dict[str, int | Text] = {
            "game": Text(get_game_label(game, hand)),
            "most": most,
            "bid": deal.bid,
        }
        yield Problem("bid", "bid-out-of-reach", Text(message, values))


def check_points(deal: Deal, _case: Case) -> Iterator[Problem]:
    points, tricks = deal.points, deal.tricks
    if not isinstance(points, int):
        return
    if tricks is None and points == ALL_POINTS:
        message = _("With {points} card points, the tricks are needed: only with all {tricks} is it schwarz.")
        yield Problem("tricks", "missing", Text(message, {"points": points, "tricks": TRICKS}))
    if isinstance(tricks, int):
        yield from find_points_problem(tricks, points)


# --- the whole sheet

COMMON_CHECKS: tuple[Check, ...] = (check_hand, check_min_bid, check_kontra, check_extra)
CHECKS_BY_KIND = {
    PASSED_OUT: (),
    RAMSCH: ALL_PASS_CHECKS,
    ORIGINAL_RAMSCH: (*ALL_PASS_CHECKS, check_last_tricks_needed, *LAST_TRICKS_CHECKS),
    NULL: (*COMMON_CHECKS, check_bid),
    SUIT_OR_GRAND: (
        *COMMON_CHECKS,
        check_announcement,
        check_open,
        check_matadors,
        check_bid,
        check_points,
    ),
    UNKNOWN: COMMON_CHECKS,
    SUMS: (),
}


def check_deal(deal: Deal, case: Case) -> Iterator[Problem]:
    """Check the fields that a deal of its kind needs; a check that meets an unreadable field is skipped."""
    kind = classify_deal(deal, case.options)
    if not NEEDED_FIELDS[kind] <= deal.model_fields_set <= ALLOWED_FIELDS[kind]:
        yield from check_needed_fields(deal, kind)
        yield from check_foreign_fields(deal, kind)
    for check in CHECKS_BY_KIND[kind]:
        try:
            yield from check(deal, case)
        except UnreadableField:
            continue


def check_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    """Check that nothing follows the last deal that counts, not even a deal that was passed out."""
    most, counted = count_deals(case.options, case.seats), 0
    for number, deal in enumerate(sheet.deals):
        if counted == most:
            singular, plural = (
                _("The session ended with deal {number}: it has 1 deal that counts."),
                _("The session ended with deal {number}: it has {deals} deals that count."),
            )
            values = {"number": number, "deals": most}
            yield Problem(f"deals.{number}", "surplus", Text(singular if most == 1 else plural, values))
            return
        try:
            counted += case.options.passes_count or deal.declarer is not None
        except UnreadableField:  # it may have been passed out
            continue


CHECKS: Checks = {
    "": (check_surplus, check_sums),
    "deals": (
        check_deal,
        check_declarer,
        check_ramsch,
    ),
}
