"""How Hucklebuck is played, for those who never have (scoring.md 3)."""

from __future__ import annotations

from games.hucklebuck.scoring import after
from games.hucklebuck.sheet import FEWEST_IN, FEWEST_SEATS, MOST_SEATS, TRICKS, Options, most_out
from games.problems import Text, _
from games.protocol import Section

# What the sentences below name.
FACTS: dict[str, int | str] = {
    "fewest": FEWEST_SEATS,
    "most": MOST_SEATS,
    "tricks": TRICKS,
    "start": 2,  # the score of somebody who takes no trick
    "in": FEWEST_IN,
}


def say(template: str, **more: int | str) -> Text:
    return Text(template, FACTS | more)


def section(key: str, heading: str, *paragraphs: str | Text, items: tuple[Text, ...] = ()) -> Section:
    said = tuple(part if isinstance(part, Text) else say(part) for part in paragraphs)
    return Section(key, say(heading), said, items)


# --- what each option says


def goal(target: int) -> Text:
    one, several = (
        _("A match is won with 1 point or more."),
        _("A match is won with {target} points or more."),
    )
    return say(one if target == 1 else several, target=target)


def trickless(penalty: int) -> Text:
    texts = {0: _("A hand without a trick costs nothing."), 1: _("A hand without a trick costs 1 point.")}
    return say(texts.get(penalty, _("A hand without a trick costs {penalty} points.")), penalty=penalty)


def lowest(floor: int | None) -> Text:
    if floor is None:
        return say(_("A score may fall below 0, and as far as it will."))
    return say(_("No score falls below {floor}."), floor=floor)


OPTION_WORDS = {"target": goal, "no_trick_penalty": trickless, "floor": lowest}

# --- the rules


def rules(options: Options) -> tuple[Section, ...]:
    return (
        section(
            "aim",
            _("The game in short"),
            _(
                "Hucklebuck is a trick-taking game for {fewest} to {most}, each for themselves. A hand is soon played: "
                "it has only {tricks} tricks, and each of them is a point. Whoever plays a hand should take at least "
                "one."
            ),
            goal(options.target),
        ),
        section(
            "cards",
            _("Cards and trump"),
            _(
                "There are 52 cards, with the ace high in every suit. Each player is dealt {tricks} of them. The "
                "others are the stock, face down; its top card is turned over, and the suit of that card is trump."
            ),
        ),
        section(
            "out",
            _("In or out"),
            _(
                "From the dealer's left, all say in turn whether they are in or out. Whoever is out puts the cards "
                "away unseen and waits for the next hand: that costs nothing and earns nothing. At least {in} must "
                "play, or all {fewest} of the smallest table, so that not everybody may be out:"
            ),
            items=tuple(_may_be_out(seats) for seats in range(FEWEST_IN, MOST_SEATS + 1)),
        ),
        section(
            "change",
            _("Changing cards"),
            _(
                "In the same order, each player who is in may put cards away, face down, and gets as many "
                "from the stock instead: all {tricks}, some, or none. This is done once."
            ),
        ),
        section(
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
        section(
            "score",
            _("What a hand is worth"),
            _("Every trick is a point. The score of whoever was out stays as it is."),
            trickless(options.no_trick_penalty),
            lowest(options.floor),
            *_fall(options),
        ),
        section(
            "match",
            _("Winning a match"),
            goal(options.target),
            _(
                "Scores are compared when a hand is over. If several have enough, the highest wins. If the highest "
                "score is not one player's alone, another hand is played, in which everybody can win or lose points "
                "as before, and so on until one player is alone in front."
            ),
        ),
        section("words", _("Words of the game"), items=WORDS_OF_THE_GAME),
    )


def _may_be_out(seats: int) -> Text:
    """At the smallest table that is named, nobody; at each larger one, one more."""
    most = most_out(seats)
    nobody, one = _("{fewest} or {seats} at the table: nobody"), _("{seats} at the table: one at most")
    texts = {0: nobody, 1: one}
    return say(texts.get(most, _("{seats} at the table: {out} at most")), seats=seats, out=most)


def _fall(options: Options) -> tuple[Text, ...]:
    """The penalty and the floor by example, where there is anything to see."""
    start = int(FACTS["start"])
    left = after(start, 0, options)
    if left == start:
        return ()
    return (say(_("So a player with {start} points who takes no trick has {left} afterwards."), left=left),)


WORDS_OF_THE_GAME = (
    say(_("Hand: the play of {tricks} tricks, from one deal to the next. Match: the hands up to a winner.")),
    say(_("Trick: one card from each player who is in.")),
    say(_("Bowing out: not playing a hand.")),
    say(_("Stock: the cards that were not dealt.")),
)
