"""A change of the rounds of a season that are paired one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from games import Text
from games.problems import _
from league.actions.changes import Change, change
from league.actions.errors import ActionError
from league.models import Round, Season
from league.models.round import RoundState
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.boards import are_boards_public
from league.queries.game_words import name_round
from league.queries.rounds import build_event_key
from league.queries.schedule import get_stage_settings
from league.rules.settings import MOVEMENT
from league.rules.snapshot import Settings
from league.rules.validation import build_problem

BY_BRACKET = build_problem(
    "round", "bracket", _("In a bracket the pairs follow from the seeds and the results.")
)
BOARDS_PUBLIC = build_problem(
    "rounds", "boards-public", _("All rounds were over, so the cards of all deals can be worked out.")
)
BY_MOVEMENT = build_problem(
    "round", "movement", _("In a movement the pairs are fixed, so that everyone meets everyone.")
)
NOT_PAIRED = build_problem("season", "not-paired", _("The rounds aren't paired one after the other."))


@dataclass(frozen=True)
class RoundChange:
    """A change of a season's rounds that is being made."""

    event: Change
    settings: Settings
    rounds: Sequence[Round]  # by number

    @property
    def season(self) -> Season:
        return self.event.season

    def name(self, number: int, *, begins: bool = True) -> Text:
        return name_round(self.season, number, begins=begins)

    def get(self, number: int) -> Round:
        """Return a round; raise ActionError where there is none."""
        found = next((each for each in self.rounds if each.number == number), None)
        if found is None:
            sentence = _("There is no {name}.")
            name = self.name(number, begins=False)
            raise ActionError(build_problem("round", "unknown-round", sentence, name=name))
        return found

    def require_state(self, number: int, *states: str) -> Round:
        """Return a round that is in one of these states; raise ActionError where it isn't, by now."""
        found = self.get(number)
        if found.state not in states:
            sentence = _("{name} is {state} by now.")
            state = str(RoundState(found.state).label)
            raise ActionError(
                build_problem("round", "round-state", sentence, name=self.name(number), state=state)
            )
        return found

    def require_changeable(self, number: int) -> Round:
        """Return a round that is a proposal, and may be changed by hand; raise ActionError otherwise."""
        if self.settings.rules.is_knockout:
            raise ActionError(BY_BRACKET)
        chosen = self.require_state(number, RoundState.PAIRED)
        if any(each["system"] == MOVEMENT for each in (chosen.pairings or {}).values()):
            raise ActionError(BY_MOVEMENT)
        return chosen

    def require_secret_boards(self) -> None:
        """Raise ActionError where all tables play the same cards, and those of rounds to come have been public."""
        if self.settings.rules.same_cards and (are_boards_public(self.rounds) or self.season.closure_history):
            raise ActionError(BOARDS_PUBLIC)

    def set_state(self, changed: Round, state: str, *, action: str = "", **after: Any) -> None:
        """Write a round's state and its event, of this action or of another. Its clock goes."""
        before, changed.state = changed.state, state
        changed.clock_ends_at = changed.clock_left = None
        changed.save(update_fields=["state", "pairings", "clock_ends_at", "clock_left"])
        self.log(changed.number, {"state": before}, {"state": state, **after}, action=action)

    def log(
        self, number: int, before: Mapping[str, Any], after: Mapping[str, Any], *, action: str = ""
    ) -> None:
        key = build_event_key(self.season, number)
        event = replace(self.event, action=action or self.event.action)
        event.log("round", key, dict(before), dict(after))


@contextmanager
def change_rounds(action: str, season: Season, by: Principal) -> Iterator[RoundChange]:
    """Change the rounds of an open season that are paired one after the other; club, season, divisions are locked."""
    with change(action, season, permission="run-seasons", by=by) as event:
        settings = get_stage_settings(event.season)
        if not settings.rules.pairs_rounds:
            raise ActionError(NOT_PAIRED)
        if event.season.state != SeasonState.OPEN:
            sentence = _("Rounds can be changed while the tournament is open.")
            raise ActionError(build_problem("season", "not-open", sentence))
        rounds = list(
            Round.objects.filter(stage__season=event.season, stage__number=event.season.current_stage)
        )
        yield RoundChange(event, settings, sorted(rounds, key=lambda each: each.number))
