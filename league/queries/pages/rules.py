"""How a club plays a game: rules and worked examples out of the game's own description, and the league's rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

import games
from games import Example, Game, Invalid, Section, Text, fraction_text
from games.problems import _
from league.models.competition import CompetitionKind
from league.queries.pages.counting import HelperPart, helper_parts, unlike
from league.queries.pages.in_force import InForce
from league.queries.pages.laying_out import for_reading, lay_out
from league.queries.pages.league_rules import Part, parts
from league.queries.pages.match import StepLine, explained
from league.queries.pages.places import Ending, endings
from league.queries.pages.sheet import LaidOut, Table, typed_of
from league.queries.pages.words import Where, where_of, word
from league.rules.snapshot import Settings


@dataclass(frozen=True)
class OptionLine:
    here: str
    usual: str  # empty where it is the same


@dataclass(frozen=True)
class LevelLine:
    name: str
    grade: str
    averages: str


@dataclass(frozen=True)
class SeatLine:
    name: str
    score: int
    ending: Ending  # empty while the match is not over
    because: StepLine


@dataclass(frozen=True)
class Worth:
    """What a sheet is worth to each seat, or why it is none."""

    seats: tuple[SeatLine, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExamplePart:
    anchor: str
    title: str
    shows: str
    unlike_here: tuple[str, ...]  # its options that are other than the competition's
    sheet: LaidOut
    worth: Worth
    usually: Worth | None  # by the usual options, where it has others
    is_short: bool  # how it came about can be read at a glance


@dataclass(frozen=True)
class Source:
    """Where rules come from; `doubtful` are the variants that had to be put together again from it."""

    text: str
    doubtful: tuple[str, ...]


@dataclass(frozen=True)
class RulesPage:
    where: Where
    season: int | None  # whose rules these are; None: the next one's
    game: str
    about: str  # for a game without rules of its own
    seats: str
    deals: str  # what the game's players call them
    match_deals: int | None
    rules: tuple[Part, ...]
    options: tuple[OptionLine, ...]
    levels: tuple[LevelLine, ...]
    styles: tuple[str, ...]
    examples: tuple[ExamplePart, ...]
    helpers: tuple[HelperPart, ...]
    league: tuple[Part, ...]
    sources: tuple[Source, ...]


def page(found: InForce) -> RulesPage:
    """All that the page shows, by the settings that were found. No query."""
    settings = found.settings
    game = settings.game
    rules = tuple(_part(section) for section in game.rules(settings.options))
    return RulesPage(
        where=where_of(found.competition),
        season=found.season,
        game=game.name,
        about="" if rules else gettext(game.about),
        seats=_seats(settings),
        deals=word(game, "deals"),
        match_deals=settings.deals,
        rules=rules,
        options=tuple(
            OptionLine(_said(option.here), _said(option.usual) if option.differs else "")
            for option in game.options_in_words(settings.options)
        ),
        levels=tuple(_levels(game)),
        styles=tuple(_styles(game)),
        examples=tuple(_example(example, settings) for example in game.examples),
        helpers=tuple(helper_parts(settings)),
        league=tuple(parts(settings, moves=found.competition.kind == CompetitionKind.LEAGUE)),
        sources=tuple(_sources(game)),
    )


def _said(text: Text) -> str:
    return text.translate(gettext)


def _part(section: Section) -> Part:
    return Part(
        anchor=f"game-{section.key}",
        heading=_said(section.heading),
        paragraphs=tuple(_said(text) for text in section.paragraphs),
        items=tuple(_said(text) for text in section.items),
    )


def _sources(game: Game) -> Iterator[Source]:
    """Each once."""
    doubtful: dict[str, list[str]] = {variant.source: [] for variant in game.variants}
    for variant in game.variants:
        if not variant.certain:
            doubtful[variant.source].append(gettext(variant.name))
    for text, names in doubtful.items():
        yield Source(text, tuple(names))


def _seats(settings: Settings) -> str:
    game = settings.game
    if game.fixed_seats:
        return str(game.fixed_seats)
    said = gettext("{least} to {most}, here {usual}")
    return said.format(
        least=game.min_seats, most=game.most_seats(settings.options), usual=settings.table_size
    )


# --- what players are called


def _levels(game: Game) -> Iterator[LevelLine]:
    """Best first, each with the averages that reach it."""
    below: Fraction | None = None
    for level in game.levels:
        if level.above is None:
            averages = gettext("every average") if below is None else gettext("{below} or less")
        elif below is None:
            averages = gettext("above {above}")
        else:
            averages = gettext("above {above}, up to {below}")
        values = {"above": _number(level.above), "below": _number(below)}
        yield LevelLine(gettext(level.name), level.grade, averages.format(**values))
        below = level.above


def _styles(game: Game) -> Iterator[str]:
    style = game.style
    if style is None:
        return
    for template, name in (
        (_("{name}: bids more than {middle} on average."), style.high),
        (_("{name}: bids less than {middle} on average."), style.low),
        (_("{name}: bids exactly {middle} on average."), style.neutral),
    ):
        yield gettext(template).format(name=capfirst(word(game, name)), middle=_number(style.middle))


def _number(value: Fraction | None) -> str:
    """A limit as people write it: 13.5, -1."""
    text = fraction_text(value) or ""
    return text.rstrip("0").rstrip(".") or "0"


# --- worked examples

SHORT_SEATS, SHORT_DEALS = 2, 6

# Nobody real sits there, and nobody invented.
SEAT_NAMES = (
    *(_("First player"), _("Second player"), _("Third player"), _("Fourth player")),
    *(_("Fifth player"), _("Sixth player"), _("Seventh player"), _("Eighth player")),
)


def _seat_name(seat: int) -> str:
    if seat < len(SEAT_NAMES):
        return gettext(SEAT_NAMES[seat])
    return gettext("Player {number}").format(number=seat + 1)


def _example(example: Example, here: Settings) -> ExamplePart:
    table = _table(example, here, example.options)
    sheet = dict(example.sheet)
    typed = typed_of(table, sheet)
    return ExamplePart(
        anchor=f"example-{example.key}",
        title=_said(example.title),
        shows=_said(example.shows),
        unlike_here=tuple(unlike(here, table.settings)),
        sheet=lay_out(table, typed, for_reading(table, typed)),
        worth=_worth(table, sheet),
        usually=_worth(_table(example, here, {}), sheet) if example.options else None,
        is_short=example.seats <= SHORT_SEATS and len(sheet.get("deals", ())) <= SHORT_DEALS,
    )


def _table(example: Example, here: Settings, options: Mapping[str, Any]) -> Table:
    parsed = games.parse_options(here.game, dict(options))
    return Table(Settings(here.game, parsed, here.rules), tuple(map(_seat_name, range(example.seats))))


def _worth(table: Table, sheet: dict[str, Any]) -> Worth:
    game, options, seats = table.settings.game, table.settings.options, len(table.players)
    try:
        parsed = games.parse(game, sheet, options, seats)
    except Invalid as invalid:
        return Worth(refused=tuple(dict.fromkeys(_said(problem.message) for problem in invalid.problems)))
    score, trees = game.calculate(parsed, options, seats), game.explain(parsed, options, seats)
    return Worth(
        tuple(
            SeatLine(
                name=name,
                score=seat.score,
                ending=ending,
                because=explained(tree),
            )
            for name, seat, tree, ending in zip(
                table.players, score.seats, trees, endings(score.seats), strict=True
            )
        )
    )
