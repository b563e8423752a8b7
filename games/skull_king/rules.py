"""How Skull King is played, edition by edition, for those who never have (scoring.md 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.problems import Text, _
from games.protocol import Section
from games.skull_king.editions import EDITIONS, FEWEST_SEATS, FOURTEENS, MOST_SEATS, Edition
from games.skull_king.scoring import A_CANNONBALL, A_CARD, A_MISS, A_TRICK, classic, rascal
from games.skull_king.sheet import MOST_CARDS_AT_THE_LARGEST, USUAL_SCHEDULE, WAGERS, Options, edition_of
from games.skull_king.words import BONUSES

# Worked: a bid, made or missed, in a round of so many cards.
BID, TAKEN, CARDS = 3, 5, 6
ONE_OFF = rascal(BID, BID + 1, CARDS)[0]

# What the sentences below name.
FACTS: dict[str, int | str] = {
    "fewest": FEWEST_SEATS,
    "most": MOST_SEATS,
    "trick": A_TRICK,
    "miss": A_MISS,
    "card": A_CARD,
    "ball": A_CANNONBALL,
    "bid": BID,
    "taken": TAKEN,
    "off": TAKEN - BID,
    "made": classic(BID, BID, CARDS)[0],
    "missed": classic(BID, TAKEN, CARDS)[0],
    "cards": CARDS,
    "none": classic(0, 0, CARDS)[0],
    "all": rascal(BID, BID, CARDS)[0],
    "half": ONE_OFF,
    "cannonball": A_CANNONBALL * CARDS,
    "wager": WAGERS[1],
    "high_wager": WAGERS[2],
    "lost_wager": ONE_OFF - WAGERS[1],
    "eight": MOST_CARDS_AT_THE_LARGEST,
}

Said = str | Text


def say(template: str, **more: int | str | Text) -> Text:
    return Text(template, FACTS | more)


def section(key: str, heading: str, *paragraphs: Said, items: Sequence[Said] = ()) -> Section:
    def texts(parts: Sequence[Said]) -> tuple[Text, ...]:
        return tuple(part if isinstance(part, Text) else say(part) for part in parts)

    return Section(key, say(heading), texts(paragraphs), texts(items))


# --- what each option says


def edition_said(key: str) -> Text:
    edition = EDITIONS[key]
    sure = _("The edition is {edition}.")
    unsure = _("The edition is {edition}; what is known of it comes from others, so look into your booklet.")
    return say(unsure if edition.unproven else sure, edition=Text(edition.name))


def scoring_said(scoring: str) -> Text:
    said = {
        "classic": _("The scoring is the usual one: a missed bid costs points."),
        "rascal": _(
            "The scoring is the Rascal's: all can win the same in a round, and whoever is one off gets half of it."
        ),
    }
    return say(said[scoring])


def schedule_said(schedule: Sequence[int]) -> Text:
    rounds, cards = len(schedule), ", ".join(map(str, schedule))
    if tuple(schedule) == USUAL_SCHEDULE:
        return say(
            _("A game has {rounds} rounds: one card each in the first, and one more in each that follows."),
            rounds=rounds,
        )
    if rounds == 1:
        return say(_("A game is one round. Cards for each player: {each}."), each=cards)
    return say(
        _("A game has {rounds} rounds. Cards for each player, round by round: {each}."),
        rounds=rounds,
        each=cards,
    )


OPTION_WORDS: dict[str, Callable[[Any], Text]] = {
    "edition": edition_said,
    "scoring": scoring_said,
    "schedule": schedule_said,
}

# --- the rules


def rules(options: Options) -> tuple[Section, ...]:
    edition = edition_of(options)
    return (
        section(
            "aim",
            _("The game in short"),
            say(
                _(
                    "Skull King is a trick-taking game for {fewest} to {at_most}, each for themselves. Before a round "
                    "all say how many tricks they will take, and what counts is to take just so many."
                ),
                at_most=edition.most_seats,
            ),
            edition_said(options.edition),
            schedule_said(options.schedule),
            *_largest_table(edition),
        ),
        section(
            "cards",
            _("The cards"),
            say(edition.deck, highest=edition.highest),
            _("Black is trump. The other three colours are equal, and a higher number beats a lower one."),
            items=_special_cards(edition),
        ),
        section(
            "bidding",
            _("Bidding"),
            _(
                "When all have looked at their cards, they knock on the table three times together, and with the third "
                "knock show their bids: a finger for each trick, a fist for none. More than five are said aloud."
            ),
            _(
                "Bids need not match the number of tricks in the round. They are written down before a card is played."
            ),
        ),
        section(
            "play",
            _("Play"),
            _(
                "The player to the dealer's left leads. A numbered card asks for its colour: whoever has it must play "
                "it, or a card without a number, which may be played at any time. Whoever has none may play anything."
            ),
            _(
                "After an Escape, the next numbered card says which colour is asked for. After a card that is "
                "neither a number nor an Escape, nobody has to follow anything."
            ),
            _(
                "The highest card wins the trick: without special cards the highest black one, and without black the "
                "highest of the colour that was asked for. Its player leads next. The deal moves to the left."
            ),
        ),
        *_more_cards(edition),
        _score_section(options),
        _bonus_section(options, edition),
        section(
            "match",
            _("Winning a game"),
            schedule_said(options.schedule),
            _(
                "The points of all rounds are added up; a total may well be below 0. After the last round the highest "
                "wins. If it is the total of several, they share the first place."
            ),
        ),
        section("words", _("Words of the game"), items=_words_of_the_game(options, edition)),
    )


def _largest_table(edition: Edition) -> tuple[Text, ...]:
    if edition.most_seats < MOST_SEATS:
        return ()
    return (say(_("With {most} at the table nobody is ever dealt more than {eight} cards.")),)


def _special_cards(edition: Edition) -> tuple[str, ...]:
    """Weakest first."""
    tigress = _("The Tigress is either a Pirate or an Escape, as whoever plays her says.")
    mary = _(
        "Scary Mary is either a Pirate or an Escape, as whoever plays her says; the Skull King takes her as a Pirate "
        "in any case."
    )
    king = _("The Skull King beats every other card.")
    mermaids: tuple[str, ...] = ()
    if "skull_king" in edition.worth:
        king = _("The Skull King beats every card but a Mermaid.")
        mermaids = (
            _(
                "A Mermaid beats all numbered cards and the Skull King, and loses to a Pirate; where all three lie in "
                "a trick, she wins it. Of two Mermaids the first one played is higher."
            ),
        )
    return (
        _("An Escape loses to every other card. If there is nothing else in a trick, the first one wins it."),
        *mermaids,
        _("A Pirate beats all numbered cards. Of several Pirates the first one played is highest."),
        tigress if edition.tigress else mary,
        king,
    )


def _more_cards(edition: Edition) -> tuple[Section, ...]:
    """What may be played with beside the usual cards."""
    items: list[Said] = []
    if "loot" in edition.worth:
        items.append(
            say(
                _(
                    "A Loot card is played like an Escape. Its player and whoever wins the trick are allied: if both "
                    "make their bids, each gets {loot} points more. Two players do without Loot cards, and nobody is "
                    "allied with themselves."
                ),
                loot=edition.worth["loot"],
            )
        )
    if edition.destroys:
        items += [
            _("The Kraken destroys its trick: nobody wins it. Whoever would have won it leads next."),
            _(
                "With the White Whale in a trick only the numbers count, without colours, and the highest wins; if "
                "there is none, the trick is destroyed. Of the Kraken and the White Whale the later one decides."
            ),
        ]
    if edition.abilities:
        items += [
            _(
                "Whoever wins a trick with the Rascal of Roatan may stake {wager} or {high_wager} points on their bid: "
                "they are won if it is made, and lost if not."
            ),
            _(
                "Whoever wins a trick with Harry the Giant may make the bid one more or one fewer. A bid that "
                "becomes none is scored as one."
            ),
        ]
    if not items:
        return ()
    return (section("more", _("More cards, for those who like"), items=items),)


def _score_section(options: Options) -> Section:
    if options.scoring == "rascal":
        return section(
            "score",
            _("What a bid is worth"),
            scoring_said(options.scoring),
            _(
                "In a round of {cards} cards there are {all} points for everybody, {card} for each card, whatever the "
                "bid. Whoever makes it gets them all, whoever is one off gets {half}, and anybody else nothing."
            ),
            _(
                "That is grapeshot. Whoever announces a cannonball with the bid gets {ball} for each card, "
                "{cannonball} in this round, if the bid is made, and nothing if it is not."
            ),
        )
    return section(
        "score",
        _("What a bid is worth"),
        scoring_said(options.scoring),
        _(
            "A bid of one or more that is made earns {trick} for each trick: {bid} tricks bid and taken are {made}. "
            "One that is missed costs {miss} for each trick too many or too few, and the tricks earn nothing: a bid "
            "of {bid} that takes {taken} is {off} off and worth {missed}."
        ),
        _(
            "A bid of none is worth {card} for each card that a player was dealt, won or lost: in a round of {cards} "
            "cards it earns {none}, and as many are lost with the first trick that is taken."
        ),
    )


def _bonus_section(options: Options, edition: Edition) -> Section:
    """What is worth something, in the order of a sheet."""
    lines = [
        say(_("{card_name}: {points}"), card_name=Text(BONUSES[kind]), points=edition.worth[kind])
        for kind in FOURTEENS
        if edition.worth.get(kind)
    ]
    lines += [
        say(template, points=edition.worth[kind])
        for kind, template in _takings(edition)
        if edition.worth.get(kind)
    ]
    lines += _great_trick(edition)
    paragraphs = (*_one_skull_king(edition), *_who_gets_it(options, edition))
    return section("bonus", _("What taken cards are worth"), *paragraphs, items=lines)


def _great_trick(edition: Edition) -> Iterator[Text]:
    """Scoring.md 4.3, the example of the source."""
    kinds = ("yellow_14", "black_14", "pirates")
    if all(edition.worth.get(kind) for kind in kinds):
        points = sum(edition.worth[kind] for kind in kinds)
        yield say(
            _(
                "So a trick with both of these 14s, yellow and black, and a Pirate is worth {points} to the Skull King."
            ),
            points=points,
        )


def _who_gets_it(options: Options, edition: Edition) -> Iterator[str]:
    if options.scoring == "rascal" and edition.abilities:
        yield _(
            "Loot and wagers need a bid that is made. With {cards} cards, whoever is one off and has staked "
            "{wager} gets {half} and loses {wager}, which leaves {lost_wager}."
        )
    yield (
        _("The Tigress is one more Pirate where she is played as one.")
        if edition.tigress
        else _("Scary Mary is one more Pirate.")
    )
    if options.scoring == "rascal":
        yield _(
            "Some cards are worth points to whoever wins the trick in which they lie: all of them if the bid is "
            "made, half for whoever is one off, and none otherwise or for a cannonball that misses:"
        )
    else:
        yield _(
            "Some cards are worth points to whoever wins the trick in which they lie, but only if the bid is made:"
        )


def _one_skull_king(edition: Edition) -> Iterator[str]:
    """A ruling where scoring.md 4.3 speaks of one player: there is one Skull King, and he lies in one trick."""
    yield _(
        "There is one Skull King, so only one player takes Pirates with him in a round, all in the same trick."
    )
    if "skull_king" in edition.worth:
        yield _("In that round no Mermaid takes him.")


def _takings(edition: Edition) -> tuple[tuple[str, str], ...]:
    pirates = _("Each Pirate that the Skull King takes: {points}, if it was played before him")
    if edition.any_order:
        pirates = _("Each Pirate that the Skull King takes: {points}")
    return (
        ("pirates", pirates),
        ("mermaids", _("Each Mermaid that a Pirate takes: {points}")),
        ("skull_king", _("The Skull King, taken by a Mermaid: {points}")),
    )


def _words_of_the_game(options: Options, edition: Edition) -> tuple[str, ...]:
    words = [
        _("Round: what is played from one deal to the next. Game: the rounds up to a winner."),
        _("Trick: one card from each player."),
        _("To make a bid: to take exactly as many tricks as bid."),
        _("To take a card: to win the trick in which it lies."),
    ]
    if "loot" in edition.worth:
        words.append(_("Alliance: what a Loot card makes between its player and the winner of the trick."))
    if options.scoring == "rascal":
        words.append(_("Grapeshot: a bid that may be one off. Cannonball: one that must be made."))
    return tuple(words)
