"""Correcting a player's name, shortening or hiding it for visitors, and anonymising a player on request."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.player import change_visibility, forget_player, rename_player, set_retired
from league.forms import ProblemForm
from league.models import Player, Visibility
from league.rules.names import MAX_NAME_LENGTH
from league.web.base import ChangeView, Form
from league.web.manage.access import require_permission


class PlayerView(ChangeView[Form]):
    """A page that changes a player, for users with the permission in the club."""

    permission: str
    player: Player

    def find(self) -> HttpResponse | None:
        club, key = self.kwargs["club"], self.kwargs["player"]
        self.player = get_object_or_404(Player.objects.for_page(), club__slug=club, key=key)
        self.by = require_permission(self.request, self.permission, self.player.club)
        return None

    def get_context(self, form: Form) -> dict[str, Any]:
        return {"player": self.player}


class PlayerForm(ProblemForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
        help_text=_("Shown on all pages. Results and the web address of the player page stay."),
    )
    visibility = forms.ChoiceField(
        label=_("What visitors see"),
        required=False,  # a form without this field leaves it unchanged
        choices=(
            (Visibility.NAME, _("The name, and a page")),
            (Visibility.MINOR, _("A short name and no page, as for children")),
            (Visibility.HIDDEN, _("“Player” and a number, and no page")),
        ),
        help_text=_(
            "For a player who asks for it, or a parent for their child. Members of the club still see the name. "
            "Results and tables stay."
        ),
    )


class EditPlayerView(PlayerView[PlayerForm]):
    permission = "change-club"
    template_name = "manage/edit_player.html"

    def build_form(self, sent: QueryDict | None) -> PlayerForm:
        shown = self.player.visibility
        return PlayerForm(
            sent,
            initial={
                "name": self.player.get_name_for(self.request.user),
                "visibility": Visibility.NAME if shown == Visibility.SHORT else shown,
            },
        )

    def get_context(self, form: PlayerForm) -> dict[str, Any]:
        merges = self.player.merges.order_by("-at")
        return {**super().get_context(form), "merges": list(merges)}

    def change(self, form: PlayerForm) -> HttpResponse:
        rename_player(player=self.player, name=form.cleaned_data["name"], by=self.by)
        if visibility := form.cleaned_data["visibility"]:
            change_visibility(player=self.player, visibility=visibility, by=self.by)
        messages.success(self.request, gettext("Changes saved."))
        return redirect("player", self.kwargs["club"], self.player.key)


class RetireForm(ProblemForm):
    retired = forms.ChoiceField(choices=[("1", ""), ("0", "")])


class RetirePlayerView(PlayerView[RetireForm]):
    """Takes what the buttons of the page Edit player send."""

    permission = "change-club"
    form_class = RetireForm

    def change(self, form: RetireForm) -> HttpResponse:
        retired = form.cleaned_data["retired"] == "1"
        set_retired(player=self.player, retired=retired, by=self.by)
        sentence = gettext("{name} has retired.") if retired else gettext("{name} plays again.")
        messages.success(self.request, sentence.format(name=self.player.get_name_for(self.request.user)))
        return self.show(form)

    def show(self, form: RetireForm) -> HttpResponse:
        return redirect("edit-player", self.kwargs["club"], self.player.key)


class ForgetPlayerView(PlayerView[ProblemForm]):
    permission = "manage-members"
    template_name = "manage/forget_player.html"
    form_class = ProblemForm

    def change(self, form: ProblemForm) -> HttpResponse:
        self.player.name = forget_player(player=self.player, by=self.by)
        name = self.player.get_name_for(self.by.user)
        messages.success(self.request, gettext("The player is now called {name}.").format(name=name))
        return redirect(self.player)
