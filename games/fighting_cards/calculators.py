"""Calculators for Fighting Cards players: the declarer of an auction, and the points of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.calculators import require_text
from games.fighting_cards.auction import BIDDERS, parse_auction
from games.fighting_cards.scoring import BANDS_BY_BID
from games.fighting_cards.sheet import ALL_POINTS
from games.layout import Field
from games.problems import Text, _
from games.protocol import Asked, Helper
from games.skat.cards import Card, read_cards

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def count_card_points(cards: Iterable[Card]) -> int:
    """Return the points of cards: ace 4, king 3, queen 2, jack 1; 40 in the whole pack.

    See docs/reference/scoring.md, Fighting Cards: At the table.
    """
    return sum(POINTS.get(card.rank, 0) for card in cards)


def answer_auction(typed: Mapping[str, str], options: Any) -> tuple[Text, ...]:
    declarer, bid = parse_auction(require_text(typed, "calls"), "calls", may_return=options.bid_after_pass)
    if declarer is None or bid is None:
        return (
            Text(_("All passed: the next player deals.")),
            Text(_("The deal is written down as passed out and doesn't count.")),
        )
    band = BANDS_BY_BID[bid]
    return (
        Text(_("{bidder} plays, with a bid of {bid}."), {"bidder": Text(BIDDERS[declarer]), "bid": bid}),
        Text(
            _("Made, it is worth {bonus} on top of the points taken; each point short costs {cost}."),
            {"bonus": band.bonus, "cost": band.cost},
        ),
    )


def answer_points(typed: Mapping[str, str], _options: Any) -> tuple[Text, ...]:
    cards = read_cards(require_text(typed, "cards"), "cards")
    points = count_card_points(cards)
    values = {"points": points, "cards": len(cards), "others": ALL_POINTS - points}
    singular, plural = (
        _("Counted: 1 card. The other cards of the pack have {others} points."),
        _("Counted: {cards} cards. The other cards of the pack have {others} points."),
    )
    return (
        Text(_("1 point.") if points == 1 else _("{points} points."), values),
        Text(singular if len(cards) == 1 else plural, values),
    )


HELPERS = (
    Helper(
        "auction",
        _("Who plays?"),
        Text(_("From the calls of an auction in their order: each a bid, or pass.")),
        (Field("calls", _("Calls"), "text", help=_("such as: pass 21 25 pass 26 pass")),),
        answer_auction,
        (
            Asked("printed", Text(_("Three call twice each")), {"calls": _("pass 21 25 pass 26 pass")}),
            Asked("nobody", Text(_("No bids")), {"calls": _("pass pass pass")}),
            Asked(
                "returned",
                Text(_("The first player passes, and bids later")),
                {"calls": _("pass 21 25 26 pass pass")},
                {"bid_after_pass": True},
            ),
        ),
    ),
    Helper(
        "points",
        _("How many points?"),
        Text(_("From the cards that the declarer won, with the two of the skat.")),
        (Field("cards", _("Cards"), "text", help=_("such as: AS KH 10D JC")),),
        answer_points,
        (
            Asked("trick", Text(_("One trick")), {"cards": _("AS KS JS")}),
            Asked(
                "made",
                Text(_("Seven tricks and the skat")),
                {"cards": _("A♣ K♣ 9♣ A♠ Q♠ 8♠ A♥ K♥ J♥ A♦ Q♦ 7♦ K♠ J♠ 7♠ Q♣ J♣ 10♣ K♦ J♦ 9♦ 10♥ 8♦")},
            ),
        ),
    ),
)
