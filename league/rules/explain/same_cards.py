"""Explain what the comparison gives a player, deal by deal, where all tables play the same cards.

See docs/reference/duplicate.md, Comparison.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from games import Duplicate, Step, Text
from games.problems import _
from league.rules.duplicate.comparison import Comparison, EntryTotal, Line

# By the key that ranks, and whether there is a result to compare.
SENTENCES = {
    ("matchpoints", True): _("Deal {deal}, {position}, score {score}: {value} %"),
    ("matchpoints", False): _("Deal {deal}: {value} % without a comparison"),
    ("difference", True): _("Deal {deal}, {position}, score {score}: {value}"),
    ("difference", False): _("Deal {deal}: {value} without a comparison"),
}
TOTALS = {
    "matchpoints": _("Matchpoints: {value} % on average of {deals} deals"),
    "difference": _("Difference from the others: {value} on average of {deals} deals"),
}
# By how a score compares with that of another player of the same cards: matchpoints count 2 or 1 of 2 each.
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
    return Step(
        Text(TOTALS[key], {"value": mean, "deals": len(deals)}),
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
        "value": each.value if each.value is not None else Fraction(0),
    }
    what = Text(SENTENCES[key, each.score is not None], values)
    if each.score is None:
        return Step(what, each.value, is_said=True)
    own = each.score
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
