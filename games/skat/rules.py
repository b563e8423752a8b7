"""Sentences that the rules of all Skat games share: the deal, the places, the auction's order, Kontra."""

from __future__ import annotations

from games.layout import Field
from games.problems import Text, _
from games.skat.cards import BELOW_JACKS, RankOrder

RANK_ORDER_FIELD = Field(
    "rank_order",
    _("Rank of the ten"),
    "choice",
    choices={"seed": _("Below the queen"), "traditional": _("Second to the ace")},
)
FIRST_DEAL = (
    Text(
        _(
            "The players cut for the first deal, and the lowest card deals. Equal cards rank by suit: clubs high, then "
            "spades, hearts, and diamonds low. The dealer shuffles, and the player at the dealer's right cuts the pack."
        )
    ),
)
AUCTION_ORDER = Text(
    _(
        "“Deal, listen, speak” helps to remember it: the dealer deals, the Leader, next in turn, listens to bids and "
        "answers them, and Middlehand speaks first. With four at the table count from the dealer, who sits out."
    )
)
ROLE_GLOSSARY = (
    Text(_("Leader: the player at the dealer's left; also Forehand, in German Vorhand.")),
    Text(_("Middlehand: the next one; in German Mittelhand.")),
    Text(_("Endhand: the third, with three at the table the dealer; also Rearhand, in German Hinterhand.")),
)
# At the foot of a printed sheet, where there is one line for it.
ROLES_ON_PAPER = Text(
    _(
        "From the dealer's left: Leader (Forehand, Vorhand), Middlehand (Mittelhand), Endhand (Rearhand, Hinterhand)."
    )
)
KONTRA_TURNS = Text(
    _(
        "Before the first card of the deal, either opponent may say Kontra. The declarer may answer Rekontra at once, "
        "an opponent then Bock, and the declarer Hirsch. A declarer who leads waits a moment first, so that the "
        "others can speak. Whether the game reaches the bid is decided by its value without any of this."
    )
)


def describe_rank_order(order: RankOrder) -> Text:
    """Describe the option `rank_order` in a sentence."""
    templates = {
        "seed": _("In each suit, from the highest: {ranks}, with the ten below the queen."),
        "traditional": _("In each suit, from the highest: {ranks}, with the ten second."),
    }
    return Text(templates[order], {"ranks": " ".join(BELOW_JACKS[order])})


def describe_kontra_example(game: str, value: int, bid: int, cost: int) -> Text:
    """Return the example of a game that is overbid, and doubled by Kontra; `cost` is below 0."""
    return Text(
        _("So {game}, worth {value}, does not reach a bid of {bid} with Kontra either: {cost}."),
        {"game": Text(game), "value": value, "bid": bid, "cost": cost},
    )
