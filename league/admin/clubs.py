"""Clubs, which are suspended, deleted and restored; their players, competitions and variants."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.club import change_club
from league.actions.club_deletion import delete_club, restore_club
from league.actions.competition import rename_competition
from league.actions.player import change_player
from league.actions.suspension import MAX_SUSPENSION_REASON_LENGTH, lift_suspension, suspend_club
from league.admin.base import (
    EditableAdmin,
    ReadOnlyAdmin,
    ReadOnlyInline,
    RowForm,
    RowPage,
    filter_by_related,
    trim_search,
)
from league.forms import list_time_zone_choices
from league.models import Club, Competition, Event, Membership, Player, Role, Season, Variant
from league.permissions import can
from league.principals import Principal
from league.rules.names import MAX_NAME_LENGTH, fold_name

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models import User


class SuspendClubForm(RowForm):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_SUSPENSION_REASON_LENGTH,
        help_text=_("Shown to the owners by e-mail and on their page."),
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )


class DeleteClubForm(RowForm):
    name = forms.CharField(
        label=_("Enter the club's name to confirm"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


def list_clubs() -> "QuerySet[Club]":
    """Return all clubs with `player_count`, `last_activity`, `first_event` and `owner_memberships`; 2 queries."""
    events = Event.objects.filter(club=OuterRef("pk"))
    players = Player.objects.filter(club=OuterRef("pk")).order_by().values("club")
    owners = Membership.objects.filter(role=Role.OWNER).select_related("user").order_by("pk")
    return Club.objects.annotate(
        player_count=Coalesce(Subquery(players.annotate(count=Count("pk")).values("count")), 0),
        last_activity=Subquery(events.order_by("-at").values("at")[:1]),
        first_event=Subquery(events.order_by("at").values("at")[:1]),
    ).prefetch_related(Prefetch("memberships", queryset=owners, to_attr="owner_memberships"))


def filter_ownerless(clubs: "QuerySet[Club]") -> "QuerySet[Club]":
    """Return the clubs without an owner who may log in, except deleted clubs."""
    owners = Membership.objects.filter(club=OuterRef("pk"), role=Role.OWNER, user__is_active=True)
    return clubs.filter(~Exists(owners), deleted_at=None)


def search_clubs(clubs: "QuerySet[Club]", term: str) -> "QuerySet[Club]":
    """Return the clubs whose name, web address, or owner's name or e-mail address contains the search text."""
    owners = Membership.objects.filter(club=OuterRef("pk"), role=Role.OWNER)
    owners = owners.filter(Q(user__email__icontains=term) | Q(user__name__icontains=term))
    condition = Q(slug__icontains=term) | Q(Exists(owners))
    if folded := fold_name(term):
        condition |= Q(folded_name__contains=folded)
    return clubs.filter(condition)


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


@admin.register(Club)
class ClubAdmin(EditableAdmin):
    list_display = ["name", "condition", "owners", "players", "last_activity", "created", "slug"]
    list_filter = [StateFilter]
    search_fields = ["name", "slug"]  # and their owners: see `get_search_results`
    search_help_text = _("Name or web address of the club, name or e-mail address of an owner")
    fields = [
        *("slug", "name", "timezone", "revision"),
        *("suspended_at", "suspension_reason", "deleted_at"),
    ]
    editable_fields = ("name", "timezone")
    row_pages = {
        "suspend": RowPage(suspend_club, _("Club suspended. Its owners get an e-mail."), SuspendClubForm),
        "lift": RowPage(lift_suspension, _("Suspension lifted.")),
        "delete": RowPage(
            delete_club,
            _("Club deleted. It can be restored here for 30 days."),
            DeleteClubForm,
        ),
        "restore": RowPage(restore_club, _("Club restored.")),
    }

    # --- the list

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return list_clubs()

    def get_ordering(self, request: HttpRequest) -> Any:
        """Put the club with the latest activity first; lists that filter by club call this as well."""
        match = request.resolver_match
        if match and match.url_name == "league_club_changelist":
            return [F("last_activity").desc(nulls_last=True), "pk"]
        return ["name", "slug"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Club], search_term: str
    ) -> tuple[QuerySet[Club], bool]:
        term = trim_search(search_term)
        return (search_clubs(queryset, term) if term else queryset), False

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

    @admin.display(description=_("status"))
    def condition(self, club: Club) -> str:
        if club.deleted_at:
            until = date_format(timezone.localdate(club.erased_from), gettext("j F Y"))
            return gettext("Deleted, can be restored until {day}").format(day=until)
        return gettext("Suspended") if club.suspended_at else gettext("Active")

    # --- the page of a club

    def can_edit(self, row: Club, by: Principal) -> bool:
        return can(by, "change-club", row) and not row.is_hidden

    def save_typed(self, row: Club, typed: dict[str, Any], by: Principal) -> None:
        change_club(club=row, name=typed["name"], zone=typed["timezone"], by=by)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "timezone":
            return forms.ChoiceField(choices=list_time_zone_choices)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["may_suspend"] = self.has_administer_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return self.has_administer_permission(request) and (obj is None or obj.deleted_at is None)

    def finish(self, request: HttpRequest, row: Club, done: "str | Promise") -> HttpResponse:
        self.log_change(request, row, str(done))
        return super().finish(request, row, done)

    def view_on_site(self, row: Club) -> str:
        return row.get_absolute_url()

    def get_event_key(self, row: Club) -> tuple[int, str, str]:
        return row.pk, "club", row.slug


@dataclass(frozen=True)
class ShownName:
    """A column of names as this reader may see them."""

    reader: "User | AnonymousUser"
    __name__ = "shown_name"
    short_description = _("name")
    admin_order_field = "name"

    def __call__(self, player: Player) -> str:
        return format_html("<bdi>{}</bdi>", player.get_name_for(self.reader))


@admin.register(Player)
class PlayerAdmin(EditableAdmin):
    """Players, whose name and log-in may be changed."""

    list_select_related = ["club", "user"]
    list_filter = filter_by_related("club")
    search_fields = ["key", "name"]
    ordering = ["club__name", "key"]
    editable_fields = ("name", "user")
    raw_id_fields = ["user"]  # with autocomplete_fields Django fails on an invalid id

    def can_edit(self, row: Player, by: Principal) -> bool:
        return can(by, "change-club", row.club_id)

    def save_typed(self, row: Player, typed: dict[str, Any], by: Principal) -> None:
        change_player(player=row, name=typed["name"], user=typed["user"], by=by)

    def get_list_display(self, request: HttpRequest) -> Any:
        return ["key", ShownName(request.user), "club", "user"]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        can_change = self.has_change_permission(request, obj)
        return ["club", "key", "name" if can_change else ShownName(request.user), "user"]

    def view_on_site(self, row: Player) -> str:
        return row.get_absolute_url()

    def get_event_key(self, row: Player) -> tuple[int, str, str]:
        return row.club_id, "player", row.key


class SeasonInline(ReadOnlyInline):
    model = Season
    fields = ["number", "state", "starts_on", "ends_on"]
    ordering = ["number"]


@admin.register(Competition)
class CompetitionAdmin(EditableAdmin):
    list_display = ["name", "club", "slug", "kind", "game"]
    list_select_related = ["club"]
    list_filter = [*filter_by_related("club"), "kind", "game"]
    search_fields = ["name", "slug"]
    ordering = ["club__name", "slug"]
    fields = ["club", "slug", "name", "kind", "game", "options", "rules"]
    editable_fields = ("name",)
    inlines = [SeasonInline]

    def can_edit(self, row: Competition, by: Principal) -> bool:
        return can(by, "change-club", row.club_id)

    def save_typed(self, row: Competition, typed: dict[str, Any], by: Principal) -> None:
        rename_competition(competition=row, name=typed["name"], by=by)

    def view_on_site(self, row: Competition) -> str:
        return row.get_absolute_url()

    def get_event_key(self, row: Competition) -> tuple[int, str, str]:
        return row.club_id, "competition", row.slug


@admin.register(Variant)
class VariantAdmin(ReadOnlyAdmin):
    """Variants, which are created and removed on their club's own pages."""

    list_display = ["name", "club", "key", "game"]
    list_select_related = ["club"]
    list_filter = [*filter_by_related("club"), "game"]
    search_fields = ["name", "key"]
    ordering = ["club__name", "key"]
    fields = ["club", "key", "name", "game", "options"]

    def get_event_key(self, row: Variant) -> tuple[int, str, str]:
        return row.club_id, "variant", row.key
