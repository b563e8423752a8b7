"""Reasons and warnings that the systems for two at a table share (docs/reference/pairing.md, Reasons)."""

from collections.abc import Sequence

from games import fraction_text
from league.rules.pairing.field import Contender
from league.rules.pairing.protocol import PairingInput, Reason


def format_score(contender: Contender) -> str:
    return str(fraction_text(contender.score))


def explain_scores(a: Contender, b: Contender, contenders: Sequence[Contender]) -> list[Reason]:
    """Return why two meet by their scores, and in which rounds they have met before, if they have."""
    higher, lower = (a, b) if a.score >= b.score else (b, a)
    if higher.score == lower.score:
        reasons = [Reason("same-score", {"score": format_score(higher)})]
    else:
        equals = [other for other in contenders if other.score == higher.score and other is not higher]
        figures: dict[str, str | int | list[str]] = {
            "entry": higher.id,
            "score": format_score(higher),
            "opponent_score": format_score(lower),
            "equals": len(equals),
            "met": sum(other.id in higher.met for other in equals),
        }
        reasons = [Reason("nearest-score", figures)]
    if rounds := higher.met.get(lower.id):
        reasons.append(Reason("repeat", {"rounds": [str(number) for number in rounds]}))
    return reasons


def warn_of_missing_results(given: PairingInput) -> list[Reason]:
    """Return a warning for each earlier round that lacks results, with the entries of those tables."""
    warnings = []
    for number, past in enumerate(given.history, 1):
        missing = [entry for table in past.tables if None in table.points for entry in table.entries]
        if missing:
            warnings.append(Reason("missing-results", {"round": number, "entries": missing}))
    return warnings
