"""How North American Skat is played, for people who never have.

The rules follow docs/reference/scoring.md, North American Skat; docs/reference/scoring.md, Skat.
"""

from __future__ import annotations

from typing import Any

from games.north_american_skat.labels import GAME_LABELS
from games.north_american_skat.options import OPTION_WORDS
from games.north_american_skat.scoring import (
    ESCAPED_SCHNEIDER,
    GAME_LEVEL,
    PROMISED_LEVELS,
    SCHNEIDER,
    SCHNEIDER_MADE,
    SCHWARZ_AFTER_SCHNEIDER,
    UNANNOUNCED_SCHWARZ,
    judge_contract,
)
from games.north_american_skat.sheet import (
    GRANDS,
    GUCKI_NULLOS,
    MIN_BID,
    NULLS,
    SUIT_GAMES,
    Deal,
    Options,
)
from games.problems import Text, _
from games.protocol import Section
from games.sections import SectionBuilder
from games.skat.cards import ALL_POINTS, HAND_CARDS, SKAT_CARDS, SUITS
from games.skat.contracts import MAX_MATADORS, MAX_MATADORS_IN_GRAND, TRICKS, WINNING_POINTS
from games.skat.drawings import draw_matadors, draw_places, draw_trumps
from games.skat.fewest_points import describe_fewest_points
from games.skat.ramsch import RAMSCH, describe_ramsch
from games.skat.rules import (
    AUCTION_ORDER,
    FIRST_DEAL,
    KONTRA_TURNS,
    ROLE_GLOSSARY,
    describe_kontra_example,
)
from games.skat.session import describe_session
from games.skat.terms import GERMAN_TERMS

# --- games as examples of scoring


def _build_example_deal(
    game: str, bid: int | None, suit: Any, matadors: int, points: int, **more: Any
) -> Deal:
    fields = {"declarer": 0, "bid": bid, "game": game, "matadors": matadors, "points": points, **more}
    return Deal.model_validate(fields if suit is None else fields | {"suit": suit}, context={"seats": 3})


WON_EXAMPLE = _build_example_deal("solo", 20, "hearts", 2, 74)
OVERBID_EXAMPLE = _build_example_deal("solo", 24, "spades", 1, 70)
SHORT_EXAMPLE = _build_example_deal("solo", 24, "clubs", 2, 52)
SHORT_GUCKI_EXAMPLE = _build_example_deal("gucki-grand", 32, None, 2, 26)
KONTRA_EXAMPLE = _build_example_deal("solo", 23, "spades", 1, 70, kontra=1)
MISSED_EXAMPLE = _build_example_deal("solo", 30, "hearts", 2, 88, announced="schneider")

SENTENCE_VALUES: dict[str, int | str] = {
    "tricks": TRICKS,
    "hand": HAND_CARDS,
    "skat": SKAT_CARDS,
    "all": ALL_POINTS,
    "made": WINNING_POINTS,
    "schneider": SCHNEIDER,
    "escaped": ESCAPED_SCHNEIDER,
    "least_bid": MIN_BID,
    "most_matadors": MAX_MATADORS,
    "most_in_grand": MAX_MATADORS_IN_GRAND,
    "nullo": NULLS["nullo"],
    "null_ouvert": NULLS["null-ouvert"],
}

_SECTIONS = SectionBuilder(SENTENCE_VALUES)
build_text, build_section = _SECTIONS.build_text, _SECTIONS.build_section


def describe_option(options: Options, name: str) -> Text:
    """Describe the value of an option."""
    return OPTION_WORDS[name](getattr(options, name))


# --- the rules


def build_rules(options: Options) -> tuple[Section, ...]:
    return (
        build_section(
            "aim",
            _("The game in short"),
            _(
                "Skat is a trick-taking game for three, in which one plays against the two others. An auction decides "
                "which one: the player who promises the most. That player is the declarer, names the game, and alone "
                "wins or loses points by it."
            ),
            _(
                "In most games the declarer has to win {made} of the {all} card points. How many points the game is "
                "worth depends on the game itself, on who holds the highest trumps, and on how far the declarer gets "
                "beyond {made}."
            ),
            describe_session(options),
        ),
        _build_cards_section(options),
        build_section(
            "deal",
            _("The deal and the places"),
            *FIRST_DEAL,
            _(
                "The players have {hand} cards each, dealt as three, four and three; after the first three, {skat} "
                "cards are put face down in the middle. These are the skat. The deal goes round to the left."
            ),
            _(
                "At the dealer's left sits the Leader, who plays the first card; then come Middlehand and Endhand. "
                "With three at the table the dealer is Endhand. With four the dealer sits out. With five the dealer "
                "and the third player at the dealer's left sit out."
            ),
            drawings=(draw_places(),),
        ),
        build_section(
            "bidding",
            _("Bidding"),
            _(
                "A bid is a number of points that a player hopes the game will be worth: {least_bid} or more, and "
                "always higher than the one before. Mostly bids are even."
            ),
            _(
                "Middlehand begins and bids to the Leader, who says stay, which is to play for as much, or passes. "
                "Middlehand bids higher, or passes. When one of the two has passed, Endhand bids to the other in the "
                "same way. The player who is left plays at the last bid."
            ),
            _(
                "For example: Middlehand bids 10, the Leader stays; Middlehand bids 18, the Leader passes. Endhand "
                "bids 20, Middlehand stays; Endhand bids 28, Middlehand passes. Endhand plays, at 28."
            ),
            AUCTION_ORDER,
            describe_option(options, "all_pass"),
            _("You can't name a game that can never be worth the bid."),
        ),
        _build_games_section(options),
        build_section(
            "play",
            _("Play"),
            _(
                "The Leader plays the first card, then each in turn one card to the trick. A player who has a card "
                "of the suit that was led has to play one; a player who has none may play any card, a trump as well. "
                "The jacks belong to the trumps, not to their suits. The highest trump takes the trick, or else the "
                "highest card of the suit that was led. Its winner leads to the next."
            ),
            _(
                "Before the first card the declarer may announce Schneider, that is {schneider} card points or more, "
                "or Schwarz, that is all {tricks} tricks. An announcement that comes true is worth more, and one that "
                "does not loses the game."
            ),
            describe_option(options, "kontra"),
            *_describe_kontra_turns(options),
        ),
        _build_value_section(options),
        _build_loss_section(options),
        _build_ramsch_section(options),
        build_section(
            "session",
            _("The session"),
            _(
                "All that was won and lost is added up. The highest score wins; those who have equal scores share "
                "their place. The declarer's opponents neither win nor lose anything by a deal."
            ),
        ),
        build_section("words", _("Words of the game"), items=GLOSSARY),
    )


def _build_cards_section(options: Options) -> Section:
    return build_section(
        "cards",
        _("Cards, points and matadors"),
        _(
            "There are 32 cards, from the ace to the seven. An ace is 11 card points, a ten 10, a king 4, a queen 3, "
            "a jack 2, and the others nothing: {all} in all."
        ),
        _(
            "Where there are trumps, the four jacks are the highest, in this order: clubs, spades, hearts, diamonds. "
            "In a suit game the other seven cards of that suit come below them; in a grand the jacks are the only "
            "trumps."
        ),
        describe_option(options, "rank_order"),
        _("In the null games there are no trumps, and each suit ranks A K Q J 10 9 8 7."),
        _(
            "Matadors are counted from the jack of clubs downwards. A declarer who holds it is with as many matadors "
            "as there are highest trumps in the hand without a gap. One who does not is without as many as are "
            "missing above the highest trump held. With two and without two count the same. The skat is part of the "
            "hand, seen or not; so are the cards put away for it."
        ),
        _("In a suit game there are up to {most_matadors} matadors, in a grand up to {most_in_grand}."),
        drawings=(draw_trumps(options.rank_order), draw_matadors(options.rank_order)),
    )


def _describe_kontra_turns(options: Options) -> tuple[Text, ...]:
    if not options.kontra:
        return ()
    verdict = judge_contract(KONTRA_EXAMPLE, options)
    game, bid = _("a Solo in spades with 1 matador"), KONTRA_EXAMPLE.bid or 0
    return (KONTRA_TURNS, describe_kontra_example(game, verdict.value, bid, verdict.score))


def _build_games_section(options: Options) -> Section:
    values = {game: build_text("{base}", base=base) for game, base in GRANDS.items()}
    for game, bases in SUIT_GAMES.items():
        values[game] = build_text(
            _("{clubs} in clubs, {spades} in spades, {hearts} in hearts, {diamonds} in diamonds"),
            **{suit: bases[suit] for suit in SUITS},
        )
    values |= {
        game: build_text("{base}", base=base)
        for game, base in NULLS.items()
        if options.gucki_nullo or game not in GUCKI_NULLOS
    }
    items = tuple(
        build_text(GAME_DESCRIPTIONS[game], game=Text(name), value=values[game])
        for game, name in GAME_LABELS.items()
        if game in values
    )
    return build_section(
        "games",
        _("The games, and their base values"),
        _("The declarer names one of these games."),
        describe_option(options, "gucki_nullo"),
        items=items,
    )


GAME_DESCRIPTIONS = {
    "tournee": _(
        "{game}, {value}: turns up one card of the skat, and its suit is trump. Who does not like it may turn the "
        "other one instead, which is the second turn. Takes up the skat and puts two cards away."
    ),
    "solo": _("{game}, {value}: names the trump, and leaves the skat unseen."),
    "grand-tournee": _(
        "{game}, {value}: a Tournée in which the turned card is a jack, and only jacks are trumps."
    ),
    "grand-solo": _("{game}, {value}: only jacks are trumps, and the skat stays unseen."),
    "gucki-grand": _("{game}, {value}: only jacks are trumps; takes up the skat and puts two cards away."),
    "grand-ouvert": _("{game}, {value}: a Grand Solo with the hand laid open on the table."),
    "nullo": _("{game}, {value}: without trumps, the skat unseen; has to take no trick at all."),
    "null-ouvert": _("{game}, {value}: a Nullo with the hand laid open on the table."),
    "gucki-nullo": _("{game}, {value}: a Nullo for which the skat is taken up and two cards are put away."),
    "gucki-nullo-ouvert": _("{game}, {value}: a Gucki Nullo with the hand laid open on the table."),
}


def _build_value_section(options: Options) -> Section:
    verdict = judge_contract(WON_EXAMPLE, options)
    shown = {"points": 74, "multipliers": verdict.multipliers, "base": 10, "value": verdict.value, "bid": 20}
    adds = (
        (_("{made} card points or more: {adds}"), GAME_LEVEL),
        (_("{schneider} card points or more, which is Schneider: {adds}"), SCHNEIDER_MADE),
        (_("Schneider that was announced: {adds}"), PROMISED_LEVELS["schneider"]),
        (_("All {tricks} tricks, which is Schwarz: {adds}"), UNANNOUNCED_SCHWARZ[options.schwarz]),
        (_("Schwarz where Schneider was announced: {adds}"), SCHWARZ_AFTER_SCHNEIDER),
        (_("Schwarz that was announced: {adds}"), PROMISED_LEVELS["schwarz"]),
    )
    return build_section(
        "value",
        _("What a won game is worth"),
        _(
            "A suit game or a grand is worth its base value times the matadors and what is added to them. The skat, "
            "or the cards put away, count among the card points of the declarer."
        ),
        build_text(
            _(
                "For example a Solo in hearts, with 2 matadors and {points} card points: {multipliers} x {base} is "
                "{value}, enough for a bid of {bid}."
            ),
            **shown,
        ),
        describe_option(options, "schwarz"),
        describe_option(options, "extra_multipliers"),
        describe_option(options, "grand_ouvert"),
        _(
            "The null games are worth what is said above, and nothing is added: Nullo {nullo}, Null Ouvert "
            "{null_ouvert}. They are won without a trick, and lost with the first one."
        ),
        _("The matadors, and to them is added:"),
        items=tuple(build_text(template, adds=number) for template, number in adds),
    )


def _build_loss_section(options: Options) -> Section:
    shown = {
        "short": judge_contract(SHORT_EXAMPLE, options).score,
        "gucki": judge_contract(SHORT_GUCKI_EXAMPLE, options).score,
        "overbid": judge_contract(OVERBID_EXAMPLE, options).score,
        "worth": judge_contract(OVERBID_EXAMPLE, options).value,
        "missed": judge_contract(MISSED_EXAMPLE, options).score,
        "promised": PROMISED_LEVELS["schneider"],
    }
    return build_section(
        "loss",
        _("What a lost game costs"),
        _("A game is lost in one of three ways, and the first of these that is true counts."),
        build_text(
            _(
                "Something was announced and not reached. It costs the base value times the matadors and all that was "
                "promised, {promised} for Schneider: a Solo in hearts with 2 matadors and 88 card points is {missed}. "
                "Where that is less than the bid, it costs the next multiple of the base value above the bid."
            ),
            **shown,
        ),
        describe_option(options, "fail_double"),
        describe_option(options, "loss_basis"),
        build_text(
            _(
                "It is doubled for fewer than {escaped} card points, in a Gucki Grand, and after a second turn. A "
                "Solo in clubs with 2 matadors and 52 card points is {short}, a Gucki Grand with 2 matadors and 26 "
                "card points {gucki}."
            ),
            **shown,
        ),
        describe_option(options, "stacking"),
        build_text(
            _(
                "The points were made, but the game is worth less than the bid. A Solo in spades with 1 matador is "
                "worth {worth}; at a bid of 24 it comes to {overbid}. A Gucki Grand, or a second turn, doubles it. A "
                "Leader who plays without a bid cannot overbid."
            ),
            **shown,
        ),
        describe_option(options, "overbid"),
        *(
            [describe_option(options, "losses_double")]
            if options.losses_double
            else [_("A null game that is lost costs as much as it would have won.")]
        ),
        *([describe_option(options, "gucki_nullo_double")] if options.gucki_nullo else []),
    )


def _build_ramsch_section(options: Options) -> Section:
    heading = _("Ramsch")
    if options.all_pass == RAMSCH:
        return build_section(RAMSCH, heading, *describe_ramsch())
    return build_section(
        RAMSCH,
        heading,
        _(
            "A Leader who plays without a bid may choose Ramsch. Only the jacks are trumps, the skat stays aside, and "
            "every player plays alone and tries to take few card points."
        ),
        *describe_fewest_points(),
        describe_option(options, "sweep_others"),
        _(
            "Who counts the card points of the skat, if any player does, is for the club to settle: all who play have "
            "{all} together, or fewer."
        ),
    )


GLOSSARY = (
    build_text(_("Declarer, in many clubs simply the Player: who plays alone against the others.")),
    *ROLE_GLOSSARY,
    *GERMAN_TERMS,
    build_text(_("Skat: the two cards that are not dealt to any player.")),
    build_text(_("Matadors: the highest trumps without a gap, held or missing.")),
    build_text(_("Schneider: {schneider} card points or more. Schwarz: all tricks.")),
    build_text(_("Schneidered: a declarer with fewer than {escaped} card points.")),
    build_text(_("Ouvert: with the hand laid open on the table.")),
    build_text(_("Gucki: with the skat taken up. Guckser is another name of Gucki Grand.")),
    build_text(_("Overbid: a game that is won, and worth less than its bid.")),
)
