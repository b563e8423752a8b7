"""The rules of SKUCK for new players (docs/reference/scoring.md, SKUCK)."""

from __future__ import annotations

from fractions import Fraction

from games.problems import Text, _
from games.protocol import Section, Term, find_level
from games.sections import SectionBuilder
from games.skuck.drawings import draw_boards
from games.skuck.options import describe_deals, describe_third_renege, describe_time_penalties
from games.skuck.scoring import LEVELS, PENALTY_COSTS, compute_zero_bonus, score_deal
from games.skuck.sheet import TRICKS, Options
from games.skuck.terms import CLICK, FREEWHEELER, HAIL_MARY

EXAMPLE_AVERAGE = Fraction(-3, 4)
EXAMPLE_LEVEL = find_level(LEVELS, EXAMPLE_AVERAGE)
# The values of the placeholders in the sentences below.
SENTENCE_VALUES: dict[str, int | str | Fraction] = {
    "tricks": TRICKS,
    "bid": 14,
    "taken": 16,
    "off": score_deal(14, 16),
    "miscount": PENALTY_COSTS["miscount"][0],
    "second_miscount": PENALTY_COSTS["miscount"][1],
    "renege": PENALTY_COSTS["renege"][0],
    "second_renege": PENALTY_COSTS["renege"][1],
    "further_renege": PENALTY_COSTS["renege"][-1],
    "time": PENALTY_COSTS["time"][0],
    "score": EXAMPLE_AVERAGE.numerator,
    "games": EXAMPLE_AVERAGE.denominator,
    "average": EXAMPLE_AVERAGE,
    "grade": EXAMPLE_LEVEL.grade if EXAMPLE_LEVEL else "",
}

_SECTIONS = SectionBuilder(SENTENCE_VALUES)
build_text, build_section = _SECTIONS.build_text, _SECTIONS.build_section

# --- the rules


def build_rules(options: Options) -> tuple[Section, ...]:
    return (
        build_section(
            "aim",
            _("The game in short"),
            _(
                "SKUCK is a card game for two, invented by Ron and Sue Craig. In each game both players secretly bid "
                "how many of the {tricks} tricks they will take. The aim is to take exactly that many: each trick too "
                "many or too few costs a point, a demmie."
            ),
            describe_deals(options.deals),
        ),
        build_section(
            "cards",
            _("Cards, boards and the deal"),
            _(
                "All 52 cards are in play, and aces are high. Each player has 26 of them: a hand of 10, "
                "which no player "
                "else sees, and a board of 16 on the table."
            ),
            _(
                "A board is four columns of four overlapping cards: one face up at the bottom, two face down on it, "
                "one face up on top. So half of a board can be seen, and only the top card of a column can be played."
            ),
            _("Both players cut. The higher card deals; if they are equal, both cut again."),
            _(
                "The boards come first, row by row and one card to each player in turn, beginning with the player who "
                "does not deal, Player B in the picture: the face-up cards that begin the columns, two rows face down, "
                "then the face-up row on top. The hands follow."
            ),
            drawings=(draw_boards(),),
        ),
        build_section(
            "trump",
            _("Points, trump and the first lead"),
            _(
                "Both players count the 18 cards they know, their hand and the face-up cards of their own board: an "
                "ace is 5 points, a king 4, a queen 3, a jack 2, a ten 1. Each tells the other the total."
            ),
            _(
                "The player with fewer points names trump, which is a suit or no trump. If the points are equal, it is "
                "the player with more twos among those cards, or else more threes, and so on up to the aces."
            ),
            _(
                "The other player leads to the first trick. Only where the points are 12 or more apart, the player who "
                "named trump chooses who leads."
            ),
        ),
        build_section(
            "bidding",
            _("Bidding"),
            _(
                "When trump is named, each player silently writes down how many tricks they will take, from 0 to "
                "{tricks}. Bids stay secret until the last card is played, and the two need not fit together."
            ),
        ),
        build_section(
            "play",
            _("Play"),
            _(
                "A trick is one card from each player, out of the hand or from the top of a column of the board. "
                "A player who has a card of the suit that was led, in hand or on top of the board, has to play one. "
                "Without one, a player may trump or throw any card away."
            ),
            _(
                "The higher trump takes the trick; without one, the higher card of the suit that was led. A face-down "
                "card that is now on top of its column is turned up. The winner leads to the next trick."
            ),
            _(
                "The jack of clubs is one more trick for the player who wins it, welcome or not: that makes "
                "{tricks} instead "
                "of 26. It cannot be used to trump, even where clubs are trump."
            ),
            _(
                "Tricks that have been taken lie face down, best in piles of six, which are quickly counted. Only the "
                "last one may be looked at again."
            ),
        ),
        build_section(
            "score",
            _("What a game is worth"),
            _(
                "Taking as many tricks as bid is a zero, and nothing is better. Otherwise the score is minus the "
                "difference: a bid of {bid} that takes {taken} tricks is worth {off}, and so is a bid of {taken} that "
                "takes {bid}."
            ),
        ),
        build_section(
            "match",
            _("What a match is worth"),
            _(
                "The score of a match is the sum of its games, plus the bonus, less any penalties. The higher score "
                "wins. If both are equal, more zeros win; if those are equal too, the match is drawn."
            ),
            _(
                "The average is the score divided by the number of games. A score of {score} in {games} games is an "
                "average of {average}, and its grade is {grade}."
            ),
            _("The bonus is one for the whole match, by how many zeros a player has in it:"),
            items=list_bonuses(options.deals),
        ),
        build_section(
            "penalties",
            _("Penalties"),
            _(
                "Penalties come off the score of the match, and a zero stays a zero. A disqualification ends the match "
                "at once: it is lost, whatever the score."
            ),
            items=(
                build_text(
                    _(
                        "Points counted wrongly cost {miscount}, the second time in a match {second_miscount} more. "
                        "The third time disqualifies."
                    )
                ),
                build_text(
                    _(
                        "A renege, which is not following suit when one could, costs {renege}; the second in a match "
                        "{second_renege} more."
                    )
                ),
                describe_third_renege(options.third_renege_disqualifies),
                describe_time_penalties(options.time_penalties),
                build_text(
                    _("A player who touches a card of their board has to play it. That costs no points.")
                ),
            ),
        ),
        build_section("words", _("Words of the game"), items=GLOSSARY),
    )


def list_bonuses(deals: int) -> tuple[Text, ...]:
    """Return the bonus for each of the first few zeros, and a sentence for the others."""
    singular, plural = _("1 zero: {bonus}"), _("{zeros} zeros: {bonus}")
    first = range(1, min(deals, 6) + 1)
    listed = tuple(
        build_text(singular if zeros == 1 else plural, zeros=zeros, bonus=compute_zero_bonus(zeros))
        for zeros in first
    )
    return (
        listed
        if deals <= 6
        else (*listed, build_text(_("The next zero adds 7, the one after it 8, and so on.")))
    )


def build_entry(term: Term) -> Text:
    return build_text(_("{term}: {means}"), term=Text(term.label), means=term.means)


GLOSSARY = (
    build_text(_("Game: the play of all 52 cards. Match: the games that are scored together.")),
    build_text(_("Zero, or plussie: a game in which a player takes exactly as many tricks as bid.")),
    build_text(_("Demmie, or neggie: a point lost.")),
    build_text(_("Boolie: a match in which every game of a player is a zero.")),
    build_entry(CLICK),
    build_entry(FREEWHEELER),
    build_text(_("Hawk: a player who bids high. Dove: a player who bids low and ducks.")),
    build_text(_("Highball, lowball: a bid far above, or below, what the points make one expect.")),
    build_text(
        _(
            "Psychic bid: a highball or lowball because of how the cards lie. Long suits take more tricks than their "
            "points tell; four aces are 20 points, and take only four."
        )
    ),
    build_text(
        _("Floater: a player who now and then names a weak suit as trump, as if it were a strong one.")
    ),
    build_entry(HAIL_MARY),
    build_text(_("Beginning, middle and end game: the first nine tricks, the next nine, and the rest.")),
    build_text(
        _(
            "Control: towards the end of a game, being able to choose whether to win tricks or lose them, as the bid "
            "asks."
        )
    ),
    build_text(
        _("Control cards: high or low cards kept to the end, to take the lead or lose it as the bid asks.")
    ),
)
