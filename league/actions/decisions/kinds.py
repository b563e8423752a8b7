"""The kinds of decisions, each with the same parts; for whatever treats all of them alike."""

from collections.abc import Mapping
from typing import Protocol

from games import Problem
from games.problems import Text
from league.actions.decisions import deals, forfeit, late_entry, penalty, substitution, void, withdrawal
from league.actions.decisions.common import Facts
from league.models import Decision, DecisionKind


class Kind(Protocol):
    """The interface of each module of a kind, beside `Payload`, `plan` and `apply`, whose arguments differ."""

    def revert(self, decision: Decision) -> None:
        """Undo the effects of a decision that is marked as revoked; raise ActionError if something depends on it."""

    def find_blockers(self, decision: Decision) -> list[Problem]:
        """Return the problems with which `revert` would refuse, without changing anything."""

    def describe(self, decision: Decision, facts: Facts) -> Text:
        """Return the sentence of a decision."""

    def describe_revert(self, decision: Decision, facts: Facts) -> list[Text]:
        """Return the effects of reverting a decision beside those on its matches, in sentences."""


KINDS: Mapping[str, Kind] = {
    DecisionKind.FORFEIT: forfeit,
    DecisionKind.VOID: void,
    DecisionKind.WITHDRAWAL: withdrawal,
    DecisionKind.SUBSTITUTE: substitution,
    DecisionKind.LATE_ENTRY: late_entry,
    DecisionKind.PENALTY: penalty,
    DecisionKind.DEALS: deals,
}
