"""Joining two records of one person, with a preview, and undoing it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.errors import ActionError
from league.actions.join import MAX_REASON_LENGTH, JoinPlan, join_players, plan_join, undo_join
from league.forms import ProblemForm
from league.models import Player, PlayerJoin
from league.queries.player_choices import find_player, list_players
from league.web.manage.player import PlayerView

JOIN = "join"  # the button that follows the preview


class JoinForm(ProblemForm):
    player = forms.ChoiceField(
        label=_("The same person is also listed as"),
        help_text=_("This record goes. Its results, statistics and titles move to the player above."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_LENGTH,
        help_text=_("For the audit log, such as: entered twice under two spellings."),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )

    def __init__(self, *args: Any, others: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", _("Choose a player")), *others]  # type: ignore[attr-defined]


class JoinPlayerView(PlayerView[JoinForm]):
    permission = "change-club"
    template_name = "manage/join_player.html"
    plan: JoinPlan | None

    def build_form(self, sent: QueryDict | None) -> JoinForm:
        there = list_players(self.player.club_id, viewer=self.request.user)
        others = [(each.key, each.name) for each in there if each.key != self.player.key]
        return JoinForm(sent, others=others)

    def make_plan(self, form: JoinForm) -> JoinPlan | None:
        if not (form.is_bound and form.is_valid()):
            return None
        planned = plan_join(self.player, self._find_other(form))
        if planned.problem:
            raise ActionError(planned.problem)
        return planned

    def is_confirmed(self) -> bool:
        return JOIN in self.request.POST

    def change(self, form: JoinForm) -> HttpResponse:
        other = self._find_other(form)
        join_players(kept=self.player, joined=other, reason=form.cleaned_data["reason"], by=self.by)
        sentence = gettext("{joined} is now part of {kept}. You can undo this under Edit.")
        names = {
            "joined": other.get_name_for(self.request.user),
            "kept": self.player.get_name_for(self.request.user),
        }
        messages.success(self.request, sentence.format(**names))
        return redirect("player", self.kwargs["club"], self.player.key)

    def get_context(self, form: JoinForm) -> dict[str, Any]:
        return {"player": self.player, "plan": self.plan, "join": JOIN}

    def _find_other(self, form: JoinForm) -> Player:
        found = find_player(self.player.club_id, form.cleaned_data["player"])
        if found is None:  # joined or deleted since the choices were read
            raise Http404
        return found


class UndoJoinView(PlayerView[ProblemForm]):
    permission = "change-club"
    template_name = "manage/undo_join.html"
    form_class = ProblemForm
    join: PlayerJoin

    def find(self) -> HttpResponse | None:
        answer = super().find()
        joins = PlayerJoin.objects.select_related("kept__club", "user").filter(kept=self.player)
        self.join = get_object_or_404(joins, pk=self.kwargs["join"])
        return answer

    def change(self, form: ProblemForm) -> HttpResponse:
        player = undo_join(join=self.join, by=self.by)
        sentence = gettext("{name} is a separate player again.")
        messages.success(self.request, sentence.format(name=player.get_name_for(self.request.user)))
        return redirect("player", self.kwargs["club"], self.player.key)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {"player": self.player, "joined": self.join.build_player(), "made": self.join}
