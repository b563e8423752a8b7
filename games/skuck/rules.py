"""How SKUCK is played, for those who never have (scoring.md 1)."""

from __future__ import annotations

from fractions import Fraction

from games.figures import fraction_text
from games.problems import Text, _
from games.protocol import Section, level_of
from games.skuck.scoring import COSTS, LEVELS, deal_score, zero_bonus
from games.skuck.sheet import TRICKS, Options

AVERAGE = Fraction(-3, 4)
LEVEL = level_of(LEVELS, AVERAGE)
# What the sentences below name.
FACTS: dict[str, int | str] = {
    "tricks": TRICKS,
    "bid": 14,
    "taken": 16,
    "off": deal_score(14, 16),
    "miscount": COSTS["miscount"][0],
    "second_miscount": COSTS["miscount"][1],
    "renege": COSTS["renege"][0],
    "second_renege": COSTS["renege"][1],
    "further_renege": COSTS["renege"][-1],
    "time": COSTS["time"][0],
    "score": AVERAGE.numerator,
    "games": AVERAGE.denominator,
    "average": fraction_text(AVERAGE) or "",
    "grade": LEVEL.grade if LEVEL else "",
}


def say(template: str, **more: int | str) -> Text:
    return Text(template, FACTS | more)


def section(key: str, heading: str, *paragraphs: str | Text, items: tuple[Text, ...] = ()) -> Section:
    said = tuple(part if isinstance(part, Text) else say(part) for part in paragraphs)
    return Section(key, say(heading), said, items)


# --- what each option says


def match_length(deals: int) -> Text:
    return say(_("A match is one game.") if deals == 1 else _("A match has {deals} games."), deals=deals)


def third_renege(disqualifies: bool) -> Text:
    without = _("A third renege in a match, and each further one, costs {further_renege}.")
    return say(_("A third renege in a match disqualifies.") if disqualifies else without)


def slow_play(penalised: bool) -> Text:
    with_it = _("Each player has 5 minutes a game; whoever takes longer loses {time}, once a game.")
    return say(with_it if penalised else _("Slow play costs nothing."))


OPTION_WORDS = {
    "deals": match_length,
    "third_renege_disqualifies": third_renege,
    "time_penalties": slow_play,
}

# --- the rules


def rules(options: Options) -> tuple[Section, ...]:
    return (
        section(
            "aim",
            _("The game in short"),
            _(
                "SKUCK is a card game for two, invented by Ron and Sue Craig. In each game both players secretly bid "
                "how many of the {tricks} tricks they will take. The aim is to take exactly that many: each trick too "
                "many or too few costs a point, a demmie."
            ),
            match_length(options.deals),
        ),
        section(
            "cards",
            _("Cards, boards and the deal"),
            _(
                "All 52 cards are in play, and aces are high. Each player has 26 of them: a hand of 10, which nobody "
                "else sees, and a board of 16 on the table."
            ),
            _(
                "A board is four columns of four overlapping cards: one face up at the bottom, two face down on it, "
                "one face up on top. So half of a board can be seen, and only the top card of a column can be played."
            ),
            _("Both players cut. The higher card deals; if they are equal, both cut again."),
            _(
                "The boards come first, row by row and one card to each player in turn: the face-up cards that begin "
                "the columns, two rows face down, then the face-up row on top. The hands follow."
            ),
        ),
        section(
            "trump",
            _("Points, trump and the first lead"),
            _(
                "Both players count the 18 cards they know, their hand and the face-up cards of their own board: an "
                "ace is 5 points, a king 4, a queen 3, a jack 2, a ten 1. Each tells the other the total."
            ),
            _(
                "The player with fewer points names trump, which is a suit or no trump. If the points are equal, it is "
                "whoever has more twos among those cards, or else more threes, and so on up to the aces."
            ),
            _(
                "The other player leads to the first trick. Only where the points are 12 or more apart, the player who "
                "named trump chooses who leads."
            ),
        ),
        section(
            "bidding",
            _("Bidding"),
            _(
                "When trump is named, each player silently writes down how many tricks they will take, from 0 to "
                "{tricks}. Bids stay secret until the last card is played, and the two need not fit together."
            ),
        ),
        section(
            "play",
            _("Play"),
            _(
                "A trick is one card from each player, out of the hand or from the top of a column of the board. "
                "Whoever has a card of the suit that was led, in hand or on top of the board, has to play one. "
                "Whoever has none may trump or throw any card away."
            ),
            _(
                "The higher trump takes the trick; without one, the higher card of the suit that was led. A face-down "
                "card that is now on top of its column is turned up. The winner leads to the next trick."
            ),
            _(
                "The jack of clubs is one more trick for whoever wins it, welcome or not: that makes {tricks} instead "
                "of 26. It cannot be used to trump, even where clubs are trump."
            ),
            _("Tricks that have been taken lie face down. Only the last one may be looked at again."),
        ),
        section(
            "score",
            _("What a game is worth"),
            _(
                "Taking as many tricks as bid is a zero, and nothing is better. Otherwise the score is minus the "
                "difference: a bid of {bid} that takes {taken} tricks is worth {off}, and so is a bid of {taken} that "
                "takes {bid}."
            ),
        ),
        section(
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
            items=bonuses(options.deals),
        ),
        section(
            "penalties",
            _("Penalties"),
            _(
                "Penalties come off the score of the match, and a zero stays a zero. A disqualification ends the match "
                "at once: it is lost, whatever the score."
            ),
            items=(
                say(
                    _(
                        "Points counted wrongly cost {miscount}, the second time in a match {second_miscount} more. "
                        "The third time disqualifies."
                    )
                ),
                say(
                    _(
                        "A renege, which is not following suit when one could, costs {renege}; the second in a match "
                        "{second_renege} more."
                    )
                ),
                third_renege(options.third_renege_disqualifies),
                slow_play(options.time_penalties),
                say(_("Whoever touches a card of their board has to play it. That costs no points.")),
            ),
        ),
        section("words", _("Words of the game"), items=WORDS_OF_THE_GAME),
    )


def bonuses(deals: int) -> tuple[Text, ...]:
    """The first few in numbers, the others in a sentence."""
    one, several = _("1 zero: {bonus}"), _("{zeros} zeros: {bonus}")
    first = range(1, min(deals, 6) + 1)
    listed = tuple(
        say(one if zeros == 1 else several, zeros=zeros, bonus=zero_bonus(zeros)) for zeros in first
    )
    return listed if deals <= 6 else (*listed, say(_("The next zero adds 7, the one after it 8, and so on.")))


WORDS_OF_THE_GAME = (
    say(_("Game: the play of all 52 cards. Match: the games that are scored together.")),
    say(_("Zero, or plussie: a game in which a player takes exactly as many tricks as bid.")),
    say(_("Demmie, or neggie: a point lost.")),
    say(_("Boolie: a match in which every game of a player is a zero.")),
    say(_("Click: a game in which both players make their bids, which then total {tricks}.")),
    say(
        _(
            "Freewheeler: a game in which both players' points together are under 20. Most high cards lie face down, "
            "and nobody knows whose they are."
        )
    ),
    say(_("Hawk: a player who bids high. Dove: a player who bids low and ducks.")),
    say(_("Highball, lowball: a bid far above, or below, what the points make one expect.")),
    say(
        _(
            "Psychic bid: a highball or lowball because of how the cards lie. Long suits take more tricks than their "
            "points tell; four aces are 20 points, and take only four."
        )
    ),
    say(_("Floater: a player who now and then names a weak suit as trump, as if it were a strong one.")),
    say(
        _(
            "Hail Mary time: being 5 or more behind, above all late in a match. A call of no trump then promises the "
            "large swings that could still turn it."
        )
    ),
    say(_("Beginning, middle and end game: the first nine tricks, the next nine, and the rest.")),
    say(_("Control cards: high or low cards kept to the end, to take the lead or lose it as the bid asks.")),
)
