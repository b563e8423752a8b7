"""Merging two records of one person, with a preview, and undoing it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.errors import MAX_REASON_LENGTH, ActionError
from league.actions.merge import MergePlan, merge_players, plan_merge, undo_merge
from league.forms import ProblemForm
from league.models import Player, PlayerMerge
from league.queries.player_choices import list_players
from league.web.manage.player import PlayerView

MERGE = "merge"  # the button that follows the preview


class MergeForm(ProblemForm):
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


class MergePlayerView(PlayerView[MergeForm]):
    permission = "change-club"
    template_name = "manage/merge_player.html"
    plan: MergePlan | None

    def build_form(self, sent: QueryDict | None) -> MergeForm:
        there = list_players(self.player.club_id, viewer=self.request.user)
        others = [(each.key, each.name) for each in there if each.key != self.player.key]
        return MergeForm(sent, others=others)

    def make_plan(self, form: MergeForm) -> MergePlan | None:
        if not (form.is_bound and form.is_valid()):
            return None
        planned = plan_merge(self.player, self._find_other(form))
        if planned.problem:
            raise ActionError(planned.problem)
        return planned

    def is_confirmed(self) -> bool:
        return MERGE in self.request.POST

    def change(self, form: MergeForm) -> HttpResponse:
        other = self._find_other(form)
        merge_players(kept=self.player, merged=other, reason=form.cleaned_data["reason"], by=self.by)
        sentence = gettext("{merged} is now part of {kept}. You can undo this under Edit.")
        names = {
            "merged": other.get_name_for(self.request.user),
            "kept": self.player.get_name_for(self.request.user),
        }
        messages.success(self.request, sentence.format(**names))
        return redirect("player", self.kwargs["club"], self.player.key)

    def get_context(self, form: MergeForm) -> dict[str, Any]:
        return {"player": self.player, "plan": self.plan, "merge": MERGE}

    def _find_other(self, form: MergeForm) -> Player:
        """Return the chosen player; raise Http404 if they were merged or deleted since the choices were read."""
        there = Player.objects.filter(club=self.player.club_id)
        return get_object_or_404(there, key=form.cleaned_data["player"])


class UndoMergeView(PlayerView[ProblemForm]):
    permission = "change-club"
    template_name = "manage/undo_merge.html"
    form_class = ProblemForm
    made: PlayerMerge

    def find(self) -> HttpResponse | None:
        answer = super().find()
        merges = PlayerMerge.objects.select_related("kept__club", "user").filter(kept=self.player)
        self.made = get_object_or_404(merges, pk=self.kwargs["merge"])
        return answer

    def change(self, form: ProblemForm) -> HttpResponse:
        player = undo_merge(merge=self.made, by=self.by)
        sentence = gettext("{name} is a separate player again.")
        messages.success(self.request, sentence.format(name=player.get_name_for(self.request.user)))
        return redirect("player", self.kwargs["club"], self.player.key)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {"player": self.player, "merged": self.made.build_player(), "made": self.made}
