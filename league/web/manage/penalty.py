"""A penalty of points or score: the player's standing now, and with the penalty."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import choose_decimals
from league.actions.decisions import penalty
from league.actions.decisions.penalty import MAX_PENALTY, Plan, penalise_entry
from league.models import Decision, DecisionKind
from league.principals import Principal
from league.queries.game_words import get_metric_name, get_word
from league.queries.player_choices import find_entry, list_entered_players
from league.queries.schedule import get_stage_settings
from league.web.fields import Number
from league.web.manage.base import DecisionForm, PlayerField, SeasonDecisionView
from league.web.manage.ranks import figure, first_key, rank_table

# Shown if the form has fields for both.
FIRST = _("Points decide the table. The average doesn't change.")
LATER = _("Points break ties in the table. The average doesn't change.")
SCORE = _("Lowers the average. Points don't change.")


class PenaltyForm(DecisionForm[Plan]):
    player = PlayerField(label=_("Player"))
    points = Number(label=_("Points to deduct"), required=False, min_value=0, max_value=MAX_PENALTY)
    score = Number(label=_("Score to deduct"), required=False, min_value=0, max_value=MAX_PENALTY)
    field_order = ("player", "points", "score", "reason", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        settings = get_stage_settings(self.season)
        self.fields["player"].offer(list_entered_players(self.season, self.names, with_left=True))  # type: ignore[attr-defined]
        self.fields["score"].label = gettext("{score} to deduct").format(
            score=capfirst(get_word(settings.game, "score"))
        )
        if "points" in settings.rules.ranking:
            points_first = settings.rules.ranking[0] == "points"
            self.fields["points"].help_text = FIRST if points_first else LATER
            self.fields["score"].help_text = SCORE
        else:
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not (cleaned.get("points") or cleaned.get("score")):
            nothing = gettext("Enter how much to deduct.")
            self.add_error("points" if "points" in self.fields else "score", nothing)
        return cleaned

    def plan(self) -> Plan | None:
        if not self.has("player", "points", "score"):
            return None
        entry = find_entry(self.season, self.cleaned_data["player"])
        if entry is None:  # removed since they were offered
            self.add_changed_problem()
            return None
        entry.season = self.season
        taken = {name: self.cleaned_data.get(name) or 0 for name in ("points", "score")}
        return penalty.plan(entry, **taken)

    def decide(self, planned: Plan, by: Principal) -> Decision:
        return penalise_entry(
            entry=planned.entry,
            points=planned.payload.points,
            score=planned.payload.score,
            **self.remark,
            by=by,
            seen=self.cleaned_data["seen"],
        )

    def say_done(self, decision: Decision, planned: Plan) -> list[str]:
        message = gettext("Penalty for {name} saved.").format(name=self.names[planned.entry.player.key])
        return [message]

    def preview(self, planned: Plan) -> dict[str, Any]:
        return {
            "name": self.names[planned.entry.player.key],
            "changes": tuple(_list_changes(planned)),
            "table": rank_table(
                planned.after,
                now=planned.now,
                settings=planned.settings,
                names=self.names,
                theirs=planned.entry.player.key,
            ),
        }


class PenaltyView(SeasonDecisionView[PenaltyForm]):
    form_class = PenaltyForm
    template_name = "manage/penalty.html"
    kind = DecisionKind.PENALTY
    url_path = "penalty"
    url_name = "penalize"
    choice = _("Penalty")
    choice_hint = _("Takes points or score away from a player.")
    failed = _("Not saved yet")
    decide_button = _("Add penalty")


def _list_changes(planned: Plan) -> Iterator[Mapping[str, Any]]:
    """Yield the ranking figure, the average, the score and, if they rank, the points: each once, before and after."""
    settings, player = planned.settings, planned.entry.player.key
    now, after = (
        next(row for row in table.ranked if row.row.player == player)
        for table in (planned.now, planned.after)
    )
    keys = [first_key(settings), "average", "score"]
    if "points" in settings.rules.ranking:
        keys.append("points")
    for key in dict.fromkeys(keys):
        label = get_word(settings.game, key) if key == "score" else get_metric_name(settings.game, key)
        values = figure(now, key), figure(after, key)
        yield {"label": capfirst(label), "values": values, "decimals": choose_decimals(values)}
