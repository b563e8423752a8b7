"""The kinds of decisions, each with the same parts; for whatever treats all of them alike."""

from collections.abc import Mapping
from typing import Protocol

from games import Problem
from games.problems import Text
from league.actions.decisions import forfeit, late_entry, penalty, substitution, void, withdrawal
from league.actions.decisions.common import Facts
from league.models import Decision, DecisionKind


class Kind(Protocol):
    """What each module of a kind has, beside `Payload`, `plan` and `apply`, which differ in what they ask for."""

    def revert(self, decision: Decision) -> None:
        """Put right what a decision did that is marked as revoked; raise ActionError if something depends on it."""

    def find_blockers(self, decision: Decision) -> list[Problem]:
        """Return what `revert` would refuse, without changing anything."""

    def describe(self, decision: Decision, facts: Facts) -> Text:
        """Return the sentence of a decision."""

    def describe_revert(self, decision: Decision, facts: Facts) -> list[Text]:
        """Return what reverting a decision does beside what becomes of its matches, in sentences."""


KINDS: Mapping[str, Kind] = {
    DecisionKind.FORFEIT: forfeit,
    DecisionKind.VOID: void,
    DecisionKind.WITHDRAWAL: withdrawal,
    DecisionKind.SUBSTITUTE: substitution,
    DecisionKind.LATE_ENTRY: late_entry,
    DecisionKind.PENALTY: penalty,
}
