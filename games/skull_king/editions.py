"""The editions of Skull King as data: which cards are worth something to whom, and what there is beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.problems import _

FOURTEENS = ("yellow_14", "green_14", "purple_14", "black_14")
CAPTURES = (*FOURTEENS, "pirates", "mermaids", "skull_king")  # what lies in the tricks of whoever has it
ABILITIES = frozenset({"wager", "bid_change"})  # of two Pirates
MIN_SEATS, MAX_SEATS = 2, 8


@dataclass(frozen=True)
class Edition:
    """A kind of bonus that is not in `worth` does not exist there, and one that is worth 0 does.

    `any_order`: the Skull King also takes Pirates that are played after him. `tigress`: has her, and not Scary Mary.
    `abilities`: some Pirates have one. `destroys`: with some cards nobody wins the trick. `unproven`: known from
    others, not from its own rules.
    """

    name: str
    deck: str
    max_seats: int
    max_number: int
    points_by_bonus: Mapping[str, int]
    takes_in_any_order: bool = False
    has_tigress: bool = True
    has_abilities: bool = False
    can_destroy_tricks: bool = False
    is_unproven: bool = False

    @property
    def bonuses(self) -> frozenset[str]:
        """All that may be written of a seat beside its bid and tricks, however it is scored."""
        return frozenset(self.points_by_bonus) | (ABILITIES if self.has_abilities else frozenset())


def build_points(*fourteens: int, **others: int) -> dict[str, int]:
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
        max_seats=6,
        max_number=14,
        points_by_bonus=build_points(10, 0, 0, 20, pirates=30),
    ),
    "schmidt": Edition(
        name=_("Schmidt's, 2013"),
        deck=_(
            "There are 66 cards: 1 to {highest} in three colours and black, 5 Pirates, Scary Mary, 2 Mermaids, the "
            "Skull King and 5 Escapes."
        ),
        max_seats=6,
        max_number=13,
        points_by_bonus=build_points(pirates=30, mermaids=0, skull_king=50),
        takes_in_any_order=True,
        has_tigress=False,
    ),
    "legacy-2018": Edition(
        name=_("Legendary, 2018"),
        deck=_(
            "There are cards from 1 to {highest} in green, yellow, purple and black, 5 Pirates, the Tigress, 2 "
            "Mermaids, the Skull King, Escapes and 2 Loot cards."
        ),
        max_seats=6,
        max_number=14,
        points_by_bonus=build_points(10, 10, 10, 20, pirates=30, mermaids=0, skull_king=50, loot=20),
        is_unproven=True,
    ),
    "official-2021": Edition(
        name=_("Grandpa Beck's, 2021"),
        deck=_(
            "There are 70 cards: 1 to {highest} in green, yellow, purple and black, 5 Pirates, the Tigress, 2 "
            "Mermaids, the Skull King and 5 Escapes. Four more may be added: 2 Loot cards, the Kraken and the White "
            "Whale."
        ),
        max_seats=8,
        max_number=14,
        points_by_bonus=build_points(10, 10, 10, 20, pirates=30, mermaids=20, skull_king=40, loot=20),
        takes_in_any_order=True,
        has_abilities=True,
        can_destroy_tricks=True,
    ),
}
