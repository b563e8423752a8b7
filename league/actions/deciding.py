"""Who may decide what, and take it back: a walkover is a result like another, the rest is the committee's."""

from collections.abc import Mapping

from league.models import Decision, DecisionKind

DECISION_PERMISSIONS: Mapping[str, str] = {
    DecisionKind.FORFEIT: "enter-result",
    DecisionKind.VOID: "enter-result",
    DecisionKind.SUBSTITUTE: "enter-result",
    DecisionKind.WITHDRAWAL: "run-seasons",
    DecisionKind.LATE_ENTRY: "run-seasons",
    DecisionKind.PENALTY: "run-seasons",
}


def get_required_permission(decision: Decision) -> str:
    """What somebody must be allowed to do to take it back: who plays the rest of a season for somebody is the
    committee's."""
    kind = decision.kind
    return (
        DECISION_PERMISSIONS[kind] if kind != DecisionKind.SUBSTITUTE or decision.match_id else "run-seasons"
    )
