"""The parts of a declarer's contract that Skat games share: Kontra, extra multipliers, limits of tricks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import InitErrorDetails

from games import layout
from games.checks import Case, enumerate_readable, find_repeats
from games.problems import Problem, Text, _
from games.reading import complaint
from games.sheets import MaxEntries, SeatAtTable, between, build_nested_error
from games.skat.cards import DECK, HAND_CARDS, SKAT_CARDS, count_card_points
from games.skat.rotation import MAX_SEATS

# --- the possible card points of a number of tricks (docs/reference/scoring.md, Skat: Card points and tricks)

TRICKS = HAND_CARDS
SKAT = SKAT_CARDS
CARDS_PER_TRICK = 3
WINNING_POINTS = 61  # card points that win a game


@cache
def list_possible_totals(cards: int) -> tuple[int, ...]:
    """Return the card points that so many cards can have together, from the least."""
    reached = [{0}] + [set[int]() for _ in range(cards)]
    for points in map(count_card_points, zip(DECK, strict=True)):
        for size in range(cards, 0, -1):
            reached[size] |= {total + points for total in reached[size - 1]}
    return tuple(sorted(reached[cards]))


def compute_point_range(tricks: int, may_lack: int = 0) -> tuple[int, int]:
    """Return the least and the most card points of so many tricks with the skat.

    Of these cards `may_lack` may be elsewhere, which lowers the least.
    """
    cards = CARDS_PER_TRICK * tricks
    return list_possible_totals(cards + SKAT - may_lack)[0], list_possible_totals(cards + SKAT)[-1]


# For the only number there can be, for too few, for too many.
DEFAULT_POINTS_MESSAGES = (
    _("With {tricks} tricks the card points are {least}, not {points}."),
    _("With {tricks} tricks the card points are at least {least}, not {points}."),
    _("With {tricks} tricks the card points are at most {most}, not {points}."),
)
POINTS_MESSAGES = {
    0: (
        _("Without a trick the card points are {least}, not {points}."),
        _("Without a trick the card points are at least {least}, not {points}."),
        _("Without a trick the card points are at most {most}, those of two cards, not {points}."),
    ),
    1: (
        _("With 1 trick the card points are {least}, not {points}."),
        _("With 1 trick the card points are at least {least}, not {points}."),
        _("With 1 trick the card points are at most {most}, not {points}."),
    ),
}


def find_points_problem(
    tricks: int, points: int, path: str = "points", may_lack: int = 0
) -> Iterator[Problem]:
    """Yield a problem if so many tricks cannot hold these card points."""
    least, most = compute_point_range(tricks, may_lack)
    if least <= points <= most:
        return
    exact, few, many = POINTS_MESSAGES.get(tricks, DEFAULT_POINTS_MESSAGES)
    message = exact if least == most else (few if points < least else many)
    values = {"tricks": tricks, "least": least, "most": most, "points": points}
    yield Problem(path, "card-points", Text(message, values))


# --- who plays

NOT_WRITTEN = -1  # the default of a field in which a written null means "no player"


def drop_default(schema: dict[str, Any]) -> None:
    """Remove a default that stands for "nothing written" from a field's schema."""
    del schema["default"]


Seat = Annotated[int, SeatAtTable(MAX_SEATS)]
# A field of this type has NOT_WRITTEN for its default.
Declarer = Annotated[Seat | None, Field(json_schema_extra=drop_default)]

# --- matadors

MAX_MATADORS = 11  # the four jacks and seven more trumps
MAX_MATADORS_IN_GRAND = 4  # where only the jacks are trumps
Matadors = Annotated[int, between(-MAX_MATADORS, MAX_MATADORS)]

# --- doubling (docs/reference/scoring.md, Skat: Kontra)

KONTRA_LABELS = {1: _("Kontra"), 2: _("Rekontra"), 3: _("Bock"), 4: _("Hirsch")}
Kontra = Annotated[int, between(0, max(KONTRA_LABELS))]


def apply_kontra(score: int, kontra: int) -> int:
    """Return a score after so many doublings."""
    return score << kontra


def describe_result(value: int, *, is_won: bool) -> Text:
    """Return what a list on paper says of a declarer's game: its value, before any Kontra, and won or lost."""
    template = _("Value {value}, won") if is_won else _("Value {value}, lost")
    return Text(template, {"value": value})


def check_kontra(deal: Any, case: Case) -> Iterable[Problem]:
    if not deal.kontra or case.options.kontra:
        return ()
    return (Problem("kontra", "kontra-not-agreed", Text(_("Kontra is not played here."))),)


def describe_kontra(agreed: bool) -> Text:
    """Describe the option `kontra` in a sentence."""
    without = _("Games can't be doubled.")
    with_it = _("Games may be doubled: Kontra, Rekontra, Bock and Hirsch each double the result once more.")
    return Text(with_it if agreed else without)


# --- extra multipliers that a club has agreed on (docs/reference/scoring.md, Skat: Extra multipliers)

MAX_NAMES = 10
MAX_NAME_LENGTH = 40
MAX_EXTRA_LEVELS = 10


def _check_names(extras: object, validate: ValidatorFunctionWrapHandler) -> Any:
    """Report an unusable name as an error at its own path, beside the errors in the levels of the others."""
    if not isinstance(extras, dict):
        return validate(extras)
    template = _("A name has 1 to {most} letters or signs, with no space before or after it.")
    error_type = complaint("extra-name", template, most=MAX_NAME_LENGTH)
    errors: list[InitErrorDetails] = [
        {"type": error_type, "loc": (name,), "input": name}
        for name in extras
        if isinstance(name, str) and not _is_usable(name)
    ]
    if not errors:
        return validate(extras)
    raise build_nested_error(extras, validate, *errors)


def _is_usable(name: str) -> bool:
    return 1 <= len(name) <= MAX_NAME_LENGTH and name.isprintable() and name == name.strip()


# The option: how many levels each named multiplier adds.
ExtraMultipliers = Annotated[
    dict[str, Annotated[int, between(1, MAX_EXTRA_LEVELS)]],
    WrapValidator(_check_names),
    MaxEntries(MAX_NAMES),
]
EXTRA_MULTIPLIERS_FIELD = layout.Field(
    "extra_multipliers",
    _("Extra multipliers"),
    "named",
    1,
    MAX_EXTRA_LEVELS,
    several=MAX_NAMES,
    help=_("Up to 10 names of at most 40 letters; each adds 1 to 10 to the matadors."),
)
# The claims in a deal.
Extra = Annotated[list[str], MaxEntries(MAX_NAMES)]


def sum_extra_levels(extra: Sequence[str], options: Any) -> int:
    """Return how many levels a deal's extra multipliers add to its matadors; an unknown name adds none."""
    return sum([options.extra_multipliers.get(name, 0) for name in extra])


def check_extra(deal: Any, case: Case) -> Iterable[Problem]:
    """Check that each claimed name is among the option's, and claimed once."""
    return _find_extra_problems(deal.extra, case.options.extra_multipliers) if deal.extra else ()


def _find_extra_problems(claimed: Sequence[str], agreed: Mapping[str, int]) -> Iterator[Problem]:
    none, some = (
        _("No extra multipliers are played here."),
        _("There is no extra multiplier {name} here, only: {names}."),
    )
    for number, name in enumerate_readable(claimed):
        if name not in agreed:
            shown = name if len(name) <= MAX_NAME_LENGTH else "…"
            values = {"name": shown, "names": ", ".join(agreed)}
            yield Problem(f"extra.{number}", "extra-unknown", Text(some if agreed else none, values))
    for number in find_repeats(
        range(len(claimed)), lambda number: claimed[number] if claimed[number] in agreed else None
    ):
        yield Problem(f"extra.{number}", "extra-twice", Text(_("Each extra multiplier counts once.")))


def describe_extra_multipliers(extras: Mapping[str, int]) -> Text:
    """Describe the option `extra_multipliers` in a sentence."""
    if not extras:
        return Text(_("There are no extra multipliers."))
    names = ", ".join(f"{name} {levels}" for name, levels in extras.items())
    return Text(_("Extra multipliers, and what each adds: {names}."), {"names": names})


# --- the number of deals

MAX_DEALS = 1000
Deals = Annotated[int, between(1, MAX_DEALS)] | None

CODES = {
    "card-points": _("So many tricks cannot hold these card points."),
    "kontra-not-agreed": _("A game is doubled where Kontra is not played."),
    "extra-name": _("An extra multiplier has no usable name."),
    "extra-unknown": _("A deal claims an extra multiplier that is not played here."),
    "extra-twice": _("A deal claims an extra multiplier twice."),
}
