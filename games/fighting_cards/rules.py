"""The rules of Fighting Cards for new players (docs/reference/scoring.md, Fighting Cards)."""

from __future__ import annotations

from games.fighting_cards.options import (
    describe_bid_after_pass,
    describe_deals,
    describe_double_losses,
    describe_passes_count,
)
from games.fighting_cards.scoring import BANDS, Band, score_contract
from games.fighting_cards.sheet import ALL_POINTS, MAX_BID, MIN_BID, Options
from games.problems import Text, _
from games.protocol import Section
from games.sections import SectionBuilder

# The values of the placeholders in the sentences below.
SENTENCE_VALUES: dict[str, int | str] = {
    "all": ALL_POINTS,
    "lowest": MIN_BID,
    "highest": MAX_BID,
    "bid": 28,
    "enough": 31,
    "too_few": 25,
    "short": 3,
    "won": score_contract(28, 31, False, Options()),
    "lost": -score_contract(28, 25, False, Options()),
    "won_alone": score_contract(28, 31, True, Options()),
    "lost_alone": -score_contract(28, 25, True, Options()),
    "band_bid": 39,
    "band_score": score_contract(39, 40, False, Options()),
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
                "Fighting Cards is a trick-taking game for three. In each deal the highest bidder is the declarer, "
                "who plays alone against the two others, and has to take as many points in cards as bid. The declarer "
                "wins or loses by that; the two defenders score nothing, but can bring the declarer down."
            ),
            describe_deals(options.deals),
        ),
        build_section(
            "cards",
            _("Cards and their points"),
            _(
                "There are 32 cards: in each suit ace, king, queen, jack, 10, 9, 8 and 7, from high to low. All have "
                "10 cards; the last two lie face down and are the skat. Dealing, bidding and playing go round "
                "anticlockwise, to the right."
            ),
            _(
                "An ace is 4 points, a king 3, a queen 2, a jack 1, and the other cards nothing. That is 10 a suit and "
                "{all} in all."
            ),
        ),
        build_section(
            "bidding",
            _("Bidding"),
            _(
                "In turn, each player bids the points they promise to take, or passes. A bid is {lowest} to {highest}, "
                "and higher than the one before. When the two others have passed, the last bid stands: its player is "
                "the declarer. For example, the first player passes, the second bids 21, the third 25; the first "
                "passes again, the second bids 26, the third passes: the second plays, at 26."
            ),
            describe_bid_after_pass(options.bid_after_pass),
            _("If all three pass, the cards are thrown in, the next player deals, and no player scores."),
        ),
        build_section(
            "skat",
            _("The skat, and trump"),
            _(
                "The declarer may pick the skat up, and then puts any two cards away in its place; or may leave it "
                "alone, which makes the deal count more. Its points are the declarer's either way."
            ),
            _("Then the declarer names a suit as trump."),
        ),
        build_section(
            "play",
            _("Play"),
            _(
                "The player to the declarer's right leads the first card. The others must play a card of the suit that "
                "was led if they have one, and any card if not."
            ),
            _(
                "The highest trump takes the trick; without one, the highest card of the suit that was led. Its player "
                "leads next. When all ten tricks are played, the points in the declarer's tricks and in the skat "
                "are counted."
            ),
        ),
        build_section(
            "score",
            _("What a deal is worth"),
            _(
                "With as many points as bid or more, the contract is made: the declarer wins the points taken and a "
                "bonus. With fewer, each point that is short costs. How much depends on the bid:"
            ),
            items=(
                *(_describe_band(band) for band in BANDS),
                build_text(
                    _(
                        "A bid of {bid} with {enough} points wins {enough} and the bonus, {won}; with {too_few} it is "
                        "{short} short and loses {lost}."
                    )
                ),
                build_text(
                    _("A bid of {band_bid} that takes all {all} points wins {band_score}, as the bid counts.")
                ),
            ),
        ),
        build_section(
            "alone",
            _("Without the skat"),
            describe_double_losses(options.double_losses),
            _("So the bid of {bid} with {enough} points wins {won_alone} where the skat was left alone."),
            *([_("With {too_few} points it loses {lost_alone}.")] if options.double_losses else []),
        ),
        build_section(
            "match",
            _("What a match is worth"),
            describe_deals(options.deals),
            _(
                "The scores of all deals are added up, and the highest wins; if it is the score of several, they draw."
            ),
            describe_passes_count(options.passes_count),
        ),
        build_section("words", _("Words of the game"), items=GLOSSARY),
    )


def _describe_band(band: Band) -> Text:
    single, span = (
        _("A bid of {from}: a bonus of {bonus}, or {cost} for each point short"),
        _("{from} to {to}: a bonus of {bonus}, or {cost} for each point short"),
    )
    template = single if band.lowest == band.highest else span
    return build_text(
        template, **{"from": band.lowest, "to": band.highest, "bonus": band.bonus, "cost": band.cost}
    )


GLOSSARY = (
    build_text(_("Deal: the play of one round of cards. Match: the deals that are scored together.")),
    build_text(_("Declarer: the highest bidder, who plays alone. Defenders: the two others.")),
    build_text(_("Contract: the declarer's bid, which is made or not.")),
    build_text(_("Skat: the two cards that are not dealt to any player.")),
    build_text(_("Trick: one card from each player.")),
    build_text(_("Grand slam: a bid of {highest}.")),
)
