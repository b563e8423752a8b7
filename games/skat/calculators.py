"""Calculators for Skat players: matadors, card points, and who plays after an auction.

Rules: docs/reference/scoring.md, Skat: Cards and matadors; docs/reference/scoring.md, Skat: Auction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.calculators import require_text
from games.layout import Field
from games.problems import Invalid, Problem, Text, _
from games.protocol import Asked, Helper
from games.skat.auction import ROLE_LABELS, parse_auction
from games.skat.cards import (
    ALL_POINTS,
    GRAND,
    HAND_CARDS,
    SKAT_CARDS,
    SUIT_LABELS,
    SUIT_SYMBOLS,
    RankOrder,
    count_card_points,
    count_matadors,
    read_cards,
)

TRUMP_LABELS = {**SUIT_LABELS, GRAND: _("Grand: only the jacks")}
MAX_CARDS = HAND_CARDS + SKAT_CARDS
CODES = {
    "no-card": _("What is listed is no card of Skat."),
    "card-twice": _("A card is listed twice."),
    "hand-size": _("There are more cards than a hand and the skat have."),
    "auction-turn": _("A call in the auction is out of turn."),
    "auction-call": _("A call of the auction is not possible after those before it."),
    "auction-over": _("There is a call after the end of the auction."),
    "auction-unfinished": _("The auction is not at its end."),
}

CARDS_FIELD = Field("cards", _("Cards"), "text", help=_("such as: JC JS 10H A♦"))
TRUMP_FIELD = Field("trump", _("Trump"), "choice", choices=TRUMP_LABELS, symbols=SUIT_SYMBOLS)
CALLS_HELP = {  # by the least bid
    10: _("such as: 10 stay 18 pass 20 stay 28 pass"),
    18: _("such as: 18 stay 20 pass 22 stay 24 pass"),
}


def build_matadors_helper(order: Callable[[Any], RankOrder], *examples: Asked) -> Helper:
    """Build the calculator for a declarer's matadors; `order` returns the trumps' order for the options."""

    def answer(typed: Mapping[str, str], options: Any) -> tuple[Text, ...]:
        trump = require_text(typed, "trump")
        cards = read_cards(require_text(typed, "cards"))
        if len(cards) > MAX_CARDS:
            message = _("A hand and the skat are {most} cards, not {cards}.")
            raise Invalid(
                Problem("cards", "hand-size", Text(message, {"most": MAX_CARDS, "cards": len(cards)}))
            )
        number = count_matadors(cards, trump, order(options))
        return (_describe_matadors(number), *_describe_count(len(cards)))

    about = Text(
        _("From the declarer's hand with the two cards of the skat, or with those put away for them.")
    )
    return Helper("matadors", _("How many matadors?"), about, (TRUMP_FIELD, CARDS_FIELD), answer, examples)


def _describe_matadors(number: int) -> Text:
    texts = {1: _("With 1 matador."), -1: _("Without 1 matador.")}
    several = _("With {number} matadors.") if number > 0 else _("Without {number} matadors.")
    return Text(texts.get(number, several), {"number": abs(number)})


def _describe_count(cards: int) -> tuple[Text, ...]:
    """Return a note on the cards left out, if fewer are listed than a hand and the skat have."""
    if cards == MAX_CARDS:
        return ()
    singular, plural = (
        _("Counted: 1 card. Jacks and trumps that are not listed count as missing."),
        _("Counted: {cards} cards. Jacks and trumps that are not listed count as missing."),
    )
    return (Text(singular if cards == 1 else plural, {"cards": cards}),)


def answer_points(typed: Mapping[str, str], _options: Any) -> tuple[Text, ...]:
    cards = read_cards(require_text(typed, "cards"))
    points = count_card_points(cards)
    values = {"points": points, "cards": len(cards), "others": ALL_POINTS - points}
    singular, plural = (
        _("Counted: 1 card. All the others have {others}."),
        _("Counted: {cards} cards. All the others have {others}."),
    )
    return (
        Text(_("{points} card points."), values),
        Text(singular if len(cards) == 1 else plural, values),
    )


POINTS_HELPER = Helper(
    "points",
    _("How many card points?"),
    Text(_("From the cards that were won in tricks, with the two of the skat for the declarer.")),
    (CARDS_FIELD,),
    answer_points,
    (Asked("trick", Text(_("Two tricks and the skat")), {"cards": _("AC 10C KC JS 9S 7H A♦ 8♦")}),),
)


def build_auction_helper(
    minimum: int,
    leader_must: Callable[[Any], bool],
    *examples: Asked,
    least: Callable[[Any], int] | None = None,
) -> Helper:
    """Build the calculator for who plays, and at what bid, from the calls of the auction in order.

    `minimum` is the least bid; `least` returns it where it depends on the options. `leader_must` returns for options
    whether the Leader plays without a bid where both others pass.
    """

    def answer(typed: Mapping[str, str], options: Any) -> tuple[Text, ...]:
        try:
            lowest = least(options) if least else minimum
            result, calls = parse_auction(require_text(typed, "calls"), lowest, leader_must(options))
        except Invalid as invalid:
            raise Invalid(
                *(Problem("calls", problem.code, problem.message) for problem in invalid.problems)
            ) from None
        if result.declarer is None:
            outcome = Text(_("No declarer: all three passed."))
        elif result.bid is None:
            outcome = Text(_("The Leader plays without a bid, and may choose Ramsch."))
        else:
            values: dict[str, int | str | Text] = {
                "role": Text(ROLE_LABELS[result.declarer]),
                "bid": result.bid,
            }
            outcome = Text(_("{role} plays, at a bid of {bid}."), values)
        return (outcome, *(_describe_call(role, call) for role, call in calls))

    about = Text(
        _(
            "From the calls in their order. Middlehand, who sits next to the Leader, begins, and the Leader answers; "
            "then Endhand bids to the one of the two who is left."
        )
    )
    calls = Field("calls", _("Calls"), "text", help=CALLS_HELP.get(minimum, ""))
    return Helper("auction", _("Who plays?"), about, (calls,), answer, examples)


def _describe_call(role: str, call: int | str) -> Text:
    words = {"stay": _("{role}: stay"), "pass": _("{role}: pass")}
    template = words.get(str(call), _("{role}: {bid}"))
    return Text(template, {"role": Text(ROLE_LABELS[role]), "bid": call})
