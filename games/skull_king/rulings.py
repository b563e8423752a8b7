"""Where the sources of Skull King are silent or unclear, and what is played.

See docs/reference/scoring.md, Skull King: Rulings.
"""

from __future__ import annotations

from games.problems import _
from games.rulings import Ruling
from games.skull_king.editions import MAX_SEATS
from games.skull_king.sheet import Options, get_edition


def is_rascal_with_abilities(options: Options) -> bool:
    return options.scoring == "rascal" and get_edition(options).has_abilities


RULINGS = (
    Ruling(
        "K1",
        "cards",
        _("Which edition"),
        _("The source names neither its edition nor the number of Escapes."),
        _(
            "It is taken for one before 2018, without Mermaids and Loot, with bonuses for the yellow and the black 14 "
            "only, and with 5 Escapes: 68 cards in all."
        ),
        option="edition",
    ),
    Ruling(
        "K2",
        "match",
        _("Equal totals"),
        _("The source says nothing of ties; in the booklet of 2021 tied players play another round."),
        _("They share the place."),
        option="another_round",
    ),
    Ruling(
        "K3",
        "bonus",
        _("The Tigress"),
        _("The source does not say whether the Tigress, played as a Pirate, is worth 30 to the Skull King."),
        _("She is, as in the publisher's answers. So up to six Pirates can be taken."),
        applies=lambda options: get_edition(options).has_tigress,
    ),
    Ruling(
        "K4",
        "bonus",
        _("Scary Mary"),
        _("The Schmidt edition's text counts her for the 30 even if she was played as an Escape."),
        _("So it is played."),
        applies=lambda options: not get_edition(options).has_tigress,
    ),
    Ruling(
        "K5",
        "bonus",
        _("Whose bonus"),
        _("The source's example names two different players for the same Pirate."),
        _("Every bonus is the winner's of the trick, if the bid earns it."),
    ),
    Ruling(
        "K6",
        "bonus",
        _("Pirates after the Skull King"),
        _("The source pays only for Pirates played before him, later editions for all."),
        _("The number on the sheet counts; the order can't be checked."),
    ),
    Ruling(
        "K7",
        "bonus",
        _("One Skull King"),
        _("The source has one Skull King, who lies in one trick."),
        _(
            "Only one seat takes Pirates in a round, and no Mermaid takes him in that round. With Skull King, Pirate "
            "and Mermaid in one trick the Mermaid wins and only the Skull King is paid."
        ),
    ),
    Ruling(
        "K8",
        "bonus",
        _("Loot and wagers with the Rascal's scoring"),
        _(
            "The text of the scoring says that bonuses follow the share, the publisher's answers that Loot and wagers "
            "need an exact bid."
        ),
        _("The answers are followed."),
        applies=is_rascal_with_abilities,
    ),
    Ruling(
        "K9",
        "score",
        _("Missed cannonball"),
        _("The text of the scoring makes a missed cannonball worth 0."),
        _("A lost wager still comes off, so the round may be negative."),
        applies=is_rascal_with_abilities,
    ),
    Ruling(
        "K10",
        "more",
        _("Changed bids"),
        _("The booklet of 2021 lets Harry the Giant change a bid at the end."),
        _("Only the changed bid is scored, so a bid lowered to 0 is a bid of 0."),
        applies=lambda options: get_edition(options).has_abilities,
    ),
    Ruling(
        "K11",
        "aim",
        _("Eight players"),
        _("The booklet of 2021 deals 8 cards in the last two rounds of a game of ten."),
        _("At a table of eight each player is dealt at most 8, in any schedule."),
        applies=lambda options: get_edition(options).max_seats == MAX_SEATS,
    ),
    Ruling(
        "K12",
        "bonus",
        _("The edition of 2018"),
        _("Its bonuses are known from other programs only."),
        _("Its variant is marked as reconstructed."),
        applies=lambda options: get_edition(options).is_unproven,
    ),
)
