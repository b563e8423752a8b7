"""How International Skat is played, for people who never have.

The rules follow docs/reference/scoring.md, International Skat; docs/reference/scoring.md, Skat.
"""

from __future__ import annotations

from games.international_skat.contract import (
    CUSTOMARY_BIDS,
    NULL_VALUES,
    SCHNEIDER,
    SCHNEIDERED,
    Contract,
    compute_max_value,
    score_contract,
)
from games.international_skat.labels import GAME_LABELS, HAND_GAME_LABELS
from games.international_skat.options import (
    LOST_NULL_EXAMPLE,
    OVERBID_EXAMPLE,
    SHORT_EXAMPLE,
    describe_all_pass,
    describe_hand,
    describe_losses,
)
from games.international_skat.sheet import BASES, NULLS, ORIGINAL_RAMSCH, Options
from games.international_skat.sums import POINTS_FOR_OTHERS, POINTS_PER_GAME, compute_seeger_fabian
from games.problems import Text, _
from games.protocol import Section
from games.sections import SectionBuilder
from games.skat.cards import ALL_POINTS
from games.skat.contracts import SKAT, TRICKS, WINNING_POINTS, describe_extra_multipliers, describe_kontra
from games.skat.drawings import draw_matadors, draw_places, draw_trumps
from games.skat.fewest_points import describe_fewest_points
from games.skat.ramsch import RAMSCH, describe_ramsch
from games.skat.rules import (
    AUCTION_ORDER,
    FIRST_DEAL,
    KONTRA_TURNS,
    ROLE_GLOSSARY,
    describe_kontra_example,
    describe_rank_order,
)
from games.skat.session import describe_session
from games.skat.terms import GERMAN_TERMS

# --- games as examples of scoring


WON_EXAMPLE = Contract(0, 20, "hearts", matadors=2, points=75)
WON_HAND_EXAMPLE = Contract(0, 33, "spades", hand=True, matadors=-1, points=92)
KONTRA_EXAMPLE = Contract(0, 23, "spades", matadors=1, points=70, kontra=1)

SENTENCE_VALUES: dict[str, int | str] = {
    "tricks": TRICKS,
    "skat": SKAT,
    "all": ALL_POINTS,
    "made": WINNING_POINTS,
    "schneider": SCHNEIDER,
    "schneidered": SCHNEIDERED,
    "won": WON_EXAMPLE.value,
    "won_levels": WON_EXAMPLE.multiplier,
    "won_base": WON_EXAMPLE.base,
    "hand_won": WON_HAND_EXAMPLE.value,
    "hand_levels": WON_HAND_EXAMPLE.multiplier,
    "hand_base": WON_HAND_EXAMPLE.base,
    "bids": ", ".join(map(str, CUSTOMARY_BIDS[:6])),
    "highest": compute_max_value("grand", hand=True, extra=0),
    "bid": OVERBID_EXAMPLE.bid,
    "overbid": OVERBID_EXAMPLE.value,
    "overbid_levels": OVERBID_EXAMPLE.multiplier,
    "overbid_base": OVERBID_EXAMPLE.base,
    "short": SHORT_EXAMPLE.points,
    "null": LOST_NULL_EXAMPLE.value,
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
                "Skat is played by three. In each deal they bid for the right to play alone: the highest bidder, the "
                "declarer, says what is trump and plays against the two others, who play together. The declarer wins "
                "or loses game points; the others neither win nor lose any."
            ),
            _(
                "Four or five may sit at a table. Of four, the dealer sits the deal out; of five, the dealer and the "
                "third player to the dealer's left. The deal moves to the next player each time."
            ),
            describe_session(options),
        ),
        build_section(
            "cards",
            _("Cards"),
            _(
                "There are 32 cards, from seven to ace in four suits. Each of the three gets {tricks}; the other "
                "{skat} lie face down and are the skat."
            ),
            _(
                "An ace is 11 card points, a ten 10, a king 4, a queen 3 and a jack 2, {all} together; the other cards "
                "are worth nothing. What a declarer takes in tricks counts together with the skat, or with the two "
                "cards put away for it."
            ),
            _(
                "The four jacks are always trumps and beat all other cards, clubs first, then spades, hearts and "
                "diamonds. In a suit game the cards of that suit are trumps, too, below the jacks."
            ),
            describe_rank_order(options.rank_order),
            drawings=(draw_trumps(options.rank_order),),
        ),
        build_section(
            "deal",
            _("The deal and the places"),
            *FIRST_DEAL,
            _(
                "The dealer gives each of the three three cards, puts {skat} down for the skat, and gives them four "
                "and three more. Left of the dealer sits the Leader, then Middlehand, then Endhand; of three, the "
                "dealer is Endhand."
            ),
            drawings=(draw_places(),),
        ),
        build_section(
            "bidding",
            _("Bidding"),
            _(
                "Middlehand bids to the Leader, who says yes or passes, until one of them has passed. Endhand then "
                "bids to the other in the same way. The player who is left is the declarer, at the last "
                "bid. If both others "
                "pass at once, the Leader may still bid, or pass as well."
            ),
            build_text(_("The lowest bid is {least}."), least=options.min_bid),
            _(
                "A bid promises a game that is worth at least so much, so no player may "
                "declare one that can never be. Usual bids are the values that games can have: {bids} and so on."
            ),
            AUCTION_ORDER,
            describe_all_pass(options.all_pass),
        ),
        build_section(
            "games",
            _("The games"),
            _(
                "The declarer picks up the skat, puts any two cards away, and names the game. In a suit game that suit "
                "is trump with the jacks; in a grand, only the jacks are. In a null game there is no trump, a ten "
                "ranks below the jack, and the declarer must not take a trick; in null ouvert the declarer's cards lie "
                "open."
            ),
            describe_hand(options.hand),
            *_describe_announcements(options),
        ),
        build_section(
            "play",
            _("Play"),
            _(
                "The Leader plays the first card, even if another player is the declarer. The others must follow: "
                "with a trump if a trump was led, else with a card of the suit that was led; a player who cannot may "
                "play any card. The highest trump takes the trick, or else the highest card of the suit that "
                "was led, and its player leads next."
            ),
        ),
        build_section(
            "value",
            _("What a game is worth"),
            _(
                "A suit game or grand is worth its base times a number of levels. Count the matadors first: a player "
                "who has the jack of clubs is with as many as there are trumps from it down without a gap; a player "
                "who has it not, is without as many as are missing from the top. With the jacks of clubs and "
                "spades and not that of hearts, one is with two; if the jack of hearts is one's highest "
                "trump, without two. The skat belongs to the declarer here. Then add 1 for each of these:"
            ),
            items=_list_levels(options),
            drawings=(draw_matadors(options.rank_order),),
        ),
        build_section(
            "bases",
            _("Bases, with examples"),
            _(
                "Hearts with two, won with fewer than {schneider} card points, are two matadors and the game: "
                "{won_levels} x {won_base} = {won}."
            ),
            *_describe_hand_example(options),
            _("A null game has a value of its own, and no levels. The bases and values are:"),
            items=_list_bases(options),
        ),
        build_section(
            "score",
            _("Won or lost"),
            _(
                "A suit game or grand is won with {made} card points or more, if whatever was announced has come true "
                "and the value is at least the bid. A null game is won without a trick. A declarer who wins "
                "gets the value."
            ),
            _(
                "Clubs with one, won with 70 card points, are worth {overbid_levels} x {overbid_base} = {overbid}. At "
                "a bid of {bid} that is too little: the game is overbid, and lost."
            ),
            describe_losses(options.losses),
            describe_kontra(options.kontra),
            *_describe_kontra_turns(options),
            *_describe_extras(options),
        ),
        *_build_ramsch_section(options),
        build_section(
            "session",
            _("Winning a session"),
            _("The player with the most game points at the end is first."),
            _describe_tournament(),
        ),
        build_section("words", _("Words of the game"), items=GLOSSARY),
    )


def _describe_announcements(options: Options) -> tuple[Text, ...]:
    if options.hand == "forbidden":
        return ()
    return (
        build_text(
            _(
                "In a hand game, other than null, the declarer may announce schneider, which is to take at least "
                "{schneider} card points, or schwarz, which is to take every trick; or play open, which is to show all "
                "cards and take every trick."
            )
        ),
    )


def _list_levels(options: Options) -> tuple[Text, ...]:
    hand = (
        build_text(_("Hand: the skat was left unseen.")),
        build_text(_("Schneider announced, which schwarz announced includes.")),
        build_text(_("Schwarz announced, which playing open includes.")),
        build_text(_("Open.")),
    )
    return (
        build_text(_("The game itself, won or lost.")),
        build_text(
            _(
                "Schneider: the declarer has {schneider} card points or more, or else {schneidered} or fewer; or it "
                "was announced."
            )
            if options.hand == "allowed"
            else _(
                "Schneider: the declarer has {schneider} card points or more, or else {schneidered} or fewer."
            )
        ),
        build_text(_("Schwarz: one side has taken all {tricks} tricks.")),
        *(hand if options.hand == "allowed" else ()),
    )


def _describe_hand_example(options: Options) -> tuple[Text, ...]:
    if options.hand == "forbidden":
        return ()
    return (
        build_text(
            _(
                "Spades hand without one, won with {points} card points, are one matador, the game, hand and "
                "schneider: {hand_levels} x {hand_base} = {hand_won}. The most there can be is a grand with four, "
                "played open: {highest}."
            ),
            points=WON_HAND_EXAMPLE.points,
        ),
    )


def _list_bases(options: Options) -> tuple[Text, ...]:
    listed = [
        build_text(_("{game}: {value}"), game=Text(GAME_LABELS[name]), value=base)
        for name, base in BASES.items()
    ]
    for name in NULLS:
        listed.append(
            build_text(_("{game}: {value}"), game=Text(GAME_LABELS[name]), value=NULL_VALUES[name, False])
        )
        if options.hand == "allowed":
            listed.append(
                build_text(
                    _("{game}: {value}"), game=Text(HAND_GAME_LABELS[name]), value=NULL_VALUES[name, True]
                )
            )
    return tuple(listed)


def _describe_extras(options: Options) -> tuple[Text, ...]:
    if not options.extra_multipliers:
        return ()
    added = build_text(_("They are added to the matadors of a game that has earned them, won or lost."))
    return (describe_extra_multipliers(options.extra_multipliers), added)


def _describe_kontra_turns(options: Options) -> tuple[Text, ...]:
    if not options.kontra:
        return ()
    cost = score_contract(KONTRA_EXAMPLE, KONTRA_EXAMPLE.verdict, options)
    game = _("a game in spades with one")
    return (KONTRA_TURNS, describe_kontra_example(game, KONTRA_EXAMPLE.value, KONTRA_EXAMPLE.bid, cost))


def _build_ramsch_section(options: Options) -> tuple[Section, ...]:
    if not options.has_ramsch:
        return ()
    original: tuple[str | Text, ...] = (
        _(
            "Only the jacks are trumps, the skat stays aside, and every player plays alone and tries to take few card "
            "points."
        ),
        *describe_fewest_points(),
    )
    paragraphs = original if options.all_pass == ORIGINAL_RAMSCH else describe_ramsch()
    undoubled = (_("There is no Kontra in a Ramsch."),) if options.kontra else ()
    return (build_section(RAMSCH, _("Ramsch"), *paragraphs, *undoubled),)


def _describe_tournament() -> Text:
    score, won, lost, others, seats = 120, 4, 1, 3, 4
    return build_text(
        _(
            "Tournaments count by Seeger and Fabian as well: {game} for each own game that is won, less {game} for "
            "each that is lost, and {other} for each game that another player at the table loses ({three} where only "
            "three sit there). With {score} game points, {won} games won and {lost} lost, and {others} lost by others, "
            "a player at a table of four has {total}."
        ),
        game=POINTS_PER_GAME,
        other=POINTS_FOR_OTHERS[seats],
        three=POINTS_FOR_OTHERS[3],
        score=score,
        won=won,
        lost=lost,
        others=others,
        total=compute_seeger_fabian(score, won, lost, others, seats),
    )


GLOSSARY = (
    build_text(_("Skat: the two cards that are not dealt; also the game itself.")),
    build_text(_("Declarer: the player who plays alone in a deal.")),
    build_text(_("Matadors: the unbroken run of the highest trumps that one has, or has not.")),
    build_text(_("Hand game: one that is played without looking at the skat.")),
    build_text(_("Schneider: one side has {schneidered} card points or fewer.")),
    build_text(_("Schwarz: one side has no trick at all.")),
    build_text(_("Grand: only the jacks are trumps. Null: no trumps, and no trick for the declarer.")),
    build_text(_("Ouvert, open: with the declarer's cards face up on the table.")),
    build_text(_("Overbid: won on card points, and yet worth less than was bid.")),
    *ROLE_GLOSSARY,
    *GERMAN_TERMS,
)
