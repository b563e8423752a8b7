"""Who may decide what, and take it back: a walkover is a result like another, the rest is the committee's."""

from collections.abc import Mapping

from league.models import Decided, Decision

VERBS: Mapping[str, str] = {
    Decided.FORFEIT: "enter-result",
    Decided.VOID: "enter-result",
    Decided.SUBSTITUTE: "enter-result",
    Decided.WITHDRAWAL: "run-seasons",
    Decided.LATE_ENTRY: "run-seasons",
    Decided.PENALTY: "run-seasons",
}


def needed(decision: Decision) -> str:
    """What somebody must be allowed to do to take it back: who plays the rest of a season for somebody is the
    committee's."""
    kind = decision.kind
    return VERBS[kind] if kind != Decided.SUBSTITUTE or decision.match_id else "run-seasons"
