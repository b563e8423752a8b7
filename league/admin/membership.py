"""Memberships: a role may be changed, and a membership ended. New ones come by invitation, on the club's own page."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext

from league.actions.errors import ActionError
from league.actions.membership import change_role, remove_member
from league.admin.pages import Changing, only
from league.models import Membership
from league.permissions import can
from league.principals import Principal, identify


@admin.register(Membership)
class MembershipAdmin(Changing):
    list_display = ["user", "club", "role"]
    list_select_related = ["user", "club"]
    list_filter = [*only("club"), "role"]
    search_fields = ["user__email", "user__name"]
    ordering = ["club__name", "user__email"]
    fields = ["club", "user", "role"]
    changeable = ("role",)

    def may_act(self, row: Membership, by: Principal) -> bool:
        return can(by, "manage-members", row.club_id)

    def act(self, row: Membership, typed: dict[str, Any], by: Principal) -> None:
        change_role(membership=row, role=typed["role"], by=by)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        stock = admin.ModelAdmin.has_delete_permission(self, request, obj)
        return stock and (obj is None or self.may_act(obj, identify(request.user)))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        try:
            return super().delete_view(request, object_id, extra_context)
        except PermissionDenied as error:
            raise PermissionDenied from error
        except ActionError as refused:
            self.message_user(request, refused.problems[0].message.translate(gettext), messages.ERROR)
            return redirect("admin:league_membership_change", object_id)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        remove_member(membership=obj, by=identify(request.user))

    def recorded_as(self, row: Membership) -> tuple[int, str, str]:
        return row.club_id, "user", str(row.user_id)
