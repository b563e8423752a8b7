"""Requests to join a club: those that wait for an answer, and the page of one, where it is approved or refused."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from league.actions.errors import MAX_REASON_LENGTH
from league.actions.join_request import approve_join_request, find_answer, refuse_join_request
from league.actions.player import normalize_name
from league.forms import ProblemForm
from league.models import JoinRequest, Player
from league.web.base import ChangeView
from league.web.limits import require_safe
from league.web.manage.access import get_club, require_permission

MAX_SHOWN = 200


@require_safe
@never_cache
@login_required
def show_requests(request: HttpRequest, club: str) -> HttpResponse:
    """Show the requests that wait, the first that came first. 3 queries."""
    found, _by = get_club(request, club, "answer-join-request")
    waiting = JoinRequest.objects.open().filter(club=found).order_by("made_at", "pk")
    context = {"club": found, "requests": waiting.select_related("user", "player__club")[:MAX_SHOWN]}
    return render(request, "manage/join_requests.html", context)


class AnswerForm(ProblemForm):
    """As which player an account is approved, and why it is refused; each is left blank for the other."""

    player = forms.ChoiceField(label=_("Player"), required=False)
    namesakes = forms.BooleanField(
        label=_("These are two different people"),
        required=False,
        help_text=_("Adds another player of the same name."),
    )
    reason = forms.CharField(
        label=_("Reason if you refuse"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": MAX_REASON_LENGTH, "autocomplete": "off", "dir": "auto"}),
        help_text=_("The person gets it by e-mail."),
    )

    def __init__(self, *args: Any, asked: JoinRequest, reader: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers_namesakes = bool(self.data.get("namesakes"))
        self.free: dict[str, Player] = {}
        if asked.player_id:
            del self.fields["player"], self.fields["namesakes"]
            return
        free = Player.objects.filter(club=asked.club_id, user=None).order_by("folded_name", "pk")
        self.free = {str(player.pk): player for player in free}
        same = normalize_name(asked.name)
        namesake = next((key for key, one in self.free.items() if normalize_name(one.name) == same), "")
        new = gettext("New player: {name}").format(name=asked.name)
        choice: Any = self.fields["player"]
        choice.choices = [
            ("", new),
            *((key, player.get_name_for(reader)) for key, player in self.free.items()),
        ]
        choice.initial = namesake
        if namesake:
            choice.help_text = _("The club has a player of this name without an account.")

    def add_problems(self, problems: Any) -> None:
        found = list(problems)
        self.offers_namesakes |= any(problem.code == "known-name" for problem in found)
        super().add_problems(found)

    @property
    def chosen(self) -> Player | None:
        return self.free.get(self.cleaned_data.get("player", ""))


class AnswerView(ChangeView[AnswerForm]):
    template_name = "manage/join_request.html"
    asked: JoinRequest

    def find(self) -> HttpResponse | None:
        rows = JoinRequest.objects.select_related("club", "user", "player__club")
        is_first = not hasattr(self, "by")
        self.asked = get_object_or_404(rows, club__slug=self.kwargs["club"], pk=self.kwargs["join_request"])
        self.by = require_permission(self.request, "answer-join-request", self.asked.club)
        if problem := find_answer(self.asked):
            if is_first:  # else the refusal says so
                messages.error(self.request, problem.message.translate(gettext))
            return redirect("join-requests", self.asked.club.slug)
        return None

    def build_form(self, sent: QueryDict | None) -> AnswerForm:
        return AnswerForm(sent, asked=self.asked, reader=self.request.user)

    def is_confirmed(self) -> bool:
        return bool({"approve", "refuse"} & set(self.request.POST))

    def change(self, form: AnswerForm) -> HttpResponse:
        if "refuse" in self.request.POST:
            reason = form.cleaned_data["reason"]
            refuse_join_request(join_request=self.asked, reason=reason, by=self.by)
            messages.success(self.request, gettext("Request refused."))
        else:
            namesakes = bool(form.cleaned_data.get("namesakes"))
            approve_join_request(join_request=self.asked, player=form.chosen, namesakes=namesakes, by=self.by)
            messages.success(self.request, gettext("Request approved."))
        return redirect("join-requests", self.asked.club.slug)

    def get_context(self, form: AnswerForm) -> dict[str, Any]:
        return {"club": self.asked.club, "asked": self.asked}
