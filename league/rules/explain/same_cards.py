"""Explain what the comparison gives a player, deal by deal, where all tables play the same cards.

See docs/reference/duplicate.md, Comparison.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from games import Duplicate, Step, Text
from games.problems import _
from league.rules.duplicate.comparison import CAUSES, Comparison, EntryTotal, Line, factor_up

# By the key that ranks, and what the deal was: compared, with fewer results than are planned, or without another one;
# or not compared.
SENTENCES = {
    ("matchpoints", "all"): _("Deal {deal}, {position}, score {score}: {value} %"),
    ("matchpoints", "some"): _(
        "Deal {deal}, {position}, score {score}: {value} %. With {results} of {planned} results {points} points count "
        "{planned}/{results} × ({points} + 1) - 1 = {scaled} of {most}"
    ),
    ("matchpoints", "alone"): _(
        "Deal {deal}, {position}, score {score}: {value} %, as there is no other result"
    ),
    ("matchpoints", "given"): _("Deal {deal}: {value} %, {cause}"),
    ("difference", "all"): _("Deal {deal}, {position}, score {score}: {value}"),
    ("difference", "some"): _("Deal {deal}, {position}, score {score}: {value}"),
    ("difference", "alone"): _(
        "Deal {deal}, {position}, score {score}: {value}, as there is no other result"
    ),
    ("difference", "given"): _("Deal {deal}: {value}, {cause}"),
}
LEFT_OUT, NO_RESULT = _("Deal {deal}: {cause}"), _("Deal {deal}: no result yet")
TOTALS = {
    "matchpoints": _("Matchpoints: {value} % on average of {deals} deals"),
    "difference": _("Difference from the others: {value} on average of {deals} deals"),
}
TOTALS_OF_ONE = {
    "matchpoints": _("Matchpoints: {value} % on one deal"),
    "difference": _("Difference from the others: {value} on one deal"),
}
# By how a score compares with that of another player of the same cards: where matchpoints count, 2, 1 or 0 of them.
BEATEN, EQUAL, BETTER = (
    _("{opponent} scored {score}: beaten"),
    _("{opponent} scored {score}: equal"),
    _("{opponent} scored {score}: better"),
)


def explain_comparison(
    total: EntryTotal,
    lines: Sequence[Line],
    entry: str,
    key: str,
    duplicate: Duplicate,
    get_name: Callable[[str], str],
) -> Step:
    """Return the mean, below it each deal, and below that each player who held the same cards.

    `lines` are those of the whole field (`league.rules.duplicate.rounds.list_lines`).
    """
    others: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        if line.score is not None and line.entry != entry:
            others[line.board, line.position].append(line)
    deals = sorted(total.comparisons, key=lambda each: each.board)
    mean = total.mean if total.mean is not None else Fraction(0)
    count = len([each for each in deals if each.value is not None])
    return Step(
        Text((TOTALS_OF_ONE if count == 1 else TOTALS)[key], {"value": mean, "deals": count}),
        mean,
        tuple(_explain_deal(each, others, key, duplicate, get_name) for each in deals),
        is_said=True,
    )


def _explain_deal(
    each: Comparison,
    others: Mapping[tuple[int, int], Sequence[Line]],
    key: str,
    duplicate: Duplicate,
    get_name: Callable[[str], str],
) -> Step:
    values: dict[str, int | str | Fraction | Text] = {
        "deal": each.board,
        "position": Text(duplicate.positions[each.position]),
        "score": each.score or 0,
        "value": each.value or Fraction(0),
        "cause": Text(CAUSES[each.cause]) if each.cause else "",
    }
    if each.value is None:
        return Step(Text(LEFT_OUT if each.cause else NO_RESULT, values), is_said=True)
    if each.score is None:
        return Step(Text(SENTENCES[key, "given"], values), each.value, is_said=True)
    own, points, results = each.score, 2 * each.beaten + each.equal, each.compared + 1
    values |= {"points": points, "most": 2 * (each.planned - 1), "results": results, "planned": each.planned}
    values["scaled"] = factor_up(points, results, each.planned)
    how = "alone" if results == 1 else "some" if results < each.planned else "all"
    what = Text(SENTENCES[key, how], values)
    because = tuple(
        Step(
            Text(
                BEATEN if line.score < own else EQUAL if line.score == own else BETTER,
                {"opponent": get_name(line.entry), "score": line.score},
            )
        )
        for line in others[each.board, each.position]
        if line.score is not None
    )
    return Step(what, each.value, because, is_said=True)
