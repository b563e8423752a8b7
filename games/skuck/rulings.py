"""Where the source of SKUCK is silent or unclear, and what is played (docs/reference/scoring.md, SKUCK: Rulings)."""

from __future__ import annotations

from games.problems import _
from games.rulings import AWARDS, NAMES, RANKING, Ruling

RULINGS = (
    Ruling(
        "S1",
        "bidding",
        _("Range of bids"),
        _("The source says nothing about the lowest and the highest bid."),
        _("Any number from 0 to 27 may be bid."),
    ),
    Ruling(
        "S2",
        "trump",
        _("Equal point counts"),
        _("The source says that twos decide, then threes, “etc.”"),
        _(
            "It goes on up to the aces, over the 18 counted cards, and is then left to the players. On a sheet with "
            "equal counts either may have named trump."
        ),
    ),
    Ruling(
        "S3",
        "match",
        _("Bonus beyond four zeros"),
        _("The source prints the bonus for one to four zeros."),
        _("It is z(z + 1)/2 for z zeros, in matches of any length."),
    ),
    Ruling(
        "S4",
        NAMES,
        _("Gaps between levels"),
        _(
            "The source prints levels with two decimals and leaves gaps, such as between -0.99 and -1, and at -5.00 "
            "exactly."
        ),
        _("Exact fractions are compared: -0.995 is Excellent, -1 is Very Good, -5 is Keep Trying."),
    ),
    Ruling(
        "S5",
        NAMES,
        _("Average bid of 13.5"),
        _("The source says that hawks are above and doves below."),
        _("Exactly 13.5 is neutral."),
    ),
    Ruling(
        "S6",
        "words",
        _("Click"),
        _("The source says that both bids total 27 and both are made."),
        _("It is enough that both are made, which is the same, as the tricks total 27."),
    ),
    Ruling(
        "S7",
        "penalties",
        _("Which miscount"),
        _("The source says first, second and third game."),
        _("The first, second and third miscount of the match count, in any game."),
    ),
    Ruling(
        "S8",
        "penalties",
        _("Where penalties go"),
        _("The source says how many demmies a penalty is, but not what they come off."),
        _("Their sum comes off the score of the match; zeros, bonus and boolie stay."),
    ),
    Ruling(
        "S9",
        "penalties",
        _("Third miscount"),
        _("The source says disqualification, half in jest."),
        _("It disqualifies."),
    ),
    Ruling(
        "S10",
        "penalties",
        _("Third renege"),
        _("The source calls disqualification optional."),
        _("Every renege from the second on costs 2."),
        option="third_renege_disqualifies",
    ),
    Ruling(
        "S11",
        "penalties",
        _("What disqualification does"),
        _("The source says nothing."),
        _("It ends the match, which the opponent wins."),
    ),
    Ruling(
        "S12",
        "penalties",
        _("Slow play"),
        _("The source says that a demmie for each game may be considered in tournaments."),
        _("Slow play costs nothing. Where it is penalised, it is at most once for each player and game."),
        option="time_penalties",
    ),
    Ruling(
        "S13",
        "penalties",
        _("Touching a card"),
        _("The source says that it must be played."),
        _("It has no score and is not on the sheet."),
    ),
    Ruling(
        "S14",
        RANKING,
        _("Ties in the standings"),
        _("The source says that the two highest and two lowest averages move, and nothing of ties."),
        _(
            "Unless the club ranks otherwise, zeros are compared, then the head-to-head record, then wins, then a lot."
        ),
    ),
    Ruling(
        "S15",
        AWARDS,
        _("Winning percentage"),
        _(
            "The source says that 6 wins and 2 losses are 75 per cent “for 2 matches”, though it speaks of matches, "
            "not games."
        ),
        _(
            "Matches won are divided by matches won and lost; draws are left out. A club can have the games counted."
        ),
    ),
    Ruling(
        "S16",
        AWARDS,
        _("Achievements"),
        _("The source's list can be read in part only: its 3rd, 5th and 7th entries."),
        _("The others are replaced: see A1."),
    ),
    Ruling(
        "S17",
        "words",
        _("Hail Mary time"),
        _("The source calls it a no trump call by a player who is 5 or more demmies behind, usually late."),
        _(
            "Sheets rarely have trump, so every game is marked before which a player is so far behind, by the games "
            "alone, without bonus and penalties. Its explanation says if no trump was called."
        ),
    ),
    Ruling(
        "S18",
        "trump",
        _("Which cards are counted"),
        _(
            "The source counts the hand and the “exposed board cards”; its picture calls only the four on top fully "
            "exposed."
        ),
        _("All eight face-up cards of the board count, also those at the bottom: 18 cards with the hand."),
    ),
    Ruling(
        "S19",
        "cards",
        _("Who deals the later games"),
        _("The source has the first deal cut for, and says nothing of the second to fourth game."),
        _("It is left to the players; taking turns is usual. Sheets do not record it."),
    ),
    Ruling(
        "A1",
        AWARDS,
        _("What is lost"),
        _(
            "The source has a list of achievements of which the 1st, 2nd, 4th, 6th and 8th can't be read. The 3rd, "
            "5th and 7th are the highest percentage of zeros, the best winning percentage and the most improved, each "
            "of the hawks."
        ),
        _(
            "Their evident counterparts are used: the best averages of hawks and doves, and the same three for doves."
        ),
    ),
    Ruling(
        "A2",
        AWARDS,
        _("Further awards"),
        _("The source has words for more than it lists."),
        _("Boolie, most clicks and master are awards, too."),
    ),
    Ruling(
        "A3",
        AWARDS,
        _("Four matches"),
        _("The source says “after 4 matches”."),
        _(
            "Unless the club asks for another number, four are needed, and fewer are accepted of players who had no "
            "more to play. As a closed season has no match without a result, it excludes no player there who has "
            "played once."
        ),
    ),
    Ruling(
        "A5",
        AWARDS,
        _("Style of an award"),
        _("The source says “over time”."),
        _("Awards take the whole record up to that season, the standings the season alone."),
    ),
    Ruling(
        "A7",
        AWARDS,
        _("Most improved"),
        _("The source compares wins and losses with the four matches before."),
        _(
            "The win rates of the last four and the four before are compared, by date, stage, round and table, across "
            "seasons; the rise must be more than 0."
        ),
    ),
    Ruling(
        "A8",
        AWARDS,
        _("Winning percentage of an award"),
        _("The source speaks of wins and losses."),
        _("Draws are left out, see S15."),
    ),
    Ruling(
        "A13",
        AWARDS,
        _("Levels in the standings"),
        _("The source speaks of averages of play."),
        _("In the standings forfeits and penalties are part of the average, and so of the level."),
    ),
)
