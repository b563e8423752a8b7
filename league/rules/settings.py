"""The rules of a competition, as they are stored; `rule_checks` says which can't be.

See docs/reference/club-file.md, Rules.
"""

from collections.abc import Collection
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_serializer,
)

from games import Figure, Game, Strict, complaint
from games.problems import _
from league.rules.money import MoneyRules
from league.rules.pairing.protocol import BracketOptions
from league.rules.standings.totals import COMPARISONS

# What every game can be ranked by, whatever it counts itself.
RANKING_KEYS = (
    "average",
    "score",
    "wins",
    "points",
    "zeros",
    "win_rate",
    "played",
    "seed",
    "head-to-head",
    "lot",
)
# And by these, where rounds are paired, two at a table (docs/reference/pairing.md, Tie-breaks).
PAIRED_RANKING_KEYS = (
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "progressive",
    "direct",
    "bracket",
)
LADDER_KEY = "ladder"  # the place on a ladder, by which it is ranked first and nothing else
DEFAULT_RANKING = ["average", "head-to-head", "wins", "lot"]
BracketSystem = Literal["knockout", "double-elimination"]
ROUND_ROBIN: Literal["round-robin"] = "round-robin"  # of a final in which everyone plays everyone
BRACKETS: tuple[BracketSystem, ...] = ("knockout", "double-elimination")  # in which losers go out
LADDER: Literal["ladder"] = "ladder"
MOVEMENT: Literal["movement"] = "movement"  # the whole evening is fixed, and everyone meets everyone
TABLE_KNOCKOUT: Literal["table-knockout"] = "table-knockout"  # at more than two a table
PAIRING_OF_TWO = ("club", "dutch", MOVEMENT, *BRACKETS, LADDER)
PAIRING_OF_MORE = ("club", "tables", "score", TABLE_KNOCKOUT)
MIN_DIVISION_SIZE = 2  # nobody plays alone; a game may need more
Count = Annotated[int, Field(ge=0, le=1000)]
Points = Annotated[int, Field(ge=-1000, le=1000)]
MAX_BEST_OF, MAX_BEST_OF_ROUNDS = (
    21,
    16,
)  # matches of a tie; rounds of a double elimination of 128, with the second final
TABLE_SIZES = tuple(str(size) for size in range(2, 21))


def list_ranking_keys(
    game: Game,
    *,
    paired_in_twos: bool = False,
    is_ladder: bool = False,
    is_table_knockout: bool = False,
    same_cards: bool = False,
) -> tuple[str, ...]:
    """Return the keys that the game may be ranked by, including its own ranking figures.

    Where each round is paired from those before it, two at a table, the tie-breaks by opponents are among them; in a
    ladder its order is, and where all play the same cards the comparison.
    """
    own = (figure.key for figure in game.figures if figure.ranks and figure.key not in RANKING_KEYS)
    of_opponents = PAIRED_RANKING_KEYS if paired_in_twos else ()
    of_system = (LADDER_KEY,) if is_ladder else ("bracket",) if is_table_knockout else ()
    compared = COMPARISONS if same_cards else ()
    return (*RANKING_KEYS, *compared, *of_opponents, *of_system, *own)


def find_ranked_figures(game: Game, ranking: Collection[str]) -> tuple[Figure, ...]:
    """Return the figures of the game that this ranking compares."""
    own = set(list_ranking_keys(game)).intersection(ranking).difference(RANKING_KEYS)
    return tuple(figure for figure in game.figures if figure.key in own)


def _validate_ranking_key(key: object, info: ValidationInfo) -> object:
    """Require one of the ranking keys of the game, which come with the validation context."""
    possible = (info.context or {}).get("ranking", RANKING_KEYS)
    if key not in possible:
        raise complaint("choice", _("Must be one of these: {choices}."), choices=", ".join(possible))
    return key


RankingKey = Annotated[str, BeforeValidator(_validate_ranking_key)]


SCORE = "score"


def list_point_figures(game: Game) -> tuple[str, ...]:
    """Return what a sheet may give as points: the score, and the game's own ranking figures that are added up."""
    own = (
        figure.key for figure in game.figures if figure.ranks and figure.add == "sum" and not figure.fewest
    )
    return (SCORE, *own)


def _validate_points_figure(key: object, info: ValidationInfo) -> object:
    """Require one of the figures of the game that may be points, which come with the validation context."""
    possible = (info.context or {}).get("points", (SCORE,))
    if key is not None and key not in possible:
        raise complaint("choice", _("Must be one of these: {choices}."), choices=", ".join(possible))
    return key


PointsFigure = Annotated[str, BeforeValidator(_validate_points_figure)]


class _PointsAtTable(NamedTuple):
    """The points at tables of one size, together with the size that they are checked against."""

    size: str
    points: object


def _require_odd(number: int) -> int:
    """Require a number of matches that one of two players wins the majority of."""
    if number % 2 == 0:
        raise complaint("odd", _("Must be an odd number, so that a player wins most of the matches."))
    return number


BestOf = Annotated[int, Field(ge=1, le=MAX_BEST_OF), AfterValidator(_require_odd)]


def _attach_sizes(places: object) -> object:
    """Pair each list of points with its table size, the key of the object."""
    if not isinstance(places, dict):
        return places
    if not places:
        raise complaint("length", _("No table size has points: add one, or leave this out."))
    return {size: _PointsAtTable(size, points) for size, points in places.items()}


def _validate_places(table: _PointsAtTable, parse: ValidatorFunctionWrapHandler) -> list[int]:
    """Require one number for each place, none higher than the one before."""
    size = table.size
    if size not in TABLE_SIZES:
        sentence = _("{size} is not a table size: tables have 2 to {most} seats.")
        raise complaint("table-size", sentence, size=size, most=len(TABLE_SIZES) + 1)
    points: list[int] = parse(table.points)
    if len(points) != int(size):
        sentence = _("A table of {size} has {size} places; points are given for {given}.")
        raise complaint("places", sentence, size=size, given=len(points))
    if points != sorted(points, reverse=True):
        sentence = _("At a table of {size} a lower place gets more points than a higher one.")
        raise complaint("places-order", sentence, size=size)
    return points


def _sort_by_size(places: dict[str, list[int]]) -> dict[str, list[int]]:
    """Sort by table size, since a database may return the keys in any order."""
    return {size: places[size] for size in sorted(places, key=int)}


Places = Annotated[
    dict[str, Annotated[list[Points], WrapValidator(_validate_places)]],
    BeforeValidator(_attach_sizes),
    AfterValidator(_sort_by_size),
]


USUAL_CONFIRM_DAYS, MAX_CONFIRM_DAYS = 7, 60
MAX_MINUTES = 600  # of a match
MAX_ROUNDS = 100  # announced, where rounds are paired


class OmitNone(Strict):
    """A model that leaves out certain fields when they are None.

    Rules that were written before such a field existed are therefore written as before.
    """

    OMITTED_IF_NONE: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _omit_none(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        values: dict[str, Any] = handler(self)
        return {
            name: value
            for name, value in values.items()
            if value is not None or name not in self.OMITTED_IF_NONE
        }


class PointsTable(OmitNone):
    """What a match is worth in the ranking key `points`: by outcome, for each table size by place, or by a figure.

    Players who share a place each get what it is worth. `figure` is the key of a figure of the game that adds up, or
    "score" (docs/reference/ranking.md, Points).
    """

    OMITTED_IF_NONE = frozenset({"places", "figure"})

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    places: Places | None = None
    figure: PointsFigure | None = None

    def compute_points(self, outcome: str, place: int | None, seats: int, *, absent: bool) -> int:
        """Return the points of one seat at a table of `seats` players.

        Where points go by place, an absent seat gets nothing, or the points of the last place if those are
        negative. A seat that is present in a forfeit gets the points of the first place.
        """
        by_place = (self.places or {}).get(str(seats))
        if by_place is None:
            return {"win": self.win, "draw": self.draw, "loss": self.loss}.get(outcome, 0)
        if absent:
            return min(0, by_place[-1])
        return by_place[(place or 1) - 1] if outcome else 0

    def compute_bye_points(self, kind: str, seats: int) -> int:
        """Return the points of a round without a match, where tables have so many seats.

        See docs/reference/pairing.md, What counts.
        """
        if self.figure:
            return 0
        by_place = (self.places or {}).get(str(seats))
        win = by_place[0] if by_place else self.win
        half = by_place[0] // 2 if by_place else self.draw
        return max(0, {"pairing": win, "full": win, "half": half}.get(kind, 0))


class LadderRules(Strict):
    """The rules of a ladder (docs/reference/pairing.md, Ladder).

    A player may challenge others who stand up to `places` higher; a challenge is to be played within `days`. `unplayed`
    says what a refusal or a missed deadline counts as. After `inactive_days` without a match a player goes down a
    place; null: never.
    """

    places: Annotated[int, Field(ge=1, le=100)] = 3
    days: Annotated[int, Field(ge=1, le=365)] = 14
    unplayed: Literal["loss", "nothing"] = "loss"
    inactive_days: Annotated[int, Field(ge=1, le=1000)] | None = 60


class YearRules(OmitNone):
    """How the evenings of a year are ranked together (docs/reference/ranking.md, A year of evenings).

    The `best` so many of each player count, or all; `by` their sum or their average. Who came to fewer than `least`
    ranks apart.
    """

    OMITTED_IF_NONE = frozenset({"best"})

    best: Annotated[int, Field(ge=1, le=366)] | None = None
    least: Annotated[int, Field(ge=1, le=366)] = 1
    by: Literal["sum", "average"] = "sum"


MAX_GROUPS = 64
OF_KNOCKOUT = ("third_place", "reseeding", "consolation")  # what only a knockout has
OF_BRACKET = ("pairing", *OF_KNOCKOUT, "best_of", "tie_key", "go_on")  # what a final says of its bracket


class FinalStage(OmitNone):
    """What follows when a tournament's groups or rounds have been played: a bracket of the best, or a group of them.

    `from_each` go on from each group, and `best_of_rest` of those who come next there. In a `b_final` the others play a
    bracket of their own; `third_place`, `reseeding`, `consolation`, `best_of`, `tie_key` and `go_on` are as in `Rules`.
    `carry_over` says whether, in a group, results count that those who go on have had against each other.

    See docs/reference/pairing.md, Groups and final.
    """

    OMITTED_IF_NONE = frozenset({*OF_KNOCKOUT, "b_final", "best_of", "tie_key", "carry_over", "go_on"})

    pairing: Literal[BracketSystem, "round-robin", "table-knockout"]
    from_each: Annotated[int, Field(ge=1, le=128)] = 2
    best_of_rest: Annotated[int, Field(ge=0, le=128)] = 0
    third_place: bool | None = None
    reseeding: bool | None = None
    consolation: bool | None = None
    b_final: bool | None = None
    best_of: Annotated[list[BestOf], Field(min_length=1, max_length=MAX_BEST_OF_ROUNDS)] | None = None
    tie_key: str | None = None
    carry_over: bool | None = None
    go_on: Annotated[int, Field(ge=1, le=19)] | None = None

    @property
    def is_table_knockout(self) -> bool:
        return self.pairing == TABLE_KNOCKOUT


class Rules(OmitNone):
    """The rules of a competition, with the fields in the order of a club file.

    The defaults are those of docs/reference/club-file.md, Rules; a game may have its own. `table_size` is the
    number of players at a table where the game leaves a choice; None is the game's usual size.
    `unconfirmed_results` says whether a result that a player enters counts before an opponent has confirmed it, and
    `confirm_days` after how many days it is final without that (docs/reference/ranking.md, Confirming). `pairing` is
    the system by which each round of a tournament is paired from those before it (docs/reference/pairing.md); None
    where the whole schedule is made beforehand. `go_on` is how many of each table go on in a knockout at larger tables;
    None for half of them, rounded up. `rounds` are those that are announced when it starts; those of a
    bracket follow from its players. `third_place` says whether the losers of the semi-finals of a knockout play for it;
    `best_of` of how many matches a tie of a bracket is at most, by round, from the last one back; `reseeding` whether
    the best who is left in a knockout meets the last in each round; `consolation` whether who loses the first match
    there plays on in a knockout of those; `tie_key` is the key that decides a tie that ends level, before another match
    does.
    `ladder` are the rules of a ladder, which is challenged for and not paired; None for the usual ones.
    `groups` is into how many a tournament's players are divided when it starts, by seed or, where `draw_groups` is
    true, by lot. `final` is what is played after the groups, or after the announced rounds. `same_cards` says whether
    all tables of a round play the same deals, whose results are compared (docs/reference/duplicate.md).
    `win_rate_of` is what the awards' win rate counts, None for matches; `more_awards` whether the game's awards are
    given that usually aren't; `dishes` whether the final table names who does the dishes. `team_counts` is how many of
    each team count in the ranking of teams; None for all. `evenings` says how the runnings of a year are ranked
    together, where they are the evenings of an open club; None where they aren't. `money` is what players pay and can
    win; None where nothing is. `minutes` is how long a match usually takes, where that is not as long
    as the game says. `guests` says whether guests rank apart or not at all; None with all.
    """

    OMITTED_IF_NONE = frozenset(
        {
            "table_size",
            "unconfirmed_results",
            "confirm_days",
            "pairing",
            "rounds",
            "third_place",
            "ladder",
            "best_of",
            "reseeding",
            "consolation",
            "tie_key",
            "groups",
            "draw_groups",
            "final",
            "same_cards",
            "go_on",
            "win_rate_of",
            "more_awards",
            "dishes",
            "team_counts",
            "evenings",
            "money",
            "minutes",
            "guests",
        }
    )

    division_size: Annotated[int, Field(ge=2, le=1000)] = 4
    promoted: Count = 2
    relegated: Count = 2
    meetings: Annotated[int, Field(ge=1, le=20)] = 1
    ranking: Annotated[list[RankingKey], Field(min_length=1)] = DEFAULT_RANKING
    points: PointsTable = PointsTable()
    min_played: Count = 0
    vacancies: Literal["relegate-fewer", "promote-more"] = "relegate-fewer"
    min_matches: Count = 4
    forfeit_score: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None  # per deal
    table_size: Annotated[int, Field(ge=2, le=20)] | None = None
    unconfirmed_results: Literal["count", "wait"] | None = None
    confirm_days: Annotated[int, Field(ge=1, le=MAX_CONFIRM_DAYS)] | None = None
    pairing: (
        Literal["club", "dutch", "tables", "score", "movement", "ladder", "table-knockout", BracketSystem]
        | None
    ) = None
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] | None = None
    third_place: bool | None = None
    ladder: LadderRules | None = None
    best_of: Annotated[list[BestOf], Field(min_length=1, max_length=MAX_BEST_OF_ROUNDS)] | None = None
    reseeding: bool | None = None
    consolation: bool | None = None
    tie_key: str | None = None
    groups: Annotated[int, Field(ge=2, le=MAX_GROUPS)] | None = None
    draw_groups: bool | None = None
    final: FinalStage | None = None
    same_cards: bool | None = None
    go_on: Annotated[int, Field(ge=1, le=19)] | None = None
    win_rate_of: Literal["matches", "deals"] | None = None
    more_awards: bool | None = None
    dishes: bool | None = None
    team_counts: Annotated[int, Field(ge=1, le=100)] | None = None
    evenings: YearRules | None = None
    money: MoneyRules | None = None
    minutes: Annotated[int, Field(ge=1, le=MAX_MINUTES)] | None = None
    guests: Literal["apart", "unranked"] | None = None

    def for_stage(self, number: int) -> "Rules":
        """Return the rules of a stage: after the first comes the final.

        A bracket is ranked by how far each has come, a final in which everyone plays everyone like the groups.
        """
        if number == 1 or self.final is None:
            return self
        if self.final.pairing == ROUND_ROBIN:
            ranking = [key for key in self.ranking if key not in PAIRED_RANKING_KEYS]
            nothing = dict.fromkeys(("pairing", "rounds", "groups", "draw_groups", "final"))
            return self.model_copy(update={"ranking": ranking or DEFAULT_RANKING, **nothing})
        of_groups = ("points", "head-to-head", *PAIRED_RANKING_KEYS)
        ranking = ["bracket", *(key for key in self.ranking if key not in of_groups)]
        of_bracket = {name: getattr(self.final, name) for name in OF_BRACKET}
        of_groups_only = dict.fromkeys(("rounds", "groups", "draw_groups", "final"))
        return self.model_copy(update={"ranking": ranking, **of_bracket, **of_groups_only})

    @property
    def is_bracket(self) -> bool:
        return self.pairing in BRACKETS

    @property
    def is_table_knockout(self) -> bool:
        return self.pairing == TABLE_KNOCKOUT

    @property
    def is_knockout(self) -> bool:
        """Return whether who loses goes out, at tables of two or of more: its rounds follow from its players."""
        return self.is_bracket or self.is_table_knockout

    @property
    def has_deciding_seeds(self) -> bool:
        """Return whether seeds make a bracket, or groups, so that no two players of one can have the same."""
        return self.is_knockout or self.groups is not None

    @property
    def is_ladder(self) -> bool:
        return self.pairing == LADDER

    @property
    def pairs_rounds(self) -> bool:
        """Return whether each round is paired from those before it: a ladder has challenges instead."""
        return self.pairing is not None and not self.is_ladder

    @property
    def ladder_rules(self) -> LadderRules:
        return self.ladder or LadderRules()

    @property
    def bracket_options(self) -> BracketOptions:
        """Return how its bracket is played, beside the system."""
        return BracketOptions(
            third_place=bool(self.third_place),
            best_of=tuple(self.best_of or ()),
            reseeding=bool(self.reseeding),
            consolation=bool(self.consolation),
            tie_key=self.tie_key,
        )

    @property
    def unconfirmed_results_wait(self) -> bool:
        return self.unconfirmed_results == "wait"

    @property
    def days_to_confirm(self) -> int:
        """Return how many days an opponent has to confirm a result or to dispute it."""
        return self.confirm_days or USUAL_CONFIRM_DAYS
