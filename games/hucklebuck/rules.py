"""The rules of Hucklebuck for new players (docs/reference/scoring.md, Hucklebuck)."""

from __future__ import annotations

from games.hucklebuck.options import describe_floor, describe_no_trick_penalty, describe_target
from games.hucklebuck.scoring import compute_score_after
from games.hucklebuck.sheet import MAX_SEATS, MIN_PLAYING, MIN_SEATS, TRICKS, Options, compute_max_out
from games.problems import Text, _
from games.protocol import Section
from games.sections import SectionBuilder

CARDS = 52
# The values of the placeholders in the sentences below.
SENTENCE_VALUES: dict[str, int | str] = {
    "fewest": MIN_SEATS,
    "most": MAX_SEATS,
    "tricks": TRICKS,
    "start": 2,  # the score, before the hand, of the example's player who takes no trick
    "in": MIN_PLAYING,
    # Tables at which the stock may not be enough, and how many cards it has, with the turned one.
    "many": MAX_SEATS,
    "left": CARDS - MAX_SEATS * TRICKS,
    "wanted": MIN_PLAYING * TRICKS,
    "fewer": MAX_SEATS - 1,
    "more_left": CARDS - (MAX_SEATS - 1) * TRICKS,
    "more_wanted": (MAX_SEATS - 1) * TRICKS,
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
                "Hucklebuck is a trick-taking game for {fewest} to {most}, each for themselves. A hand is soon played: "
                "it has only {tricks} tricks, and each of them is a point. A player who plays a hand should "
                "take at least "
                "one."
            ),
            describe_target(options.target),
        ),
        build_section(
            "cards",
            _("Cards and trump"),
            _(
                "There are 52 cards, with the ace high in every suit. Each player is dealt {tricks} of them. The "
                "others are the stock, face down; its top card is turned over, and the suit of that card is trump."
            ),
        ),
        build_section(
            "out",
            _("In or out"),
            _(
                "From the dealer's left, all say in turn whether they are in or out. A player who is out "
                "puts the cards "
                "away unseen and waits for the next hand: that costs nothing and earns nothing. At least {in} must "
                "play, or all {fewest} of the smallest table, so that not all players may be out:"
            ),
            items=tuple(_describe_max_out(seats) for seats in range(MIN_PLAYING, MAX_SEATS + 1)),
        ),
        build_section(
            "change",
            _("Changing cards"),
            _(
                "In the same order, each player who is in may put cards away, face down, and gets as many "
                "from the stock instead: all {tricks}, some, or none. A player who changes none says pass. This is "
                "done once."
            ),
            _(
                "The stock can run out: {many} at the table leave {left} cards in it, {in} who are in may ask for "
                "{wanted}; {fewer} leave {more_left}, and may ask for {more_wanted}. Then the cards that were put away "
                "are shuffled and used."
            ),
        ),
        build_section(
            "play",
            _("Play"),
            _(
                "The first lead is with the player nearest to the dealer's left who is in. The others must play a card "
                "of the suit that was led if they have one, and any card if not."
            ),
            _(
                "The highest trump takes the trick; without one, the highest card of the suit that was led. Its player "
                "leads next, until the {tricks} tricks are played."
            ),
        ),
        build_section(
            "score",
            _("What a hand is worth"),
            _("Every trick is a point. The score of a player who was out stays the same."),
            describe_no_trick_penalty(options.no_trick_penalty),
            describe_floor(options.floor),
            *_describe_penalty_example(options),
        ),
        build_section(
            "match",
            _("Winning a match"),
            describe_target(options.target),
            _(
                "Scores are compared when a hand is over. If several have enough, the highest wins. If the highest "
                "score is not one player's alone, another hand is played, in which every player can win or lose points "
                "as before, and so on until one player is alone in front."
            ),
        ),
        build_section("words", _("Words of the game"), items=GLOSSARY),
    )


def _describe_max_out(seats: int) -> Text:
    """Return how many may be out at a table of that size; where no player may, name the smallest table, too."""
    most = compute_max_out(seats)
    texts = {
        0: _("{fewest} or {seats} at the table: none"),
        1: _("{seats} at the table: one at most"),
    }
    return build_text(texts.get(most, _("{seats} at the table: {out} at most")), seats=seats, out=most)


def _describe_penalty_example(options: Options) -> tuple[Text, ...]:
    """Return an example of the penalty and the floor; none where a hand without a trick costs nothing."""
    start = int(SENTENCE_VALUES["start"])
    left = compute_score_after(start, 0, options)
    if left == start:
        return ()
    return (
        build_text(_("So a player with {start} points who takes no trick has {left} afterwards."), left=left),
    )


GLOSSARY = (
    build_text(
        _("Hand: the play of {tricks} tricks, from one deal to the next. Match: the hands up to a winner.")
    ),
    build_text(_("Trick: one card from each player who is in.")),
    build_text(_("Bowing out: not playing a hand.")),
    build_text(_("Stock: the cards that were not dealt.")),
)
