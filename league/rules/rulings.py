"""What standings and awards go by where no game's source says it.

See docs/reference/ranking.md, Rulings; docs/reference/awards.md, Rulings.
"""

from games.problems import _
from games.rulings import AWARDS, FILES, FORFEIT, RANKING, SEASON, Ruling

AWARD_RULINGS = (
    Ruling(
        "A4",
        AWARDS,
        _("Forfeits"),
        _("No source speaks of them."),
        _("Only played matches count, so that no award is won or lost by an absence."),
    ),
    Ruling(
        "A6",
        AWARDS,
        _("The record"),
        _("No source says how far back it goes."),
        _(
            "It has all seasons of the competition up to that one that have been opened and played the same game, "
            "closed or still open."
        ),
    ),
    Ruling(
        "A9",
        AWARDS,
        _("Shared awards"),
        _("No source speaks of them."),
        _("All players with the highest figure share it."),
    ),
    Ruling(
        "A10",
        AWARDS,
        _("Substitutes"),
        _("No source speaks of them."),
        _(
            "An award is the entry's: a substitute's matches count for the original player. Statistics and records "
            "are the substitute's."
        ),
    ),
    Ruling(
        "A11",
        AWARDS,
        _("Several games"),
        _("No source speaks of a competition that has changed its game."),
        _(
            "The styles of awards, improvement and records are of one game, and a game's own figures are not added up "
            "across games."
        ),
    ),
    Ruling(
        "A12",
        AWARDS,
        _("Seasons out of turn"),
        _("No source speaks of them."),
        _("Later results in an earlier season change the awards of later seasons."),
    ),
)

RANKING_RULINGS = (
    Ruling(
        "R1",
        RANKING,
        _("Tie-breaks"),
        _("No source says what separates equal averages or scores."),
        _("The tie-breaks of the competition do, in their order; each game proposes some."),
    ),
    Ruling(
        "R2",
        RANKING,
        _("Shared ranks"),
        _("No source speaks of them."),
        _(
            "Players whom no tie-break separates share a rank (1, 1, 3). A lot is drawn only where they "
            "would move differently."
        ),
    ),
    Ruling(
        "R3",
        FORFEIT,
        _("Forfeits"),
        _("No source speaks of absent players."),
        _(
            "They lose the match, with the score that the competition sets for each deal. By default that "
            "is the upper end of the game's lowest level; in games without levels it is the loss alone."
        ),
    ),
    Ruling(
        "R4",
        FORFEIT,
        _("Walkovers"),
        _("No source speaks of them."),
        _("The player who came wins, without a score or deals, so that no average rises or falls."),
    ),
    Ruling(
        "R5",
        FORFEIT,
        _("Several present"),
        _("No source speaks of larger tables at which a player is absent."),
        _("The players who came draw. With points for places each gets those of the first place."),
    ),
    Ruling(
        "R6",
        RANKING,
        _("Average without deals"),
        _("No source says how a player with only walkovers is compared."),
        _("The average counts as the score of a forfeited deal (0 where there is none), and none is shown."),
    ),
    Ruling(
        "R7",
        FORFEIT,
        _("No fixed number of deals"),
        _("A score for each missed deal needs a number of deals."),
        _("Where a match has no fixed number, an absent player gets neither a score nor deals."),
    ),
    Ruling(
        "R8",
        RANKING,
        _("Draws"),
        _("A winning percentage is of wins and losses, and no source says what a draw is."),
        _("Draws are left out. A player with only draws has no percentage, and is ranked lowest by it."),
    ),
    Ruling(
        "R9",
        RANKING,
        _("Head-to-head among several"),
        _("No source speaks of it, and custom differs."),
        _("The whole tied group is compared at once, wins before score, and not again for a smaller group."),
    ),
    Ruling(
        "R10",
        RANKING,
        _("Head-to-head at larger tables"),
        _("No source speaks of it."),
        _(
            "Wins and whole scores count of tables where two of the tied players met, no matter who else "
            "sat there."
        ),
    ),
    Ruling(
        "R11",
        RANKING,
        _("Lots"),
        _("No source speaks of them."),
        _("They are drawn by SHA-256 from a public number, so that the draw can be repeated."),
    ),
    Ruling(
        "R12",
        RANKING,
        _("Points for places"),
        _(
            "Win, draw and loss say little of a table of four. Where points are given for places, it is a "
            "custom to divide those of shared places."
        ),
        _(
            "A club can set points for each place, by size of table. Players who share a place each get "
            "all its points."
        ),
    ),
    Ruling(
        "R13",
        FORFEIT,
        _("Points of an absent player"),
        _("No source speaks of points for places."),
        _("An absent player gets 0, and no more than the last place, so that absence never pays."),
    ),
    Ruling(
        "R14",
        RANKING,
        _("Penalties and figures"),
        _("No source speaks of a committee's penalties."),
        _("They are taken from score and points, not from the game's own figures, head-to-head or awards."),
    ),
    Ruling(
        "R15",
        SEASON,
        _("Rules in force"),
        _("No source speaks of rules that change."),
        _("A season keeps the game, options, rules and lot it was opened with."),
    ),
    Ruling(
        "R16",
        FILES,
        _("Equal revisions"),
        _("Two files may differ under the same revision of a match."),
        _("The second is refused (other-content). An equal one is no change."),
    ),
    Ruling(
        "R17",
        FILES,
        _("Imported nights"),
        _("A spreadsheet may hold another result than the match has."),
        _("No result is overwritten: the same one is no change, a different one refuses the whole file."),
    ),
    Ruling(
        "R18",
        FILES,
        _("Generations"),
        _("A reopened season takes back what closing decided of a match."),
        _(
            "The match counts its revisions from 1 again, so that closing and reopening leave no trace in "
            "a file. A file exported while the season was closed can then import its decided results "
            "again."
        ),
    ),
    Ruling(
        "R19",
        FILES,
        _("Substitutes to come"),
        _("A file may name the players of a match that is still to be played (sat)."),
        _("They are the coming substitutes, and are kept when closing forfeits or voids the match."),
    ),
    Ruling(
        "R20",
        SEASON,
        _("Substitute for the rest"),
        _("No source speaks of substitutes."),
        _(
            "A substitute for the rest of a season is left out of matches in which they would meet "
            "themselves, and of those during which they sit at another table. For a single match they can "
            "still be named then, as it may already have been played so."
        ),
    ),
    Ruling(
        "R21",
        SEASON,
        _("Withdrawals"),
        _(
            "No source speaks of them, and there are two customs: to keep the results of a player who "
            "withdraws, or to remove them."
        ),
        _("Both are there, and one is recommended by the share of matches played."),
    ),
    Ruling(
        "R22",
        SEASON,
        _("Withdrawal at a larger table"),
        _("The others could play a match without the player who has withdrawn."),
        _("The whole match is forfeited if results are kept, and void if they are removed."),
    ),
    Ruling(
        "R23",
        FILES,
        _("Left by a file"),
        _("A file may say that a player has left."),
        _("That decides no match."),
    ),
    Ruling(
        "R24",
        FILES,
        _("Reasons"),
        _("Penalties and other decisions have reasons."),
        _("A file holds those of penalties only. An empty one is written as an empty text."),
    ),
    Ruling(
        "R25",
        SEASON,
        _("When an entered result counts"),
        _("Standings can be shown as of a day."),
        _(
            "A result entered here counts from the day it was entered, as the pages showed it then. An "
            "imported one counts from the day it was played, as a file does not say when it was entered."
        ),
    ),
    Ruling(
        "R26",
        FILES,
        _("Variants of a club"),
        _("A file may hold variants of the club."),
        _("They can be chosen. A competition copies their options, so that no result depends on them."),
    ),
    Ruling(
        "R27",
        FILES,
        _("Days of an imported season"),
        _("A file has no days of opening and closing."),
        _(
            "The first and last day of the season are used (starts_on, ends_on) whenever a file changes "
            "the record of a season, also of one opened here."
        ),
    ),
    Ruling(
        "R28",
        FILES,
        _("Penalties of two origins"),
        _("A file may be older than a penalty that was recorded here."),
        _(
            "It replaces penalties from earlier files, but not those recorded here: otherwise an older "
            "copy would undo them silently."
        ),
    ),
)
