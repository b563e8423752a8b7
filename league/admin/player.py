"""Players: their name may be changed, and whose log-in is theirs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from league.actions.player import change_player
from league.admin.pages import Changing, only
from league.models import Player
from league.permissions import can
from league.principals import Principal

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models import User


@dataclass(frozen=True)
class ShownName:
    """A column with names as this viewer may read them."""

    viewer: "User | AnonymousUser"
    __name__ = "shown_name"
    short_description = _("name")
    admin_order_field = "name"

    def __call__(self, player: Player) -> str:
        return format_html("<bdi>{}</bdi>", player.get_name_for(self.viewer))


@admin.register(Player)
class PlayerAdmin(Changing):
    list_select_related = ["club", "user"]
    list_filter = only("club")
    search_fields = ["key", "name"]
    ordering = ["club__name", "key"]
    changeable = ("name", "user")
    raw_id_fields = ["user"]  # with autocomplete_fields Django falls over an id that is none

    def may_act(self, row: Player, by: Principal) -> bool:
        return can(by, "change-club", row.club_id)

    def act(self, row: Player, typed: dict[str, Any], by: Principal) -> None:
        change_player(player=row, name=typed["name"], user=typed["user"], by=by)

    def get_list_display(self, request: HttpRequest) -> Any:
        return ["key", ShownName(request.user), "club", "user"]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        changing = self.has_change_permission(request, obj)
        return ["club", "key", "name" if changing else ShownName(request.user), "user"]

    def view_on_site(self, row: Player) -> str:
        return reverse("player", args=[row.club.slug, row.key])

    def recorded_as(self, row: Player) -> tuple[int, str, str]:
        return row.club_id, "player", row.key
