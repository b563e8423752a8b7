"""The editions of Skull King as data: their cards, and the points for them.

See docs/reference/scoring.md, Skull King: Editions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.problems import _

FOURTEENS = ("yellow_14", "green_14", "purple_14", "black_14")
CAPTURES = (
    *FOURTEENS,
    "pirates",
    "mermaids",
    "skull_king",
)  # cards in the tricks of the seat that has the bonus
ABILITIES = frozenset({"wager", "bid_change"})  # of two Pirates
MIN_SEATS, MAX_SEATS = 2, 8


@dataclass(frozen=True)
class Edition:
    """An edition: its size, its cards, and the points of each kind of bonus.

    A kind of bonus that is not in `points_by_bonus` does not exist in the edition; a bonus worth 0 does. With
    `takes_in_any_order`, the Skull King also takes Pirates that are played after him. An edition that `has_tigress`
    has no Scary Mary, and an edition without the Tigress has. With `has_abilities`, some Pirates have an ability; with
    `can_destroy_tricks`, there are cards with which nobody wins the trick. An edition that `is_unproven` is known
    from other sources, not from its own rules.
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
        """All kinds of bonus that a seat may have beside its bid and tricks, whatever the scoring."""
        return frozenset(self.points_by_bonus) | (ABILITIES if self.has_abilities else frozenset())


def build_points(*fourteens: int, **others: int) -> dict[str, int]:
    """Return points by kind of bonus, in the order of a sheet."""
    return dict(zip(FOURTEENS, fourteens, strict=False)) | others


# The columns of the table in docs/reference/scoring.md, Skull King: Editions.
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
