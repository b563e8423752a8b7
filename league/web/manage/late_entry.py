"""A late entry into an open season: the player's division, and the matches they would get."""

from typing import Any

from django import forms
from django.db.models import Count, Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.actions.decisions import late_entry
from league.actions.decisions.late_entry import Plan, add_late_entry
from league.models import Decision, DecisionKind, Division, Player
from league.principals import Principal
from league.queries.game_words import get_round_word
from league.queries.player_choices import PlayerName, find_player
from league.rules.seasons.groups import describe_name
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import PAIR_SIZE
from league.web.manage.base import DecisionForm, PlayerField, SeasonDecisionView


class LateEntryForm(DecisionForm[Plan]):
    player = PlayerField(label=_("Player"), help_text=_("Players of the club who aren't in it yet."))
    division = forms.ChoiceField(label=_("Division"))
    guest = forms.BooleanField(
        label=_("A guest, who plays along without belonging to the club"), required=False
    )
    field_order = ("player", "division", "guest", "reason", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        is_out = Q(entries__season=self.season) | Q(retired_on__isnull=False)
        others = Player.objects.filter(is_out, club=self.season.competition.club_id)
        out = set(others.values_list("key", flat=True))
        self.free = tuple(PlayerName(key, name) for key, name in self.names.items() if key not in out)
        self.fields["player"].offer(self.free)  # type: ignore[attr-defined]
        divisions = Division.objects.filter(season=self.season).order_by("stage__number", "level")
        choices = [
            (str(division.pk), _describe_division(division))
            for division in divisions.annotate(players=Count("entries", filter=Q(entries__left=False)))
        ]
        empty = [("", gettext("Choose …"))] if len(choices) > 1 else []
        self.fields["division"].choices = [*empty, *choices]  # type: ignore[attr-defined]
        if not self.season.competition.is_tournament:
            del self.fields["guest"]
        if self.season.competition.is_tournament:
            self.fields["division"].label = _("Group")
        if self.season.competition.is_tournament and len(choices) == 1:
            self.fields["division"].widget = forms.HiddenInput()
            self.fields["division"].initial = choices[0][0]

    @property
    def is_paired(self) -> bool:
        """Whether its rounds are paired one after the other, so that the player gets no matches yet."""
        return parse_settings(*self.season.settings).rules.pairs_rounds

    @property
    def is_ladder(self) -> bool:
        return parse_settings(*self.season.settings).rules.is_ladder

    @property
    def two_handed(self) -> bool:
        return parse_settings(*self.season.settings).table_size == PAIR_SIZE

    def plan(self) -> Plan | None:
        if not self.has("player", "division"):
            return None
        chosen = self.cleaned_data
        division = (
            Division.objects.filter(season=self.season, pk=chosen["division"]).select_related("stage").first()
        )
        player = find_player(self.season.competition.club_id, chosen["player"])
        if division is None or player is None:  # removed since they were offered
            self.add_changed_problem()
            return None
        division.season = self.season
        return late_entry.plan(division, player)

    def decide(self, planned: Plan, by: Principal) -> Decision:
        return add_late_entry(
            division=planned.division,
            player=planned.player,
            guest=self.cleaned_data.get("guest", False),
            **self.remark,
            by=by,
            seen=self.cleaned_data["seen"],
        )

    def say_done(self, decision: Decision, planned: Plan) -> list[str]:
        sentence = (
            gettext("{name} plays from the next {round} that is paired.")
            if self.is_paired
            else gettext("{name} stands last on the ladder.")
            if self.is_ladder
            else gettext("{name} added to {division}.")
            if planned.division.goes_by_its_name
            else gettext("{name} added to division {division}.")
        )
        return [
            sentence.format(
                name=self.names[planned.player.key],
                division=describe_name(planned.division.name).translate(gettext),
                round=gettext(get_round_word(self.season, "round")),
            )
        ]

    def preview(self, planned: Plan) -> dict[str, Any]:
        matches = [
            {
                "round": match.round,
                "table": match.table,
                "on": match.due_on,
                "names": [self.names[key] for key in match.players],
                "joins": match.joins,
            }
            for match in planned.matches
        ]
        return {
            "name": self.names[planned.player.key],
            "matches": matches,
            "is_guessed": bool(planned.new_matches) and not planned.is_made_here,
            "undated": sum(match.due_on is None for match in planned.matches),
        }


class LateEntryView(SeasonDecisionView[LateEntryForm]):
    form_class = LateEntryForm
    template_name = "manage/late_entry.html"
    kind = DecisionKind.LATE_ENTRY
    url_path = "late-entry"
    url_name = "enter-late"
    choice = _("Late entry")
    choice_hint = _("Adds a player after the start.")
    failed = _("Not saved yet")
    decide_button = _("Add late entry")


def _describe_division(division: Any) -> str:
    label = ngettext("{name}, {number} player", "{name}, {number} players", division.players)
    return label.format(name=division.name, number=division.players)
