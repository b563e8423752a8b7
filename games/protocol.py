"""The definition of a game: everything the league knows of it, so that adding a game is adding a `Game`.

See docs/decisions/0008-games-are-plug-ins.md; docs/decisions/0023-the-league-names-no-game.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Literal

from pydantic import BaseModel

from games.analysis import Analysis, PlayedSheet
from games.boards import Duplicate
from games.checks import Checks
from games.drawings import Drawing
from games.layout import Field, Layout
from games.problems import Text, _
from games.rulings import Ruling
from games.score import Score, end_by_time

DEFAULT_SEATS = 4
USUAL_MINUTES = 45  # of a match, in a game that doesn't say; with a known number of deals, of each
USUAL_MINUTES_PER_DEAL = 5
CLOCK_SEATS = 2


@dataclass(frozen=True)
class Step:
    """A step of an explanation: a sentence, its value, and the steps from which it follows.

    Pages put the value after the sentence, unless the sentence contains it (`is_said`), as a number or in words.
    See docs/reference/scoring.md, Every game: Explanations.
    """

    what: Text
    value: int | str | Fraction | None = None
    because: tuple[Step, ...] = ()
    is_said: bool = False

    @property
    def unsaid_value(self) -> int | str | Fraction | None:
        """Return the value where the sentence does not say it, else None."""
        return None if self.is_said else self.value


@dataclass(frozen=True)
class Term:
    """A players' word for what happened in some deals of a match; pages show it, and its meaning, at these deals.

    `deals(sheet)` returns their numbers, from 0. `means` follows the word in a glossary, and begins in lower case.
    """

    label: str
    means: Text
    deals: Callable[[Any], Collection[int]]


# --- the sums of a season


@dataclass(frozen=True)
class Figure:
    """A number that each sheet gives each seat; over several sheets they are summed, or the highest counts.

    `of(score, seat)` returns it, or None where this sheet has none. With `ranks`, a league may be ranked by it, high
    first, or low first with `fewest` (docs/reference/scoring.md, Every game: Figures). With `of_deals`, it needs single
    deals, so that sheets of a game's short form have none of it.
    """

    key: str
    label: str
    add: Literal["sum", "most"]
    of: Callable[[Score, int], int | None]
    ranks: bool = False
    fewest: bool = False
    of_deals: bool = False


# The values that an award may compare over a season beside the game's own figures, high first.
AVERAGE, ZERO_RATE, WIN_RATE, IMPROVEMENT = "average", "zero_rate", "win_rate", "improvement"
NIGHTS_WON = "nights_won"  # nights in which the player had the highest score of all tables


@dataclass(frozen=True)
class Award:
    """An award that a season's players can win when the season is closed.

    `figure` is one of the constants above or the key of one of the game's figures, over the season's played matches.
    `to` is who wins it: the player with the most ("best", shared on a tie), each player who has enough ("each"), or
    the pair with the most in their matches against each other ("pair"). The minimum is more than `above`, or at
    least `least`. With `by_style` there is an award for each style, high before low, its key before the name of the
    style. With `proven` it is only for players who have played as much as the club's rules ask for. An award that is
    `extra` is given where the club's rules ask for more awards. `label` and `about` are English templates, which may
    name the style as {style}.
    """

    key: str
    label: str
    about: str
    figure: str
    to: Literal["best", "each", "pair"] = "best"
    above: int | None = None
    least: int | None = None
    by_style: bool = False
    proven: bool = True
    extra: bool = False


# --- names for kinds of players


@dataclass(frozen=True)
class Level:
    """A level of averages above `above`, which is not part of it; None means that it has no lower end.

    Pages show its `sign` beside its name; the rules show its `grade`.
    """

    name: str
    grade: str
    above: Fraction | None
    symbol: str = ""

    @property
    def sign(self) -> str:
        return self.symbol or self.grade


def find_level(levels: Sequence[Level], average: Fraction | None) -> Level | None:
    """Return the best level that an exact average reaches, or None without an average or without levels."""
    if average is None:
        return None
    numerator, denominator = average.numerator, average.denominator
    for level in levels:
        above = level.above
        # Whole numbers are compared much faster than fractions.
        if above is None or numerator * above.denominator > above.numerator * denominator:
            return level
    return None


@dataclass(frozen=True)
class Style:
    """The names for players whose average bid is above (`high`), below (`low`) or exactly at `middle`."""

    middle: Fraction
    high: str
    low: str
    neutral: str


@dataclass(frozen=True)
class TimeLimit:
    """How long each player may take over a deal, as a clock between two players measures it.

    Where that costs something, `entry` is the line of the sheet's list `into` that the form offers for a player who
    took longer, but for its fields `seat` and `deal`; and `switch` is the key of the layout's switch with which the
    players of a match agree to play without a limit.
    """

    minutes: int
    into: str = ""
    entry: Mapping[str, Any] = field(default_factory=dict)
    switch: str = ""


@dataclass(frozen=True)
class Variant:
    """A named set of options; `certain` is false where the source had to be reconstructed.

    See docs/reference/scoring.md, Every game: Variants.
    """

    key: str
    name: str
    options: Mapping[str, Any]
    source: str
    certain: bool = True


# --- the rules, for new players


@dataclass(frozen=True)
class Section:
    """A section of the rules: paragraphs, then perhaps a list and drawings; `key` names it in addresses."""

    key: str
    heading: Text
    paragraphs: tuple[Text, ...] = ()
    items: tuple[Text, ...] = ()
    drawings: tuple[Drawing, ...] = ()


@dataclass(frozen=True)
class Example:
    """An instructive sheet; its score is not written down, but computed whenever it is shown.

    `options` holds only those that differ from their defaults.
    """

    key: str
    title: Text
    shows: Text
    seats: int
    sheet: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """An example of the texts in a calculator's fields; `options` holds only those it needs."""

    key: str
    title: Text
    typed: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Helper:
    """A calculator for players and scorers, such as for the points of a hand of cards.

    `answer(typed, options)` takes the text of each field, stripped (a blank field is "", a choice its key, a
    switch "1" or ""), and returns sentences: the first is the answer, the others say how it came about. It raises
    Invalid with the keys of the fields as paths. See docs/reference/sheets.md, Calculators.
    """

    key: str
    label: str
    about: Text
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, str], Any], tuple[Text, ...]]
    examples: tuple[Asked, ...] = ()


@dataclass(frozen=True)
class Option:
    """An option in words: `here` for its value in this competition, `usual` for its default."""

    key: str
    here: Text
    usual: Text
    differs: bool


def build_no_rules(options: Any) -> tuple[Section, ...]:
    """Return the rules of a game that has none written down."""
    return ()


def _describe_option(name: str, value: object) -> Text:
    """Describe an option for which the game has no words by its name and value."""
    templates: dict[object, str] = {None: _("{name}: open"), True: _("{name}: yes"), False: _("{name}: no")}
    has_own_template = value is None or isinstance(value, bool)
    template = templates[value] if has_own_template else _("{name}: {value}")
    return Text(template, {"name": name.replace("_", " "), "value": str(value)})


@dataclass(frozen=True)
class ShortSheet:
    """A second form of a game's sheets, of a single line in place of the deals: what a match adds up to.

    `layout(options, seats)` returns its fields, per deal and per seat, or None where these options allow none;
    `is_short(sheet)` says whether a sheet as it came in has this form. `label` names the form.
    """

    label: str
    layout: Callable[[Any, int], Layout | None]
    is_short: Callable[[Any], bool]


# --- the game


@dataclass(frozen=True)
class Game:
    """A game; its labels, words and meanings are English templates, marked for translation.

    The functions take validated models. `calculate(sheet, options, seats)` returns the Score and
    `explain(sheet, options, seats)` a tree of steps for each seat. `deals(options)` returns the number of deals in a
    complete match, or None for any number. `layout(options, seats)` returns the fields in which a sheet is entered,
    `rules(options)` the rules as they are with these options, `strategy(options)` advice on how to play well, and
    `plausible(options, seats, chance)` a made-up sheet of a whole match, for demos. `most_with(options)` returns the
    most seats at a table, where that depends on the options; `max_seats` is then the most of all.

    `checks` refuse what is impossible; `unlikely` are checks of what is possible but rare, which only warn.
    `option_words` describes, by option, its value in a sentence. `option_fields` are the fields in which options are
    chosen; an option without one can only come in with a club file. `awards_note` tells players where the awards come
    from, where they should know. `leave_out(options, seats, deals)` returns the options under which a sheet without
    these deals, numbered from 0, scores the others as before, or None if no options do; a game without it has
    deals that depend on those before them. A game with other options or defaults, or with another way of scoring a
    sheet, is another `version`, but not with a new option whose default leaves all as it was: a season keeps the
    version it was opened with. `usual_seats` is the size of a table where a club asks for no other; 0 means four, or as
    near to four as the game allows. `minutes(options)` is how long a match usually takes, for planning an evening; None
    with options that leave it open. `duplicate` says how the game is played with the same cards at all tables; a game
    without it is not played so. `rulings` are what is played where the game's source is silent or unclear.
    `free_options` are those that make no other variant of it, such as the number of deals. `time_limit(options)` is
    what a clock between two players measures; None where there is no limit. `analyse(played)` returns what the sheets
    of a player, from the first, tell over many matches. `deals_at(options, seats)` is the number of deals at a table of
    that size, where that depends on the size; `deals` is then that of the usual size.
    `option_warnings(options, seats)` says what a club may not have meant with options at tables of that size, such as
    deals that are not the same number for each dealer. `short_sheet` is a second form of its sheets, for clubs that
    send in what a match adds up to; such a sheet has one deal, whatever `deals` says. `series_points` is the figure, or
    "score", by which tournaments of several series are ranked and seated, and `series_ties` are the keys that break
    ties; they are for games whose players are used to that. `prize_figures` are figures for which a tournament has a
    prize each, for who has most. `lost_figure` is the figure that counts the games which a player has lost, for clubs
    that have them paid for. `results(sheet, options)` says for each deal what a list on paper says beside its scores,
    such as the value of the game, won or lost; None where it says nothing.
    """

    key: str
    name: str
    about: str
    min_seats: int
    max_seats: int
    Options: type[BaseModel]
    Sheet: type[BaseModel]
    checks: Checks
    calculate: Callable[[Any, Any, int], Score]
    explain: Callable[[Any, Any, int], tuple[Step, ...]]
    deals: Callable[[Any], int | None]
    layout: Callable[[Any, int], Layout]
    has_bids: bool = False
    zeros: bool = False  # made bids are counted, and called zeros
    levels: tuple[Level, ...] = ()  # best first
    style: Style | None = None
    forfeit_score: int | None = None  # a deal
    ranking: tuple[str, ...] = ("average", "head-to-head", "wins", "lot")
    words: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[Variant, ...] = ()
    rules: Callable[[Any], tuple[Section, ...]] = build_no_rules
    strategy: Callable[[Any], tuple[Section, ...]] = build_no_rules
    option_words: Mapping[str, Callable[[Any], Text]] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    plausible: Callable[[Any, int, Random], dict[str, Any]] | None = None
    option_fields: tuple[Field, ...] = ()
    figures: tuple[Figure, ...] = ()
    usual_seats: int = 0
    unlikely: Checks = field(default_factory=dict)
    helpers: tuple[Helper, ...] = ()
    most_with: Callable[[Any], int] | None = None
    awards: tuple[Award, ...] = ()  # in the order in which they are given
    awards_note: str = ""
    leave_out: Callable[[Any, int, Collection[int]], Any] | None = None
    terms: tuple[Term, ...] = ()
    version: int = 1
    minutes: Callable[[Any], int | None] | None = None
    duplicate: Duplicate | None = None
    rulings: tuple[Ruling, ...] = ()
    free_options: tuple[str, ...] = ()
    time_limit: Callable[[Any], TimeLimit | None] | None = None
    analyse: Callable[[Sequence[PlayedSheet]], tuple[Analysis, ...]] | None = None
    deals_at: Callable[[Any, int], int | None] | None = None
    option_warnings: Callable[[Any, int], tuple[Text, ...]] | None = None
    short_sheet: ShortSheet | None = None
    series_points: str = ""
    series_ties: tuple[str, ...] = ()
    prize_figures: tuple[str, ...] = ()
    lost_figure: str = ""
    results: Callable[[Any, Any], Sequence[Text | None]] | None = None

    @property
    def table_size(self) -> int:
        """The number of seats at a table where a club asks for nothing else."""
        return min(max(self.usual_seats or DEFAULT_SEATS, self.min_seats), self.max_seats)

    @property
    def fixed_seats(self) -> int | None:
        """The number of seats where the game leaves no choice, else None."""
        return self.min_seats if self.min_seats == self.max_seats else None

    def score(self, sheet: BaseModel, options: BaseModel, seats: int) -> Score:
        """Return the score of a valid sheet, which `parse` has read; of a match ended by time as it stood then."""
        score = self.calculate(sheet, options, seats)
        return end_by_time(score) if getattr(sheet, "ended", None) else score

    def count_deals(self, options: BaseModel, seats: int) -> int | None:
        """Return the number of deals in a complete match at a table of that size, or None for any number."""
        return self.deals_at(options, seats) if self.deals_at else self.deals(options)

    def describe_results(self, sheet: BaseModel, options: BaseModel) -> Sequence[Text | None]:
        """Return what became of each deal of a valid sheet, beside its scores; nothing in games that don't say."""
        return self.results(sheet, options) if self.results else ()

    def warn_of_options(self, options: BaseModel, seats: int) -> tuple[Text, ...]:
        """Return what a club may not have meant with these options at tables of that size."""
        return self.option_warnings(options, seats) if self.option_warnings else ()

    def count_minutes(self, options: BaseModel) -> int:
        """Return how many minutes a match usually takes with these options."""
        usual = self.minutes(options) if self.minutes else None
        if usual is not None:
            return max(1, usual)
        deals = self.deals(options)
        return USUAL_MINUTES if deals is None else USUAL_MINUTES_PER_DEAL * deals

    def get_time_limit(self, options: BaseModel, seats: int) -> TimeLimit | None:
        """Return what a clock at a table of that size measures; None at a table that is not for two."""
        return self.time_limit(options) if self.time_limit and seats == CLOCK_SEATS else None

    def most_seats(self, options: BaseModel) -> int:
        """Return the most seats at a table that plays with these options."""
        return self.most_with(options) if self.most_with else self.max_seats

    def wrong_seats(self, seats: int, options: BaseModel | None = None) -> Text | None:
        """Return the sentence that refuses a table of that size, or None where the game can be played at it.

        Without `options`, a size is accepted that some options allow.
        """
        most = self.max_seats if options is None else self.most_seats(options)
        if self.min_seats <= seats <= most:
            return None
        template = _("{game} is for {least} to {most} players, not {seats}.")
        if self.fixed_seats:
            template = _("{game} is for {least} players, not {seats}.")
        elif most < seats <= self.max_seats:
            template = _("With these options, {game} is for {least} to {most} players, not {seats}.")
        values: dict[str, int | str] = {
            "game": self.name,
            "least": self.min_seats,
            "most": most,
            "seats": seats,
        }
        return Text(template, values)

    def level_of(self, average: Fraction | None) -> Level | None:
        """Return the level of an exact average, or None without an average or in a game without levels."""
        return find_level(self.levels, average)

    def style_of(self, bid_total: int, bids: int) -> str | None:
        """Return the style of a player with these bids, or None without bids or in a game without styles."""
        if self.style is None or bids == 0:
            return None
        # The average bid against the middle, multiplied out to whole numbers.
        difference = bid_total * self.style.middle.denominator - bids * self.style.middle.numerator
        if difference == 0:
            return self.style.neutral
        return self.style.high if difference > 0 else self.style.low

    def options_in_words(self, options: BaseModel) -> tuple[Option, ...]:
        """Return each option in words, as it is here and by default."""
        return tuple(self._build_option(name, getattr(options, name)) for name in self.Options.model_fields)

    def _build_option(self, name: str, value: object) -> Option:
        defined = self.Options.model_fields[name]
        usual = value if defined.is_required() else defined.get_default(call_default_factory=True)
        describe = self.option_words.get(name) or partial(_describe_option, name)
        return Option(name, describe(value), describe(usual), value != usual)
