"""What a game is: everything the league knows of it, so that adding a game is adding one `Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from games.checks import Checks
from games.layout import Field, Layout
from games.problems import Text, _

DEFAULT_SEATS = 4

# --- what a sheet is worth


NO_EXTRAS: Mapping[str, Any] = MappingProxyType({})


class SeatScore(NamedTuple):
    """What a sheet is worth to one seat (sheets.md, "Result"); `extras` are the game's own figures."""

    score: int
    place: int
    outcome: Literal["win", "draw", "loss"] | None
    deals: int
    deal_scores: tuple[int | None, ...]
    bids: int
    bids_made: int
    bid_total: int
    tricks: int | None
    extras: Mapping[str, Any] = NO_EXTRAS

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.score,
            "place": self.place,
            "outcome": self.outcome,
            "deals": self.deals,
            "deal_scores": list(self.deal_scores),
            "bids": self.bids,
            "bids_made": self.bids_made,
            "bid_total": self.bid_total,
            "tricks": self.tricks,
            **self.extras,
        }


class Score(NamedTuple):
    """What a sheet is worth; `complete` says whether it holds a whole match."""

    complete: bool
    seats: tuple[SeatScore, ...]
    details: Mapping[str, Any] = NO_EXTRAS

    def as_json(self) -> dict[str, Any]:
        return {
            "complete": self.complete,
            "seats": [seat.as_json() for seat in self.seats],
            "details": dict(self.details),
        }


@dataclass(frozen=True)
class Step:
    """One step of an explanation: a sentence, the number it leads to, and the steps it follows from."""

    what: Text
    value: int | str | None = None
    because: tuple[Step, ...] = ()


# --- what a season adds up


@dataclass(frozen=True)
class Figure:
    """A number that a sheet gives each seat, and what becomes of it over several: their sum, or the highest.

    `of(score, seat)` reads it; None where this sheet has none. `ranks`: leagues may be ranked by it, high first.
    """

    key: str
    label: str
    add: Literal["sum", "most"]
    of: Callable[[Score, int], int | None]
    ranks: bool = False


# What an award may compare of a season beside the figures of the game's own, high first.
AVERAGE, ZERO_RATE, WIN_RATE, IMPROVEMENT = "average", "zero_rate", "win_rate", "improvement"


@dataclass(frozen=True)
class Award:
    """What a season's players are honoured for when it is closed.

    `figure` is one of those above or the key of a figure of the game's own, added up over the season's played matches.
    `to`: who has the most of it (shared where several have), each of those who have enough, or the pair whose matches
    together have most of it. `above` and `least` are the minimum: more than that, at least that. `by_style`: one award
    for each style, high then low, its key before the name of the style. `proven`: only for who has played as much as
    the club's rules ask for. `label` and `about` are English templates; with a style they may name it, as {style}.
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


# --- what players are called


@dataclass(frozen=True)
class Level:
    """How good an average is; the level reaches down to `above`, which is not part of it (None: to the bottom)."""

    name: str
    grade: str
    above: Fraction | None


def find_level(levels: Sequence[Level], average: Fraction | None) -> Level | None:
    """The best level that an exact average reaches; None without one, or without levels."""
    if average is None:
        return None
    total, of = average.numerator, average.denominator
    for level in levels:
        above = level.above
        # in whole numbers, which are compared much faster than fractions
        if above is None or total * above.denominator > above.numerator * of:
            return level
    return None


@dataclass(frozen=True)
class Style:
    """What a player is called by the average bid, against `middle`."""

    middle: Fraction
    high: str
    low: str
    neutral: str


@dataclass(frozen=True)
class Variant:
    """A named preset of options; `certain` is False where the source had to be reconstructed."""

    key: str
    name: str
    options: Mapping[str, Any]
    source: str
    certain: bool = True


# --- how it is played, for those who never have


@dataclass(frozen=True)
class Section:
    """A part of the rules in our own words: paragraphs, then perhaps a list. `key` names it in addresses."""

    key: str
    heading: Text
    paragraphs: tuple[Text, ...] = ()
    items: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Example:
    """A sheet worth a look. What it is worth stands nowhere: that is computed whenever it is shown.

    `options` are only those that it needs to be other than usual.
    """

    key: str
    title: Text
    shows: Text
    seats: int
    sheet: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """What a helper is asked for example: what is typed, by field. `options` are only those that it needs."""

    key: str
    title: Text
    typed: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Helper:
    """Counts something for whoever writes a sheet, such as the points of a hand of cards.

    `answer(typed, options)` gets what was typed in each field, stripped (a blank one is ""; of a choice it is the key,
    of a switch "1" or ""), and says what follows from it in sentences; raises Invalid with the keys of the fields as
    paths. The first sentence is the answer, others say how it came about.
    """

    key: str
    label: str
    about: Text
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, str], Any], tuple[Text, ...]]
    examples: tuple[Asked, ...] = ()


@dataclass(frozen=True)
class Option:
    """An option in words: what it says here, and what it says where nothing else is agreed."""

    key: str
    here: Text
    usual: Text
    differs: bool


def build_no_rules(options: Any) -> tuple[Section, ...]:
    """Those of a game that brings none."""
    return ()


def _describe_option(name: str, value: object) -> Text:
    """An option for which the game has no words: its name and value."""
    words: dict[object, str] = {None: _("{name}: open"), True: _("{name}: yes"), False: _("{name}: no")}
    wordless = not (value is None or isinstance(value, bool))
    template = _("{name}: {value}") if wordless else words[value]
    return Text(template, {"name": name.replace("_", " "), "value": str(value)})


# --- the game


@dataclass(frozen=True)
class Game:
    """A game. Labels, words and meanings are English templates, marked for translation.

    `calculate(sheet, options, seats)` gives the Score, `explain(sheet, options, seats)` one tree of steps a seat,
    `deals(options)` the full number of deals of a match (None: any number), `layout(options, seats)` how its sheets
    are entered, `rules(options)` the rules as they are with these options; all get validated models. `unlikely` are
    checks like the others, of what is possible and hardly ever so: they warn, and refuse nothing. `option_words` has,
    by option, its value in a sentence. `plausible(options, seats, chance)` makes up the sheet of a whole match, for
    demos. `option_fields` say how each option is chosen; one without a field can only come in with a club file.
    `awards_note`: where the awards come from, said once beside them, where players should know.
    `usual_seats`: the size of a table where a club asks for no other; 0: four, or as near to it as the game allows.
    `most_with(options)`: the most at a table, where that depends on the options; then `max_seats` is the most of all.
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

    @property
    def table_size(self) -> int:
        """How many sit at a table where a club asks for nothing else."""
        return min(max(self.usual_seats or DEFAULT_SEATS, self.min_seats), self.max_seats)

    @property
    def fixed_seats(self) -> int | None:
        """The number of seats, where the game leaves no choice."""
        return self.min_seats if self.min_seats == self.max_seats else None

    def most_seats(self, options: BaseModel) -> int:
        """The most at a table that plays with these options."""
        return self.most_with(options) if self.most_with else self.max_seats

    def wrong_seats(self, seats: int, options: BaseModel | None = None) -> Text | None:
        """What to say of a table of that size; None where the game is played at it. Without options, with any."""
        most = self.max_seats if options is None else self.most_seats(options)
        if self.min_seats <= seats <= most:
            return None
        what = _("{game} is for {least} to {most} at a table, not {seats}.")
        if self.fixed_seats:
            what = _("{game} is for {least} at a table, not {seats}.")
        elif most < seats <= self.max_seats:
            what = _("With these options, {game} is for {least} to {most} at a table, not {seats}.")
        values: dict[str, int | str] = {
            "game": self.name,
            "least": self.min_seats,
            "most": most,
            "seats": seats,
        }
        return Text(what, values)

    def level_of(self, average: Fraction | None) -> Level | None:
        """The level of an exact average; None without one, or in a game without levels."""
        return find_level(self.levels, average)

    def style_of(self, bid_total: int, bids: int) -> str | None:
        """What a player with these bids is called; None without bids, or in a game without styles."""
        if self.style is None or bids == 0:
            return None
        # total / bids against the middle, in whole numbers
        difference = bid_total * self.style.middle.denominator - bids * self.style.middle.numerator
        if difference == 0:
            return self.style.neutral
        return self.style.high if difference > 0 else self.style.low

    def options_in_words(self, options: BaseModel) -> tuple[Option, ...]:
        """Each option as it is here, beside the usual."""
        return tuple(self._build_option(name, getattr(options, name)) for name in self.Options.model_fields)

    def _build_option(self, name: str, value: object) -> Option:
        defined = self.Options.model_fields[name]
        usual = value if defined.is_required() else defined.get_default(call_default_factory=True)
        says = self.option_words.get(name) or partial(_describe_option, name)
        return Option(name, says(value), says(usual), value != usual)
