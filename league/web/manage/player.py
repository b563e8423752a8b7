"""Replacing a player's name, for somebody who has asked for it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from league.actions.player import forget_player
from league.forms import ProblemForm
from league.models import Player
from league.web.base import ChangeView
from league.web.manage.access import require_permission


class ForgetPlayerView(ChangeView[ProblemForm]):
    template_name = "manage/forget_player.html"
    form_class = ProblemForm
    player: Player

    def find(self) -> HttpResponse | None:
        club, key = self.kwargs["club"], self.kwargs["player"]
        self.player = get_object_or_404(Player.objects.for_page(), club__slug=club, key=key)
        self.by = require_permission(self.request, "manage-members", self.player.club)
        return None

    def change(self, form: ProblemForm) -> HttpResponse:
        name = forget_player(player=self.player, by=self.by)
        messages.success(self.request, gettext("The player is now called {name}.").format(name=name))
        return redirect(self.player)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {"player": self.player}
