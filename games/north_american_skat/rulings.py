"""Where the source of North American Skat is silent or unclear, and what is played.

See docs/reference/scoring.md, North American Skat: Rulings; docs/reference/scoring.md, Skat: Rulings.
"""

from __future__ import annotations

from games.problems import _
from games.rulings import Ruling
from games.skat.ramsch import RAMSCH
from games.skat.rulings import build_shared_rulings

OWN_RULINGS = (
    Ruling(
        "N1",
        "loss",
        _("Game not made"),
        _("The source says in one place that the full value is lost, in four others the base value."),
        _("The base is lost. Other sources use the full value."),
        option="loss_basis",
    ),
    Ruling(
        "N2",
        "loss",
        _("Two reasons to double"),
        _(
            "The source says “double the base” for fewer than 31 card points, for Gucki Grand and for the second "
            "turn, and nothing of two at once."
        ),
        _("It is doubled once."),
        option="stacking",
    ),
    Ruling(
        "N3",
        "loss",
        _("Overbid, and the bid is a multiple"),
        _("The source says the next multiple higher than the bid."),
        _("That is followed literally. Other sources use the multiple that reaches the bid."),
        option="overbid",
    ),
    Ruling(
        "N4",
        "loss",
        _("Value below the bid"),
        _("The source says once that the base is lost, and in detail that the next multiple is."),
        _("The multiple is lost, as in the source's worked example (Spade Solo, bid 24, value 22: -33)."),
    ),
    Ruling(
        "N5",
        "loss",
        _("Not made, and overbid as well"),
        _("The source gives the rule for overbidding only for a game that was made."),
        _("The rule for a game not made applies."),
    ),
    Ruling(
        "N6",
        "loss",
        _("Which multipliers a failed announcement costs"),
        _("The source says “all applicable multipliers”."),
        _("All that were announced count: with n matadors n + 3 for Schneider, n + 5 for Schwarz."),
    ),
    Ruling(
        "N7",
        "loss",
        _("Failed announcement, and not made as well"),
        _("The source does not say which counts."),
        _("The rule for the announcement applies, and fewer than 31 card points do not double it."),
    ),
    Ruling(
        "N8",
        "loss",
        _("Failed announcement in a Gucki Grand or on the second turn"),
        _("The source doubles other losses there and says nothing of this one."),
        _("It is doubled, too."),
        option="fail_double",
    ),
    Ruling(
        "N9",
        "loss",
        _("Promised value below the bid"),
        _("The source says nothing."),
        _("The next multiple above the bid is lost, always strictly above, and only if there is a bid."),
    ),
    Ruling(
        "N10",
        "value",
        _("Schwarz without an announcement"),
        _(
            "The source says that any multiplier earlier in the list is earned too, which would include Schneider "
            "announced; its example adds only what was achieved."
        ),
        _("It adds 3, what was achieved."),
        option="schwarz",
    ),
    Ruling(
        "N11",
        "loss",
        _("Lost Gucki Nullo"),
        _("The source doubles only Gucki Grand."),
        _("It is not doubled."),
        option="gucki_nullo_double",
        applies=lambda options: bool(options.gucki_nullo),
    ),
    Ruling(
        "N12",
        "value",
        _("Grand Ouvert"),
        _("The source does not say whether it needs every trick."),
        _("It needs all ten, and counts as Schwarz announced."),
        option="grand_ouvert",
    ),
    Ruling(
        "N13",
        "games",
        _("Grand Tournée on the second turn"),
        _("The source speaks of “Tournee”."),
        _("The second turn is possible, and costs double, in both Tournées."),
    ),
    Ruling(
        "N14",
        "loss",
        _("Leader without a bid"),
        _("The source says that there is no bid to reach."),
        _("The rule for overbidding is left out. A Gucki Grand that is lost is still doubled."),
        applies=lambda options: options.all_pass != RAMSCH,
    ),
    Ruling(
        "N15",
        "play",
        _("Announcements with the skat"),
        _("The source forbids them for its international variant only."),
        _("They are allowed in every suit game and grand but Grand Ouvert."),
    ),
    Ruling(
        "N16",
        "ramsch",
        _("Least recent trick"),
        _("The source gives a tie in Ramsch to “the least recent trick”."),
        _("Each player's last trick is compared, and the earlier one wins."),
        applies=lambda options: options.all_pass != RAMSCH,
    ),
    Ruling(
        "N17",
        "ramsch",
        _("No trick in a Ramsch"),
        _("The source gives 20 to a player without a trick, and a tie of two to the older trick."),
        _(
            "The 20 are won only if no player has fewer card points, and of two who tie by the one without a trick."
        ),
        applies=lambda options: options.all_pass != RAMSCH,
    ),
    Ruling(
        "N18",
        "ramsch",
        _("Every trick in a Ramsch"),
        _("The source gives -30 to that player and says nothing of the two others, who took no trick."),
        _("They win nothing."),
        option="sweep_others",
        applies=lambda options: options.all_pass != RAMSCH,
    ),
    Ruling(
        "N19",
        "bidding",
        _("When all pass"),
        _("The source describes both a Leader who must play and a Ramsch."),
        _("The Leader plays."),
        option="all_pass",
    ),
    Ruling(
        "N20",
        "cards",
        _("Rank of the ten"),
        _(
            "The source ranks the ten below the queen, and its example (four jacks, ace, ten and seven: with 5) fits "
            "that; other sources rank it second."
        ),
        _("It is below the queen, and counts 10 card points either way."),
        option="rank_order",
    ),
    Ruling(
        "N21",
        "games",
        _("Second turn"),
        _("The source's table and penalties name it, but its description could not be read."),
        _(
            "It is taken to be the turning of the other card of the skat; the sheet only records whether it was used."
        ),
    ),
    Ruling(
        "N22",
        "loss",
        _("Räuber Skat and Standard Skat"),
        _(
            "The source names both as played like “the original” and “classic” Skat, which may be this game or the "
            "International one, and its lists of differences could not be read."
        ),
        _(
            "Both games have both as reconstructed variants. In this one, each lost game of Räuber Skat costs double, "
            "as in a variation that Foster's Complete Hoyle describes, in which the highest bidder always sees the "
            "skat; there an announced Schneider doubles the value as well, and an announced Schwarz trebles it, which "
            "is not played here. In Standard Skat a lost game costs its full value, and an overbid one the multiple "
            "that reaches the bid."
        ),
        applies=lambda options: (
            options.losses_double or (options.loss_basis, options.overbid) == ("full", "ge")
        ),
    ),
)
RULINGS = (*build_shared_rulings("value"), *OWN_RULINGS)
