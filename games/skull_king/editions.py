"""The editions of Skull King as data: which cards are worth something to whom, and what there is beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.problems import _

FOURTEENS = ("yellow_14", "green_14", "purple_14", "black_14")
CAPTURES = (*FOURTEENS, "pirates", "mermaids", "skull_king")  # what lies in the tricks of whoever has it
ABILITIES = frozenset({"wager", "bid_change"})  # of two Pirates
FEWEST_SEATS, MOST_SEATS = 2, 8


@dataclass(frozen=True)
class Edition:
    """A kind of bonus that is not in `worth` does not exist there, and one that is worth 0 does.

    `any_order`: the Skull King also takes Pirates that are played after him. `tigress`: has her, and not Scary Mary.
    `abilities`: some Pirates have one. `destroys`: with some cards nobody wins the trick. `unproven`: known from
    others, not from its own rules.
    """

    name: str
    deck: str
    most_seats: int
    highest: int
    worth: Mapping[str, int]
    any_order: bool = False
    tigress: bool = True
    abilities: bool = False
    destroys: bool = False
    unproven: bool = False

    @property
    def bonuses(self) -> frozenset[str]:
        """All that may be written of a seat beside its bid and tricks, however it is scored."""
        return frozenset(self.worth) | (ABILITIES if self.abilities else frozenset())


def worth(*fourteens: int, **others: int) -> dict[str, int]:
    """Points by kind of bonus, in the order of a sheet."""
    return dict(zip(FOURTEENS, fourteens, strict=False)) | others


# The columns of the table in scoring.md 4.3, oldest first.
EDITIONS = {
    "beck": Edition(
        name=_("Grandpa Beck's, before 2018"),
        deck=_(
            "There are 68 cards: 1 to {highest} in green, yellow, purple and black, 5 Pirates, the Tigress, the Skull "
            "King and 5 Escapes."
        ),
        most_seats=6,
        highest=14,
        worth=worth(10, 0, 0, 20, pirates=30),
    ),
    "schmidt": Edition(
        name=_("Schmidt's, 2013"),
        deck=_(
            "There are 66 cards: 1 to {highest} in three colours and black, 5 Pirates, Scary Mary, 2 Mermaids, the "
            "Skull King and 5 Escapes."
        ),
        most_seats=6,
        highest=13,
        worth=worth(pirates=30, mermaids=0, skull_king=50),
        any_order=True,
        tigress=False,
    ),
    "legacy-2018": Edition(
        name=_("Legendary, 2018"),
        deck=_(
            "There are cards from 1 to {highest} in green, yellow, purple and black, 5 Pirates, the Tigress, 2 "
            "Mermaids, the Skull King, Escapes and 2 Loot cards."
        ),
        most_seats=6,
        highest=14,
        worth=worth(10, 10, 10, 20, pirates=30, mermaids=0, skull_king=50, loot=20),
        unproven=True,
    ),
    "official-2021": Edition(
        name=_("Grandpa Beck's, 2021"),
        deck=_(
            "There are 70 cards: 1 to {highest} in green, yellow, purple and black, 5 Pirates, the Tigress, 2 "
            "Mermaids, the Skull King and 5 Escapes. Four more may be added: 2 Loot cards, the Kraken and the White "
            "Whale."
        ),
        most_seats=8,
        highest=14,
        worth=worth(10, 10, 10, 20, pirates=30, mermaids=20, skull_king=40, loot=20),
        any_order=True,
        abilities=True,
        destroys=True,
    ),
}
