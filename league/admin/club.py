"""Clubs: their name and time zone may be changed; they are suspended, deleted, and brought back."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.club import change_club
from league.actions.club_deletion import delete_club, restore_club
from league.actions.errors import ActionError
from league.actions.suspension import MAX_SUSPENSION_REASON_LENGTH, lift_suspension, suspend_club
from league.admin.pages import Changing
from league.forms.deletion import DeleteClub
from league.forms.member import Problematic
from league.models import Club
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages.administration import filter_ownerless, list_clubs, search_clubs
from league.rules.field_types import list_time_zones


class SuspendClub(Problematic):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_SUSPENSION_REASON_LENGTH,
        help_text=_("The owners are told by mail, and on their page."),
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )


class Confirm(Problematic):
    pass


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("suspended", _("suspended")),
            ("deleted", _("deleted")),
            ("ownerless", _("without an owner")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> QuerySet[Club]:
        if self.value() == "suspended":
            return queryset.filter(suspended_at__isnull=False)
        if self.value() == "deleted":
            return queryset.filter(deleted_at__isnull=False)
        return filter_ownerless(queryset) if self.value() == "ownerless" else queryset


@dataclass(frozen=True)
class Button:
    """What a button of a club's page asks for, what it does then with what was typed, and what is said."""

    form_class: type[Problematic]
    act: Callable[..., object]
    done: "str | Promise"


BUTTONS = {
    "suspend": Button(SuspendClub, suspend_club, _("The club is suspended. Its owners are told by mail.")),
    "lift": Button(Confirm, lift_suspension, _("The suspension is lifted.")),
    "delete": Button(
        DeleteClub, delete_club, _("The club is deleted. It can be restored here until its time is over.")
    ),
    "restore": Button(Confirm, restore_club, _("The club is restored.")),
}


@admin.register(Club)
class ClubAdmin(Changing):
    list_display = ["name", "condition", "owners", "players", "last_activity", "created", "slug"]
    list_filter = [StateFilter]
    search_fields = ["name", "slug"]  # and their owners: see `get_search_results`
    search_help_text = _("Name or web address of the club, name or e-mail address of an owner")
    fields = [
        *("slug", "name", "timezone", "revision"),
        *("suspended_at", "suspension_reason", "deleted_at"),
    ]
    changeable = ("name", "timezone")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return list_clubs()

    def get_ordering(self, request: HttpRequest) -> Any:
        """Put the club with the latest activity first; other lists, which filter by club, ask as well."""
        match = request.resolver_match
        if match and match.url_name == "league_club_changelist":
            return [F("last_activity").desc(nulls_last=True), "pk"]
        return ["name", "slug"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Club], search_term: str
    ) -> tuple[QuerySet[Club], bool]:
        _found, duplicates = super().get_search_results(request, queryset, "")
        term = self.trim_search(search_term)
        return (search_clubs(queryset, term) if term else queryset), duplicates

    @admin.display(description=_("owners"))
    def owners(self, club: Any) -> str:
        return ", ".join(str(membership.user) for membership in club.owner_memberships) or "–"

    @admin.display(description=_("players"), ordering="player_count")
    def players(self, club: Any) -> int:
        return int(club.player_count)

    @admin.display(description=_("last activity"), ordering="last_activity")
    def last_activity(self, club: Any) -> Any:
        return club.last_activity and timezone.localdate(club.last_activity)

    @admin.display(description=_("created"), ordering="first_event")
    def created(self, club: Any) -> Any:
        return club.first_event and timezone.localdate(club.first_event)

    @admin.display(description=_("state"))
    def condition(self, club: Club) -> str:
        if club.deleted_at:
            until = date_format(timezone.localdate(club.erased_from))
            return gettext("deleted, until {day}").format(day=until)
        return gettext("suspended") if club.suspended_at else ""

    def may_act(self, row: Club, by: Principal) -> bool:
        return can(by, "change-club", row) and not row.is_hidden

    def act(self, row: Club, typed: dict[str, Any], by: Principal) -> None:
        change_club(club=row, name=typed["name"], zone=typed["timezone"], by=by)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "timezone":
            zones = sorted(list_time_zones())
            return forms.ChoiceField(choices=[(zone, zone) for zone in zones])
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def view_on_site(self, row: Club) -> str:
        return reverse("club", args=[row.slug])

    def recorded_as(self, row: Club) -> tuple[int, str, str]:
        return row.pk, "club", row.slug

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["may_suspend"] = can(identify(request.user), "administer")
        return super().render_change_form(request, context, *args, **kwargs)

    # --- what the buttons of its page do

    def get_urls(self) -> list[Any]:
        own = [
            path(
                f"<path:object_id>/{name}/",
                self.admin_site.admin_view(partial(self._ask, name=name)),
                name=f"league_club_{name}",
            )
            for name in BUTTONS
            if name != "delete"  # has an address of Django's
        ]
        return own + super().get_urls()

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return can(identify(request.user), "administer") and (obj is None or obj.deleted_at is None)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self._ask(request, object_id, name="delete")

    def _ask(self, request: HttpRequest, object_id: str, *, name: str) -> HttpResponse:
        """Say what a button will do; do it when it is sent in, and lead back to the club's page."""
        button, by = BUTTONS[name], identify(request.user)
        if not can(by, "administer"):
            raise PermissionDenied
        club = self.get_object(request, unquote(object_id))
        if club is None:
            raise Http404
        form = button.form_class(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                button.act(club=club, by=by, **form.cleaned_data)
            except ActionError as refused:
                form.refused(refused.problems)
            else:
                self.log_change(request, club, str(button.done))
                self.message_user(request, str(button.done), messages.SUCCESS)
                return redirect("admin:league_club_change", club.pk)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts,
            "original": club,
            "title": club,
            "form": form,
        }
        return TemplateResponse(request, f"admin/league/club/{name}.html", context)
