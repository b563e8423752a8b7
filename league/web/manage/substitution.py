"""Substitutions: in a single match, or in all remaining matches of a season."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.actions.decisions import substitution
from league.actions.decisions.common import CHANGED
from league.actions.decisions.substitution import Plan, Waiting, substitute_player, substitute_rest_of_season
from league.actions.errors import ActionError
from league.forms import parse_revision
from league.models import Decision, DecisionKind, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.match import SeatedMatch, find_other_match
from league.queries.player_choices import (
    PlayerName,
    find_entry,
    find_player,
    list_club_players,
    list_entered_players,
)
from league.web.base import ChangeView
from league.web.entry.night import find_way_back
from league.web.formats import describe_not_open
from league.web.manage.access import get_match_to_decide, list_typed
from league.web.manage.base import (
    DecisionForm,
    PlayerField,
    ReasonForm,
    SeasonDecisionView,
    name_people,
)

ENGAGED = {
    "same-table": _("left out"),
    "other-table": _("left out: already playing at another table that evening"),
}


# --- in a single match


class SubstituteForm(ReasonForm):
    """`seen` is the match's revision when shown, `waved` the substitute about whom the page has already asked."""

    seat = forms.ChoiceField(label=_("Absent player"), widget=forms.RadioSelect)
    instead = PlayerField(label=_("Substitute"))
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    waved = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    field_order = ("seat", "instead", "reason", "note")
    question = ""  # the question before saving

    def __init__(self, *args: Any, match: SeatedMatch, players: Sequence[PlayerName], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {player.key: player.name for player in players}
        self.fields["seat"].choices = [(str(seat.number), self._describe(seat)) for seat in match.seats]  # type: ignore[attr-defined]
        self.fields["instead"].offer(_list_substitutes(match.seats, players))  # type: ignore[attr-defined]

    @property
    def base(self) -> int:
        """Return the revision of the match when shown."""
        return parse_revision(self.cleaned_data["seen"])

    def _describe(self, seat: Seat) -> str:
        name = self.names[seat.entry.player.key]
        if seat.player_id == seat.entry.player_id:
            return name
        label = gettext("{name} (now played by {other})")
        return label.format(name=name, other=self.names[seat.player.key])


class SubstituteView(ChangeView[SubstituteForm]):
    """Asks for the absent player of a match, the substitute and the reason; then saves the substitution."""

    template_name = "manage/substitute.html"
    found: SeatedMatch

    def find(self) -> HttpResponse | None:
        self.found, self.by = get_match_to_decide(self.request, **self.kwargs, permission="decide-substitute")
        if not self.found.is_open and self.request.method != "POST":
            messages.info(self.request, describe_not_open(self.found.season))
            return redirect(self.found.match)
        return None

    def build_form(self, sent: QueryDict | None) -> SubstituteForm:
        found, asked = self.found, self.request.GET.get("player", "")
        players = list_club_players(found.season, viewer=self.request.user)
        numbers = [str(seat.number) for seat in found.seats if seat.entry.player.key == asked]
        return SubstituteForm(sent, match=found, players=players, initial={"seat": "".join(numbers[:1])})

    def is_confirmed(self) -> bool:
        return not _find_obstacle(self.found)

    def change(self, form: SubstituteForm) -> HttpResponse:
        match = self.found.match
        instead = find_player(match.club_id, form.cleaned_data["instead"])
        if instead is None:  # gone since they were offered
            raise ActionError(CHANGED)
        if form.cleaned_data["waved"] != instead.key and (other := find_other_match(self.found, instead)):
            if other.division.is_whole_field:
                sentence = gettext("{name} already has a match that night: round {round}, table {table}.")
            elif other.division.goes_by_its_name:
                sentence = gettext(
                    "{name} already has a match that night: {division}, round {round}, table {table}."
                )
            else:
                sentence = gettext(
                    "{name} already has a match that night: division {division}, round {round}, table {table}."
                )
            form.question = sentence.format(
                name=form.names[instead.key],
                division=other.division.name,
                round=other.round.number,
                table=other.table,
            )
            return self.show(form)
        substitute_player(
            match=match,
            seat=int(form.cleaned_data["seat"]),
            substitute=instead,
            **form.remark,
            by=self.by,
            base=form.base,
        )
        messages.success(self.request, _say_done(self.found, form))
        return redirect(find_way_back(self.request, match))

    def get_context(self, form: SubstituteForm) -> dict[str, Any]:
        found = self.found
        return {
            "found": found,
            "where": found.where,
            "obstacle": _find_obstacle(found),
            "names": [form.names[seat.entry.player.key] for seat in found.seats],
            "played": found.match.status == MatchStatus.PLAYED,
            "typed": tuple(list_typed(self.request)),
        }


def _say_done(found: SeatedMatch, form: SubstituteForm) -> str:
    key = found.seats[int(form.cleaned_data["seat"])].entry.player.key
    if key != form.cleaned_data["instead"]:
        return gettext("Substitute saved.")
    played = found.match.status == MatchStatus.PLAYED
    message = gettext("Saved: {name} played.") if played else gettext("Saved: {name} plays.")
    return message.format(name=form.names[key])


def _list_substitutes(seats: Sequence[Seat], players: Sequence[PlayerName]) -> Iterator[PlayerName]:
    """Yield all players who don't play in the match, including those whom a substitute replaces now."""
    sitting = {seat.player.key for seat in seats}
    back = {seat.entry.player.key for seat in seats} - sitting
    own = gettext("{name} (original player)")
    for player in players:
        if player.key in back:
            yield PlayerName(player.key, own.format(name=player.name))
        elif player.key not in sitting:
            yield player


def _find_obstacle(found: SeatedMatch) -> str:
    """Return why no substitution is possible; empty if it is."""
    if not found.is_open:
        return describe_not_open(found.season)
    if found.match.status not in (MatchStatus.SCHEDULED, MatchStatus.PLAYED):
        return gettext("This match was not played, so it can't have a substitute.")
    return ""


# --- for the rest of a season


class SubstituteRestForm(DecisionForm[Plan]):
    """The substitute may be chosen after the matches have been shown."""

    player = PlayerField(label=_("Absent player"))
    instead = PlayerField(
        label=_("Substitute"),
        required=False,
        help_text=_("Choose the absent player again to end the substitution."),
    )
    field_order = ("player", "instead", "reason", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].offer(list_entered_players(self.season, self.names))  # type: ignore[attr-defined]
        players = [PlayerName(key, name) for key, name in self.names.items()]
        self.fields["instead"].offer(players)  # type: ignore[attr-defined]

    def clean(self) -> None:
        if "show" not in self.data and not ("instead" in self.errors or self.cleaned_data.get("instead")):
            self.add_error("instead", self.fields["instead"].error_messages["required"])

    def plan(self) -> Plan | None:
        if self.is_bound:
            self.is_valid()
            chosen, instead = (self.cleaned_data.get(name, "") for name in ("player", "instead"))
        else:
            chosen, instead = self.initial["player"], ""
        entry = find_entry(self.season, chosen) if chosen else None
        if entry is None or entry.left:
            return None
        entry.season = self.season
        substitute = find_player(self.season.competition.club_id, instead) if instead else None
        planned = substitution.plan(entry, substitute)
        self.matches = {
            item.match.key: " – ".join([self.names[chosen], *self._name_others(item)])
            for item in planned.waiting
        }
        return planned

    def decide(self, planned: Plan, by: Principal) -> Decision:
        if problem := planned.find_obstacle():
            raise ActionError(problem)
        if planned.substitute is None:  # gone since they were offered
            raise ActionError(CHANGED)
        return substitute_rest_of_season(
            entry=planned.entry,
            substitute=planned.substitute,
            **self.remark,
            by=by,
            seen=self.cleaned_data["seen"],
        )

    def say_done(self, decision: Decision, planned: Plan) -> list[str]:
        name, instead = self.names[planned.entry.player.key], self._name_substitute(planned)
        message = gettext("{instead} substitutes for {name} from now on.")
        if planned.substitute and planned.substitute.pk == planned.entry.player_id:
            message = gettext("Saved: {name} plays.")
        left_out = len(decision.detail["left_out"])
        warning = ngettext(
            "{number} match is left out because {instead} is already playing in it or at "
            "another table that evening.",
            "{number} matches are left out because {instead} is already playing in them or "
            "at another table that evening.",
            left_out,
        )
        warnings = [warning.format(number=left_out, instead=instead)] if left_out else []
        return [message.format(name=name, instead=instead), *warnings]

    def preview(self, planned: Plan) -> dict[str, Any]:
        obstacle = planned.find_obstacle()
        return {
            "name": self.names[planned.entry.player.key],
            "instead": self._name_substitute(planned),
            "matches": [
                {
                    "key": item.match.key,
                    "round": item.match.round.number,
                    "on": item.match.due_on,
                    "others": self._name_others(item),
                    "sitting": self.names[item.own.player.key]
                    if item.own.player_id != planned.entry.player_id
                    else "",
                    "left_out": ENGAGED.get(item.engaged, ""),
                }
                for item in planned.waiting
            ],
            "at_the_table": sum(item.engaged == "same-table" for item in planned.waiting),
            "elsewhere": sum(item.engaged == "other-table" for item in planned.waiting),
            "obstacle": name_people(obstacle, self.names, self.matches).message.translate(gettext)
            if obstacle
            else "",
        }

    def _name_others(self, item: Waiting) -> list[str]:
        return [self.names[seat.entry.player.key] for seat in item.seats if seat is not item.own]

    def _name_substitute(self, planned: Plan) -> str:
        return self.names[planned.substitute.key] if planned.substitute else ""


class SubstituteRestView(SeasonDecisionView[SubstituteRestForm]):
    form_class = SubstituteRestForm
    template_name = "manage/substitute_rest.html"
    kind = DecisionKind.SUBSTITUTE
    url_path = "substitute"
    url_name = "substitute-rest"
    choice = _("Substitute for all remaining matches")
    choice_hint = _("Another player plays all remaining matches for one who can't.")
    failed = _("Not saved yet")
    intro = _(
        "The substitute plays all remaining matches of a player. Statistics go to the "
        "substitute; the results count for the original player. For a single match, "
        "start from the match page."
    )
    compared = _("Match")
    decide_button = _("Save substitute")
