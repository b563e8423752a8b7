"""The options of International Skat: how each is asked for, and a sentence for each of its values.

Their types and defaults are `Options` in `sheet`. See docs/reference/scoring.md, International Skat: Options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.international_skat.contract import LOSS_RULES, Contract
from games.international_skat.sheet import MIN_BID_BY_TEXT, ORIGINAL_RAMSCH, Options
from games.layout import Field
from games.problems import Text, _
from games.skat.contracts import (
    EXTRA_MULTIPLIERS_FIELD,
    describe_extra_multipliers,
    describe_kontra,
)
from games.skat.ramsch import RAMSCH
from games.skat.rules import RANK_ORDER_FIELD, describe_rank_order
from games.skat.session import (
    DEALS_EACH_FIELD,
    DEALS_FIELD,
    describe_deals_each,
    describe_passes_count,
    warn_of_conflict,
    warn_of_deals,
)

LOSS_LABELS = {
    "isko": _("Twice the value of the game"),
    "source-text": _("Twice the base, as in North American Skat"),
    "double-unless-hand": _("Twice the value, hand games once"),
}
HAND_LABELS = {"allowed": _("Allowed"), "forbidden": _("Not played")}
ALL_PASS_LABELS = {
    "redeal": _("The next player deals"),
    RAMSCH: _("A Ramsch is played, most card points lose"),
    ORIGINAL_RAMSCH: _("A Ramsch is played, fewest card points win"),
}
PASSES_COUNT = _("A deal that all pass counts as one of them")
LOSSES = _("What a lost game costs")
HAND = _("Hand games")
ALL_PASS = _("When all pass")
OPTION_FIELDS = (
    DEALS_FIELD,
    DEALS_EACH_FIELD,
    Field("passes_count", PASSES_COUNT, "switch"),
    Field("losses", LOSSES, "choice", choices=LOSS_LABELS),
    Field("hand", HAND, "choice", choices=HAND_LABELS),
    Field("all_pass", ALL_PASS, "choice", choices=ALL_PASS_LABELS),
    Field("kontra", _("Kontra, Rekontra, Bock and Hirsch"), "switch"),
    EXTRA_MULTIPLIERS_FIELD,
    RANK_ORDER_FIELD,
)

# Games as examples of what is lost.
SHORT_EXAMPLE = Contract(0, 30, "hearts", matadors=2, points=58)
SHORT_HAND_EXAMPLE = Contract(0, 40, "hearts", hand=True, matadors=2, points=58)
OVERBID_EXAMPLE = Contract(0, 40, "clubs", matadors=1, points=70)
LOST_NULL_EXAMPLE = Contract(0, 20, "null", tricks=1)


def describe_deals(deals: int | None) -> Text:
    if deals is None:
        return Text(_("A session has as many deals as the players like."))
    singular, plural = _("A session is one deal."), _("A session has {deals} deals.")
    return Text(singular if deals == 1 else plural, {"deals": deals})


def describe_losses(losses: str) -> Text:
    cost = {
        contract: LOSS_RULES[losses](contract).cost
        for contract in (SHORT_EXAMPLE, OVERBID_EXAMPLE, SHORT_HAND_EXAMPLE, LOST_NULL_EXAMPLE)
    }
    texts = {
        "isko": _(
            "A lost game costs twice its value; or, if the bid was more, twice the least multiple of the base that "
            "reaches the bid. Hearts with two and {short} card points cost {short_cost}; clubs with one, at a bid of "
            "{bid}, are overbid and cost {overbid_cost}."
        ),
        "double-unless-hand": _(
            "A lost game costs twice its value, or twice the least multiple of the base that reaches the bid, if that "
            "is more; but a lost hand game costs it only once. Hearts with two and {short} card points cost "
            "{short_cost}, and in a hand game {in_hand_cost}; clubs with one, at a bid of {bid}, are overbid and cost "
            "{overbid_cost}."
        ),
        "source-text": _(
            "Without the card points, a game costs twice its base only: hearts {short_cost}. A declarer who "
            "has them and bid "
            "too much loses twice the next multiple of the base above the bid: clubs with one at a bid of {bid}, "
            "{overbid_cost}. A failed announcement costs twice the value that was promised, and a lost null game "
            "twice its value: {null_cost} for {null}. Bids begin at {lowest}."
        ),
    }
    values = {
        "short_cost": cost[SHORT_EXAMPLE],
        "overbid_cost": cost[OVERBID_EXAMPLE],
        "in_hand_cost": cost[SHORT_HAND_EXAMPLE],
        "null_cost": cost[LOST_NULL_EXAMPLE],
        "lowest": MIN_BID_BY_TEXT,
        "short": SHORT_EXAMPLE.points,
        "bid": OVERBID_EXAMPLE.bid,
        "null": LOST_NULL_EXAMPLE.value,
    }
    return Text(texts[losses], values)


def describe_hand(hand: str) -> Text:
    texts = {
        "allowed": _("A declarer may leave the skat unseen and play a hand game, which is worth more."),
        "forbidden": _("Every declarer takes the skat: there are no hand games, and nothing is announced."),
    }
    return Text(texts[hand])


def describe_all_pass(all_pass: str) -> Text:
    texts = {
        "redeal": _("When all three pass, nothing is scored, and the next player deals."),
        RAMSCH: _("When all three pass, a Ramsch is played, in which the most card points lose."),
        ORIGINAL_RAMSCH: _("When all three pass, a Ramsch is played, in which the fewest card points win."),
    }
    return Text(texts[all_pass])


OPTION_WORDS: Mapping[str, Callable[[Any], Text]] = {
    "deals": describe_deals,
    "losses": describe_losses,
    "hand": describe_hand,
    "all_pass": describe_all_pass,
    "kontra": describe_kontra,
    "extra_multipliers": describe_extra_multipliers,
    "rank_order": describe_rank_order,
    "deals_each": describe_deals_each,
    "passes_count": describe_passes_count,
}


def warn_of_options(options: Options, seats: int) -> tuple[Text, ...]:
    """Return what a club may not have meant: deals that a table does not divide, options that change nothing."""
    warnings = [*warn_of_deals(options, seats)]
    if options.passes_count and options.has_ramsch:
        warnings.append(warn_of_conflict(PASSES_COUNT, ALL_PASS, ALL_PASS_LABELS[options.all_pass]))
    if options.losses == "double-unless-hand" and options.hand == "forbidden":
        warnings.append(warn_of_conflict(LOSS_LABELS[options.losses], HAND, HAND_LABELS[options.hand]))
    return tuple(warnings)
