"""The rules of Skull King for new players, edition by edition (docs/reference/scoring.md, Skull King)."""

from __future__ import annotations

from collections.abc import Iterator

from games.problems import Text, _
from games.protocol import Section
from games.sections import SectionBuilder
from games.skull_king.editions import FOURTEENS, MAX_SEATS, MIN_SEATS, Edition
from games.skull_king.labels import BONUS_LABELS
from games.skull_king.options import (
    describe_another_round,
    describe_edition,
    describe_schedule,
    describe_scoring,
)
from games.skull_king.scoring import (
    CANNONBALL_POINTS_PER_CARD,
    POINTS_PER_CARD,
    POINTS_PER_MISS,
    POINTS_PER_TRICK,
    score_classic_bid,
    score_rascal_bid,
)
from games.skull_king.sheet import MAX_CARDS_AT_LARGEST_TABLE, WAGERS, Options, get_edition

# The worked example: a bid, made or missed, in a round of so many cards.
EXAMPLE_BID, EXAMPLE_TRICKS, EXAMPLE_CARDS = 3, 5, 6
ONE_OFF_SCORE = score_rascal_bid(EXAMPLE_BID, EXAMPLE_BID + 1, EXAMPLE_CARDS)[0]

# The values of the placeholders in the sentences below.
SENTENCE_VALUES: dict[str, int | str] = {
    "fewest": MIN_SEATS,
    "most": MAX_SEATS,
    "trick": POINTS_PER_TRICK,
    "miss": POINTS_PER_MISS,
    "card": POINTS_PER_CARD,
    "ball": CANNONBALL_POINTS_PER_CARD,
    "bid": EXAMPLE_BID,
    "taken": EXAMPLE_TRICKS,
    "off": EXAMPLE_TRICKS - EXAMPLE_BID,
    "made": score_classic_bid(EXAMPLE_BID, EXAMPLE_BID, EXAMPLE_CARDS)[0],
    "missed": score_classic_bid(EXAMPLE_BID, EXAMPLE_TRICKS, EXAMPLE_CARDS)[0],
    "cards": EXAMPLE_CARDS,
    "none": score_classic_bid(0, 0, EXAMPLE_CARDS)[0],
    "all": score_rascal_bid(EXAMPLE_BID, EXAMPLE_BID, EXAMPLE_CARDS)[0],
    "half": ONE_OFF_SCORE,
    "cannonball": CANNONBALL_POINTS_PER_CARD * EXAMPLE_CARDS,
    "wager": WAGERS[1],
    "high_wager": WAGERS[2],
    "lost_wager": ONE_OFF_SCORE - WAGERS[1],
    "eight": MAX_CARDS_AT_LARGEST_TABLE,
}

Paragraph = str | Text

_SECTIONS = SectionBuilder(SENTENCE_VALUES)
build_text, build_section = _SECTIONS.build_text, _SECTIONS.build_section

# --- the rules


def build_rules(options: Options) -> tuple[Section, ...]:
    edition = get_edition(options)
    return (
        build_section(
            "aim",
            _("The game in short"),
            build_text(
                _(
                    "Skull King is a trick-taking game for {fewest} to {at_most}, each for themselves. Before a round "
                    "all say how many tricks they will take, and what counts is to take just so many."
                ),
                at_most=edition.max_seats,
            ),
            describe_edition(options.edition),
            describe_schedule(options.schedule),
            *_describe_largest_table(edition),
        ),
        build_section(
            "cards",
            _("The cards"),
            build_text(edition.deck, highest=edition.max_number),
            _("Black is trump. The other three colours are equal, and a higher number beats a lower one."),
            items=_list_special_cards(edition),
        ),
        build_section(
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
        build_section(
            "play",
            _("Play"),
            _(
                "The player to the dealer's left leads. A numbered card asks for its colour: a player who has it must "
                "play it, or a card without a number, which may be played at any time. A player without one may "
                "play anything."
            ),
            _(
                "After an Escape, the next numbered card says which colour is asked for. After a card that is "
                "neither a number nor an Escape, no player has to follow anything."
            ),
            _(
                "The highest card wins the trick: without special cards the highest black one, and without black the "
                "highest of the colour that was asked for. Its player leads next. The deal moves to the left."
            ),
        ),
        *_build_more_cards_section(edition),
        _build_score_section(options),
        _build_bonus_section(options, edition),
        build_section(
            "match",
            _("Winning a game"),
            describe_schedule(options.schedule),
            _(
                "The points of all rounds are added up; a total may well be below 0. After the last round the highest "
                "wins."
            ),
            describe_another_round(options.another_round),
        ),
        build_section("words", _("Words of the game"), items=_build_glossary(options, edition)),
    )


def _describe_largest_table(edition: Edition) -> tuple[Text, ...]:
    if edition.max_seats < MAX_SEATS:
        return ()
    return (build_text(_("With {most} at the table no player is dealt more than {eight} cards.")),)


def _list_special_cards(edition: Edition) -> tuple[str, ...]:
    """Return the sentences for the special cards, weakest first."""
    tigress = _("The Tigress is either a Pirate or an Escape, as the player of the card says.")
    mary = _(
        "Scary Mary is either a Pirate or an Escape, as the player of the card says; the Skull King takes "
        "her as a Pirate "
        "in any case."
    )
    king = _("The Skull King beats every other card.")
    mermaids: tuple[str, ...] = ()
    if "skull_king" in edition.points_by_bonus:
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
        tigress if edition.has_tigress else mary,
        king,
    )


def _build_more_cards_section(edition: Edition) -> tuple[Section, ...]:
    """Return the section on optional cards; none if there are no such cards."""
    items: list[Paragraph] = []
    if "loot" in edition.points_by_bonus:
        items.append(
            build_text(
                _(
                    "A Loot card is played like an Escape. Its player and the winner of the trick are allied: if both "
                    "make their bids, each gets {loot} points more. Two players do without Loot cards, and no player "
                    "is allied with themselves."
                ),
                loot=edition.points_by_bonus["loot"],
            )
        )
    if edition.can_destroy_tricks:
        items += [
            _(
                "The Kraken destroys its trick: no player wins it. The player who would have won it leads next."
            ),
            _(
                "With the White Whale in a trick only the numbers count, without colours, and the highest wins; if "
                "there is none, the trick is destroyed. Of the Kraken and the White Whale the later one decides."
            ),
        ]
    if edition.has_abilities:
        items += [
            _(
                "A player who wins a trick with the Rascal of Roatan may stake {wager} or {high_wager} "
                "points on their bid: "
                "they are won if it is made, and lost if not."
            ),
            _(
                "A player who wins a trick with Harry the Giant may make the bid one more or one fewer. A bid that "
                "becomes none is scored as one."
            ),
        ]
    if not items:
        return ()
    return (build_section("more", _("More cards, for those who like"), items=items),)


def _build_score_section(options: Options) -> Section:
    if options.scoring == "rascal":
        return build_section(
            "score",
            _("What a bid is worth"),
            describe_scoring(options.scoring),
            _(
                "In a round of {cards} cards there are {all} points for every player, {card} for each card, "
                "whatever the "
                "bid. A player who makes it gets them all, one off gets {half}, and all others get nothing."
            ),
            _(
                "That is grapeshot. A player who announces a cannonball with the bid gets {ball} for each card, "
                "{cannonball} in this round, if the bid is made, and nothing if it is not."
            ),
        )
    return build_section(
        "score",
        _("What a bid is worth"),
        describe_scoring(options.scoring),
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


def _build_bonus_section(options: Options, edition: Edition) -> Section:
    """Return the section on the points for taken cards, in the order of a sheet."""
    lines = [
        build_text(
            _("{card_name}: {points}"),
            card_name=Text(BONUS_LABELS[kind]),
            points=edition.points_by_bonus[kind],
        )
        for kind in FOURTEENS
        if edition.points_by_bonus.get(kind)
    ]
    lines += [
        build_text(template, points=edition.points_by_bonus[kind])
        for kind, template in _list_capture_templates(edition)
        if edition.points_by_bonus.get(kind)
    ]
    lines += _describe_great_trick(edition)
    paragraphs = (*_describe_one_skull_king(edition), *_describe_bonus_conditions(options, edition))
    return build_section("bonus", _("What taken cards are worth"), *paragraphs, items=lines)


def _describe_great_trick(edition: Edition) -> Iterator[Text]:
    """Yield the example of the source, where the edition has all its cards."""
    kinds = ("yellow_14", "black_14", "pirates")
    if all(edition.points_by_bonus.get(kind) for kind in kinds):
        points = sum(edition.points_by_bonus[kind] for kind in kinds)
        yield build_text(
            _(
                "So a trick with both of these 14s, yellow and black, and a Pirate is worth {points} to the Skull King."
            ),
            points=points,
        )


def _describe_bonus_conditions(options: Options, edition: Edition) -> Iterator[str]:
    if options.scoring == "rascal" and edition.has_abilities:
        yield _(
            "Loot and wagers need a bid that is made. With {cards} cards, a player who is one off and has staked "
            "{wager} gets {half} and loses {wager}, which leaves {lost_wager}."
        )
    yield (
        _("The Tigress is one more Pirate where she is played as one.")
        if edition.has_tigress
        else _("Scary Mary is one more Pirate.")
    )
    if options.scoring == "rascal":
        yield _(
            "Some cards are worth points to the player who wins their trick: all of them if the bid is "
            "made, half for a player who is one off, and none otherwise or for a cannonball that misses:"
        )
    else:
        yield _(
            "Some cards are worth points to the player who wins their trick, but only if the bid is made:"
        )


def _describe_one_skull_king(edition: Edition) -> Iterator[str]:
    """Yield ruling K7: there is one Skull King, who lies in one trick.

    See docs/reference/scoring.md, Skull King: Rulings.
    """
    yield _(
        "There is one Skull King, so only one player takes Pirates with him in a round, all in the same trick."
    )
    if "skull_king" in edition.points_by_bonus:
        yield _("In that round no Mermaid takes him.")


def _list_capture_templates(edition: Edition) -> tuple[tuple[str, str], ...]:
    pirates = _("Each Pirate that the Skull King takes: {points}, if it was played before him")
    if edition.takes_in_any_order:
        pirates = _("Each Pirate that the Skull King takes: {points}")
    return (
        ("pirates", pirates),
        ("mermaids", _("Each Mermaid that a Pirate takes: {points}")),
        ("skull_king", _("The Skull King, taken by a Mermaid: {points}")),
    )


def _build_glossary(options: Options, edition: Edition) -> tuple[str, ...]:
    words = [
        _("Round: what is played from one deal to the next. Game: the rounds up to a winner."),
        _("Trick: one card from each player."),
        _("To make a bid: to take exactly as many tricks as bid."),
        _("To take a card: to win the trick in which it lies."),
    ]
    if "loot" in edition.points_by_bonus:
        words.append(_("Alliance: what a Loot card makes between its player and the winner of the trick."))
    if options.scoring == "rascal":
        words.append(_("Grapeshot: a bid that may be one off. Cannonball: one that must be made."))
    return tuple(words)
