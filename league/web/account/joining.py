"""Asking to join a club, as one of its players or as a new one, and withdrawing the request."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.join_request import ask_to_join, withdraw_join_request
from league.forms import ProblemForm
from league.models import Club, JoinRequest, Player
from league.permissions import can
from league.principals import identify
from league.queries.proof import is_proved
from league.rules.names import MAX_NAME_LENGTH
from league.web.account.reauthentication import get_account
from league.web.base import ChangeView
from league.web.manage.access import require_permission


class JoinForm(ProblemForm):
    """The name of a new player; a request for a player of the club takes none."""

    name = forms.CharField(
        label=_("Your name as a player"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "dir": "auto"}),
        help_text=_("As it is to stand in tables and results."),
    )

    def __init__(self, *args: Any, has_player: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_player:
            del self.fields["name"]


class JoinView(ChangeView[JoinForm]):
    """Asks to join the club, with `?player=` as that player; shows a request that waits, with a button to withdraw it.

    Raises Http404 where the reader doesn't see the club, or the player; a request that waits is still withdrawn, on
    My page, where the club has closed its pages since: `league.web.hidden_club` lets only that in. Readers who have a
    player go to its page.
    """

    template_name = "account/join.html"
    club: Club
    player: Player | None = None
    waiting: JoinRequest | None

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        user = get_account(self.request)
        self.club = get_object_or_404(Club, slug=self.kwargs["club"])
        requests = JoinRequest.objects.open().filter(club=self.club, user=user)
        self.waiting = requests.select_related("player__club").first()
        if self.waiting:
            return None
        if "withdraw" in self.request.POST and not can(self.by, "ask-to-join", self.club):
            return redirect("my")  # the request was answered just now, and the club is for members
        require_permission(self.request, "ask-to-join", self.club)
        own = Player.objects.for_page().filter(club=self.club, user=user).first()
        if own is not None:
            messages.info(self.request, gettext("Your account is already linked to this player."))
            return redirect(own)
        if key := self.request.GET.get("player"):
            if "\x00" in key:  # there is no such id, and not every database can be asked for it
                raise Http404
            self.player = Player.objects.for_page().find_at_address(self.club.slug, key, user)
            if self.player is None or not self.player.has_page_for(user):
                raise Http404
        return None

    def build_form(self, sent: QueryDict | None) -> JoinForm:
        has_player = self.player is not None or self.waiting is not None
        return JoinForm(sent, has_player=has_player, initial={"name": get_account(self.request).name})

    def is_confirmed(self) -> bool:
        return self.waiting is None or "withdraw" in self.request.POST

    def change(self, form: JoinForm) -> HttpResponse:
        if self.waiting:
            withdraw_join_request(join_request=self.waiting, by=self.by)
            messages.success(self.request, gettext("Request withdrawn."))
            return redirect(self.club) if can(self.by, "ask-to-join", self.club) else redirect("my")
        ask_to_join(club=self.club, player=self.player, name=form.cleaned_data.get("name", ""), by=self.by)
        messages.success(self.request, gettext("Request sent. You get the answer by e-mail."))
        return redirect("ask-to-join", self.club.slug)

    def get_context(self, form: JoinForm) -> dict[str, Any]:
        account = get_account(self.request)
        return {
            "club": self.club,
            "player": self.player,
            "waiting": self.waiting,
            "account": account,
            "is_proved": is_proved(account),
        }
