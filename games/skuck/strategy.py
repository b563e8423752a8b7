"""How to play SKUCK well (docs/reference/scoring.md, SKUCK: How to play well)."""

from __future__ import annotations

from typing import Any

from games.problems import _
from games.protocol import Section
from games.sections import SectionBuilder
from games.skuck.sheet import TRICKS

SUIT_CARDS = 13
EXAMPLE_SEEN = 8  # trumps that are seen before the first card is played
_SECTIONS = SectionBuilder(
    {"tricks": TRICKS, "suit": SUIT_CARDS, "seen": EXAMPLE_SEEN, "out": SUIT_CARDS - EXAMPLE_SEEN}
)
build_section = _SECTIONS.build_section


def build_strategy(_options: Any) -> tuple[Section, ...]:
    """Return the advice, which is the same with all options."""
    return (
        build_section(
            "board",
            _("Your board before your hand"),
            _(
                "Where you have a choice, play from the board. Diamonds are led, you want the trick, and hold the 8 of "
                "diamonds in hand with the 9 on top of a column: play the 9."
            ),
            _(
                "Don't empty your hand before your board. With only four top cards left to choose from, all of them in "
                "plain sight, you are at a great disadvantage."
            ),
            _(
                "Keep the four columns even. Each column that is used up is one choice less for the rest of the game."
            ),
            _(
                "When you lead, look at the other board first. A suit that none of its columns can follow has to come "
                "out of your opponent's hand."
            ),
        ),
        build_section(
            "control",
            _("Control both ends of a suit"),
            _(
                "With A K 5 4 3 2 of a suit you can win its tricks or lose them, as you need. Leave such a suit alone "
                "and keep it for the end game, or at least for as late as you can."
            ),
            _(
                "Say that these are your last six cards, the suit is not trump and has not been played, you are to "
                "lead and want two more tricks. Play the ace and the king, then leave the lead with a low card."
            ),
        ),
        build_section(
            "bids",
            _("High bids and low bids"),
            _(
                "Learn to see your own chance for a highball or a lowball. Five or more trumps in hand with more on "
                "the board, and winners in a second suit, take more tricks than the points tell. Four aces are 20 "
                "points, yet take four tricks: with many twos, threes and fours beside them, bid low."
            ),
            _(
                "Find out as early as you can which of the two your opponent has bid. Leads and discards tell: does "
                "your opponent throw high cards away, or want you to win tricks that you don't need? Then play for "
                "more or for fewer tricks yourself."
            ),
            _(
                "Hawks bid for as many tricks as they can make, and lowball less often. That is why it works when a "
                "Hawk does, with the right hand for it."
            ),
            _(
                "Hawks call their strongest suit. It is easier to control a game from strength than from weakness, and "
                "more tricks can be made in a long suit of trumps."
            ),
            _(
                "The danger of a lowball lies face down: turning over just a few high cards on your own board can sink "
                "it."
            ),
        ),
        build_section(
            "cards",
            _("Count the cards"),
            _(
                "Begin with trumps. Before the first card is played, count those in your hand, on your board and on "
                "the other board. If {seen} of the {suit} are seen, {out} are out, and they are in three places: face "
                "down on your board, face down on the other one, and in your opponent's hand. Take one off for each "
                "that shows, down to none."
            ),
            _("When you can follow one suit to the end, take on a second, and later the others."),
        ),
        build_section(
            "points",
            _("Count the points"),
            _(
                "Your opponent has told you a point count. Take off the points that are face up on the other board and "
                "those that are played from the hand: what remains is still in your opponent's hand."
            ),
            _(
                "The 52 cards have 60 points. Those that neither of you has counted lie face down on the two boards."
            ),
            _(
                "Then work out which cards make up the points that are missing, with what you have seen. If 5 points "
                "are left, they are one of these:"
            ),
            items=(
                _("an ace"),
                _("a king and a ten"),
                _("a queen and a jack"),
                _("a queen and two tens"),
                _("two jacks and a ten"),
                _("a jack and three tens"),
            ),
        ),
        build_section(
            "club-jack",
            _("The jack of clubs"),
            _(
                "It is a trick by itself for the player who wins it. If you are winning too many, throw it away on a "
                "spade, diamond or heart that you can't follow, even where clubs are trump."
            ),
        ),
    )
