"""Skull King: two to eight players bid how many tricks they will take, with Pirates among the cards.

Skull King calls a deal a round and a match a game; the code says deal and match. Read `rules`, then `editions`,
`sheet`, `scoring`, `validation`, `warnings` and `explanation`.
See docs/reference/scoring.md, Skull King; docs/reference/sheets.md, Skull King.
"""

from __future__ import annotations

from collections.abc import Collection

from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, WIN_RATE, ZERO_RATE, Award, Figure, Game
from games.reading import COMMON_CODES
from games.score import Score
from games.skull_king.editions import MAX_SEATS, MIN_SEATS
from games.skull_king.examples import EXAMPLES
from games.skull_king.explanation import explain
from games.skull_king.labels import CODES, WORDS
from games.skull_king.layout import build_layout
from games.skull_king.options import OPTION_FIELDS, OPTION_WORDS
from games.skull_king.rules import build_rules
from games.skull_king.rulings import RULINGS
from games.skull_king.sample_sheets import make_sample_sheet
from games.skull_king.scoring import calculate
from games.skull_king.sheet import Options, Sheet, get_edition
from games.skull_king.strategy import build_strategy
from games.skull_king.validation import CHECKS
from games.skull_king.variants import VARIANTS
from games.skull_king.warnings import UNLIKELY

# --- figures of a season


def count_flawless(score: Score, seat: int) -> int:
    own = score.seats[seat]
    return int(score.complete and own.bids_made == own.bids)


def compute_best_deal(score: Score, seat: int) -> int | None:
    """Return the seat's highest score of a round, or None before the first round."""
    return max((points for points in score.seats[seat].deal_scores if points is not None), default=None)


FIGURES = (
    Figure("bids-made", _("Bids made"), "sum", lambda score, seat: score.seats[seat].bids_made, ranks=True),
    Figure("tricks", _("Tricks"), "sum", lambda score, seat: score.seats[seat].tricks),
    Figure("flawless", _("Games without a missed bid"), "sum", count_flawless),
    Figure("best-round", _("Best round"), "most", compute_best_deal),
    Figure("best", _("Best game"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

AWARDS = (
    Award("best-average", _("Best average"), _("Most points per round."), AVERAGE),
    Award("best-bidder", _("Best bidder"), _("Highest share of bids made."), ZERO_RATE),
    Award(
        "best-win-rate",
        _("Best win rate"),
        _("Highest share of games won, draws not counted."),
        WIN_RATE,
    ),
    Award(
        "best-game",
        _("Best game"),
        _("Highest score of a single game."),
        "best",
        above=0,
        proven=False,
    ),
    Award(
        "most-improved",
        _("Most improved"),
        _("Biggest rise in win rate: last four games against the four before."),
        IMPROVEMENT,
        above=0,
    ),
    Award(
        "flawless",
        _("Flawless"),
        _("For every game without a missed bid. Number of such games."),
        "flawless",
        to="each",
        least=1,
        proven=False,
    ),
)


def leave_out_rounds(options: Options, seats: int, rounds: Collection[int]) -> Options | None:
    """Return options with a schedule without these rounds; None where others may follow that break a tie."""
    if options.another_round:
        return None
    schedule = [cards for number, cards in enumerate(options.schedule) if number not in rounds]
    return options.model_copy(update={"schedule": schedule})


SKULL_KING = Game(
    key="skull-king",
    name="Skull King",
    about=_(
        "Two to eight players bid exactly how many tricks they will take, in rounds of more and more cards."
    ),
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    calculate=calculate,
    explain=explain,
    deals=lambda options: len(options.schedule),
    minutes=lambda options: 30,
    layout=build_layout,
    has_bids=True,
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=VARIANTS,
    rules=build_rules,
    strategy=build_strategy,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=make_sample_sheet,
    option_fields=OPTION_FIELDS,
    figures=FIGURES,
    awards=AWARDS,
    usual_seats=4,
    unlikely=UNLIKELY,
    most_with=lambda options: get_edition(options).max_seats,
    leave_out=leave_out_rounds,
    rulings=RULINGS,
)
