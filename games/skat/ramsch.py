"""The Ramsch played when all pass: the player with the most card points loses.

Rules: docs/reference/scoring.md, Skat: Ramsch when all pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, SchemaValidator, core_schema

from games.checks import Case, UnreadableField
from games.layout import Field, Given
from games.problems import Problem, Text, _
from games.protocol import Step
from games.sheets import OneASeat, between
from games.skat.cards import ALL_POINTS
from games.skat.contracts import SKAT, TRICKS, find_points_problem, list_possible_totals
from games.skat.rotation import MAX_SEATS, MIN_SEATS, list_playing_seats, list_resting_seats

RAMSCH = "ramsch"
PLAYERS = 3
MAX_PASSED_ON = PLAYERS  # each player may do so once

# --- fields of the sheet


@dataclass(frozen=True)
class NumberOrList:
    """Mark a field that is the declarer's number in most deals, and a list with an entry per seat in a Ramsch.

    The field must come after `game`, which decides which of the two it is.
    """

    maximum: int
    per_seat: Any  # the type of the list

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        number = SchemaValidator(core_schema.int_schema(strict=True, ge=0, le=self.maximum)).validate_python

        def either(
            value: object,
            validate: core_schema.ValidatorFunctionWrapHandler,
            info: core_schema.ValidationInfo,
        ) -> object:
            is_list = isinstance(value, list)
            game = info.data.get("game")  # absent if `game` itself is wrong
            if game is not None and is_list != (game == RAMSCH):
                raise PydanticKnownError("int_type" if is_list else "list_type")
            return validate(value) if is_list else number(value)

        return core_schema.with_info_wrap_validator_function(
            either,
            handler.generate_schema(self.per_seat),
            serialization=core_schema.plain_serializer_function_ser_schema(lambda value: value),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        number = {"type": "integer", "minimum": 0, "maximum": self.maximum}
        entries = {"anyOf": [number, {"type": "null"}]}
        seats = {"minItems": MIN_SEATS, "maxItems": MAX_SEATS}
        return {"anyOf": [number, {"type": "array", "items": entries, **seats}]}


ONE_A_SEAT = OneASeat(MIN_SEATS, MAX_SEATS)
Points = Annotated[int, between(0, ALL_POINTS)]
Tricks = Annotated[int, between(0, TRICKS)]
PointsList = Annotated[list[Points | None], ONE_A_SEAT]
TricksList = Annotated[list[Tricks | None], ONE_A_SEAT]
PointsOrList = Annotated[int | list[int | None], NumberOrList(ALL_POINTS, PointsList)]
TricksOrList = Annotated[int | list[int | None], NumberOrList(TRICKS, TricksList)]
PassedOn = Annotated[int, between(0, MAX_PASSED_ON)]

# How it is entered, beside the fields of a declarer's game.
IF_RAMSCH = (Given("game", (RAMSCH,)),)
ALL_PASS_FIELDS = (
    Field("points", _("Card points"), "count", 0, ALL_POINTS, given=IF_RAMSCH),
    Field(
        "tricks", _("Tricks"), "count", 0, TRICKS, required=False, total=TRICKS, given=IF_RAMSCH, near=True
    ),
)  # per seat
PASSED_ON_FIELD = Field(
    "passed_on", _("Passed on unseen"), "count", 0, MAX_PASSED_ON, required=False, given=IF_RAMSCH, near=True
)

# --- checks of a Ramsch, whether all passed or a player chose it


def check_resting_seats(deal: Any, case: Case, name: str) -> Iterator[Problem]:
    """Check that a list has null for each seat that sits the deal out, and a number for each that plays."""
    values = get_field_list(deal, name)
    idle = list_resting_seats(case.at[0], case.seats)
    for seat in range(len(values)):
        try:
            value = values[seat]
        except UnreadableField:
            continue
        if seat in idle and value is not None:
            message = Text(
                _("A player who sits the deal out has nothing here, not {value}."), {"value": value}
            )
            yield Problem(f"{name}.{seat}", "ramsch-rests", message)
        elif seat not in idle and value is None:
            yield Problem(
                f"{name}.{seat}", "ramsch-plays", Text(_("A player in the deal needs a number here."))
            )


def check_tricks_total(deal: Any, case: Case) -> Iterator[Problem]:
    total = _sum_playing_seats(deal, case, "tricks")
    if total is not None and total != TRICKS:
        values = {"tricks": TRICKS, "total": total}
        yield Problem(
            "tricks", "ramsch-tricks", Text(_("Tricks add up to {total} – they must total {tricks}."), values)
        )


def check_points_total(deal: Any, case: Case) -> Iterator[Problem]:
    """Check that the card points total 120 or less.

    Clubs differ in who counts the two cards beside the tricks, if any player does
    (docs/reference/scoring.md, Skat: Rulings).
    """
    total = _sum_playing_seats(deal, case, "points")
    if total is not None and total > ALL_POINTS:
        values = {"most": ALL_POINTS, "total": total}
        message = _("Card points add up to {total} – must be {most} or less.")
        yield Problem("points", "ramsch-points", Text(message, values))


def check_points(deal: Any, _case: Case) -> Iterator[Problem]:
    """Check each seat's card points against its tricks.

    Any seat may have the points of the two cards beside the tricks.
    """
    points, tricks = get_field_list(deal, "points"), get_field_list(deal, "tricks")
    for seat in range(min(len(points), len(tricks))):
        try:
            own, taken = points[seat], tricks[seat]
        except UnreadableField:
            continue
        if own is not None and taken is not None:
            yield from find_points_problem(taken, own, f"points.{seat}", may_lack=SKAT)


def get_field_list(deal: Any, name: str) -> Sequence[int | None]:
    """Return the list of a field; an empty list if the field is left out or is not a list."""
    value = getattr(deal, name)
    return () if value is None or isinstance(value, int) else value


def _sum_playing_seats(deal: Any, case: Case, name: str) -> int | None:
    """Return the sum of a field over the seats that play, or None unless each of them has a number."""
    values = get_field_list(deal, name)
    if not values:
        return None
    playing = [values[seat] for seat in list_playing_seats(case.at[0], case.seats)]
    return None if None in playing else sum([value or 0 for value in playing])


ALL_PASS_CHECKS: tuple[Callable[[Any, Case], Iterator[Problem]], ...] = (
    lambda deal, case: check_resting_seats(deal, case, "points"),
    lambda deal, case: check_resting_seats(deal, case, "tricks"),
    check_tricks_total,
    check_points,
    check_points_total,
)
MIN_LIKELY_TOTAL = ALL_POINTS - list_possible_totals(SKAT)[-1]


def warn_few_points(deal: Any, case: Case) -> Iterator[Problem]:
    """Warn of a total that lacks more points than two cards can have.

    It is no error: a mistake looks the same as a club that counts otherwise.
    """
    if deal.game != RAMSCH:
        return
    total = _sum_playing_seats(deal, case, "points")
    if total is not None and total < MIN_LIKELY_TOTAL:
        message = _("The card points total {total}: all but those of two cards are {least} or more.")
        yield Problem("points", "few-points", Text(message, {"total": total, "least": MIN_LIKELY_TOTAL}))


def warn_points_without_trick(deal: Any, _case: Case) -> Iterator[Problem]:
    if deal.game != RAMSCH:
        return
    both = zip(get_field_list(deal, "points"), get_field_list(deal, "tricks"), strict=False)
    for seat, (points, tricks) in enumerate(both):
        if points and tricks == 0:
            message = _("Without a trick, {points} card points can only be those of the skat.")
            yield Problem(f"points.{seat}", "no-trick", Text(message, {"points": points}))


CODES = {
    "ramsch-rests": _("In a Ramsch, there is a number for a player who sits the deal out."),
    "ramsch-plays": _("In a Ramsch, there is no number for a player who plays the deal."),
    "ramsch-tricks": _("In a Ramsch, the tricks do not total 10."),
    "ramsch-points": _("In a Ramsch, the card points total more than 120."),
    "few-points": _("In a Ramsch, more card points are missing than two cards can have."),
    "no-trick": _("In a Ramsch, a player without a trick has card points."),
}

# --- scores


def score_all_pass(points: Sequence[int | None], passed_on: int) -> list[int | None]:
    """Return the scores by seat: the player with the most card points loses them, as do all who tie for the most.

    Each player who passed the two cards on unseen doubles the loss. None stands for a seat that sits out.
    """
    most = max([own for own in points if own is not None])
    return [None if own is None else -(own << passed_on) if own == most else 0 for own in points]


def count_tricks(deals: Sequence[Any], seat: int) -> int | None:
    """Return the tricks a seat has won; None unless each deal that counts is a Ramsch with all tricks."""
    total = None
    for deal in deals:
        if deal.declarer is None:
            continue
        if deal.tricks is None or isinstance(deal.tricks, int):
            return None
        total = (total or 0) + (deal.tricks[seat] or 0)
    return total


# --- explanations


def explain_all_pass(points: Sequence[int | None], passed_on: int, seat: int) -> tuple[Step, ...]:
    """Explain why a seat that plays has lost its card points, or has lost none."""
    own, most = points[seat], max([card_points for card_points in points if card_points is not None])
    alone = list(points).count(most) == 1
    texts = {
        (True, True): _("{own} card points, the most of all"),
        (True, False): _("{own} card points, the most of all together with others: all of them lose"),
        (False, True): _("{own} card points; only the one with {most} loses"),
        (False, False): _("{own} card points; only those with {most} lose"),
    }
    steps = [Step(Text(texts[own == most, alone], {"own": own or 0, "most": most}))]
    if passed_on and own == most:
        once, several = (
            _("The two cards were passed on unseen once, which doubles the loss: {factor} x {own}"),
            _("The two cards were passed on unseen {times} times: {factor} x {own}"),
        )
        values = {"times": passed_on, "factor": 1 << passed_on, "own": own or 0}
        steps.append(Step(Text(once if passed_on == 1 else several, values)))
    return tuple(steps)


EXAMPLE_POINTS = (41, 52, 20)  # card points, with 7 in the two cards put away


def describe_ramsch() -> tuple[Text, ...]:
    """Return paragraphs for the rules of any game with this Ramsch."""
    most = max(EXAMPLE_POINTS)
    others = [str(own) for own in EXAMPLE_POINTS if own != most]
    facts: dict[str, int | str] = {"tricks": TRICKS, "most": most, "one": others[0], "other": others[1]}
    for times in (0, 1, 3):
        facts[f"lost{times}"] = min(own or 0 for own in score_all_pass(EXAMPLE_POINTS, times))
    return tuple(
        Text(paragraph, facts)
        for paragraph in (
            _(
                "When all pass, a Ramsch is played: every player plays alone and tries to take few card "
                "points. The four "
                "jacks are the only trumps. The Leader picks up the skat and passes any two cards to Middlehand, who "
                "passes any two to Endhand, who puts any two away; those last two don't count."
            ),
            _(
                "After the {tricks} tricks, the player with the most card points loses exactly that many; "
                "no other player "
                "loses or wins anything: with {most} against {one} and {other}, that is {lost0}. If several tie for "
                "the most, all of them lose their points."
            ),
            _(
                "A player who passes the two cards on without looking doubles the loss: {lost0} becomes "
                "{lost1} if one does so, and {lost3} if all three do."
            ),
        )
    )
