"""Accounts, with their permissions, approval and deletion; memberships, invitations, locked log-ins."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.account import delete_account, find_obstacles
from league.actions.errors import ActionError
from league.actions.membership import change_role, remove_member
from league.actions.second_factor import reset_second_factor
from league.actions.sign_up import approve_account, refuse_account
from league.actions.user import change_user, unlock_log_in
from league.admin.base import (
    EditableAdmin,
    ReadOnlyAdmin,
    ReadOnlyInline,
    RowForm,
    RowPage,
    filter_by_related,
)
from league.models import Invitation, Membership, User
from league.models.failed_log_in import FailedLogIn, is_locked
from league.permissions import can
from league.principals import Principal, identify
from league.queries.second_factor import has_second_factor


class DeleteAccountForm(RowForm):
    email = forms.CharField(
        label=_("Enter the account's e-mail address to confirm"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def clean_email(self) -> str:
        typed = str(self.cleaned_data["email"]).strip().lower()
        if typed != self.row.email.lower():
            raise forms.ValidationError(gettext("This is not the address of the account."))
        return typed

    def clean(self) -> dict[str, Any]:
        return {}  # of the action's arguments

    def list_obstacles(self) -> list[str]:
        """Return why the account cannot be deleted now. 2 queries."""
        return [problem.message.translate(gettext) for problem in find_obstacles(self.row, is_own=False)]

    def list_memberships(self) -> QuerySet[Membership]:
        """Return the roles that go with the account. 1 query."""
        return Membership.objects.filter(user=self.row).select_related("club").order_by("club")


class PermissionsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # Django's takes none when it runs
    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except OverflowError:  # an id with more digits than SQLite can look for
            message = self.error_messages["invalid_list"]
            raise forms.ValidationError(message, code="invalid_list") from None


class MembershipInline(ReadOnlyInline):
    model = Membership
    fields = ["club", "role"]


@admin.register(User)
class UserAdmin(EditableAdmin):
    list_display = ["email", "name", "is_active", "waiting_since", "is_staff", "is_superuser", "last_login"]
    list_filter = [
        "is_active",
        ("waiting_since", admin.EmptyFieldListFilter),
        ("deleted_at", admin.EmptyFieldListFilter),
        "is_staff",
        "is_superuser",
        "date_joined",
    ]
    search_fields = ["email", "name"]
    ordering = ["email"]
    fieldsets = [
        (None, {"fields": ["email", "name", "is_active", "date_joined", "last_login", "waiting_since"]}),
        (  # folded away: few installations choose which tables staff without administration may see
            _("Permissions"),
            {"fields": ["is_superuser", "is_staff", "user_permissions"], "classes": ["collapse"]},
        ),
    ]
    editable_fields = ("name", "is_active", "is_staff", "user_permissions")
    filter_horizontal = ["user_permissions"]
    inlines = [MembershipInline]
    actions = ["reset_second_factor"]
    row_pages = {"delete": RowPage(delete_account, _("Account deleted."), DeleteAccountForm)}

    def can_edit(self, row: User, by: Principal) -> bool:
        return can(by, "administer") and row.deleted_at is None

    def save_typed(self, row: User, typed: dict[str, Any], by: Principal) -> None:
        change_user(
            user=row,
            name=typed["name"],
            is_active=typed["is_active"],
            is_staff=typed["is_staff"],
            permissions=typed["user_permissions"],
            by=by,
        )

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field and db_field.name == "is_active":
            field.label = _("Can log in")
            field.help_text = _("Untick to suspend the account and log it out everywhere.")
        return field

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the permissions that staff can use on this site: to see its tables, and to use its forms."""
        field: Any = super().formfield_for_manytomany(
            db_field, request, form_class=PermissionsField, **kwargs
        )
        offered = Q(pk=None)
        for model, page in self.admin_site._registry.items():
            names = [f"view_{model._meta.model_name}"]
            if isinstance(page, EditableAdmin):
                names.append(f"change_{model._meta.model_name}")
            if model is Membership:
                names.append("delete_membership")
            offered |= Q(content_type__app_label=model._meta.app_label, codename__in=names)
        field.queryset = field.queryset.filter(offered).select_related("content_type")
        return field

    # --- the second factor

    def offers_button(self, action: str, row: User) -> bool:
        return has_second_factor(row)

    @admin.action(description=_("Reset second factor"), permissions=["administer"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            if reset_second_factor(user=user, by=identify(request.user)):
                message = gettext("The second factor of %(user)s has been removed. They get an e-mail.")
            else:
                message = gettext("No second factor is set up for %(user)s.")
            self.message_user(request, message % {"user": user.email}, messages.SUCCESS)

    # --- accounts that wait for approval

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["may_approve"] = context["original"].waiting_since and self.has_administer_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def get_urls(self) -> list[Any]:
        own = [self.build_row_url("approve", self.approve), self.build_row_url("refuse", self.refuse)]
        return own + super().get_urls()

    def approve(self, request: HttpRequest, object_id: str) -> HttpResponse:
        done = gettext("Approved: {email} can log in now and gets an e-mail.")
        return self._decide(request, object_id, approve_account, done)

    def refuse(self, request: HttpRequest, object_id: str) -> HttpResponse:
        done = gettext("The account of {email} has been deleted. They get an e-mail.")
        return self._decide(request, object_id, refuse_account, done)

    def _decide(self, request: HttpRequest, object_id: str, action: Any, done: str) -> HttpResponse:
        """Approve or refuse an account, by a button, and redirect to the start page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            user = self.get_row(request, object_id)
            action(user=user, by=identify(request.user))
        except Http404:
            self.message_user(request, gettext("This account no longer exists."), messages.WARNING)
        except ActionError as refused:
            self.show_refusal(request, refused)
        else:
            self.message_user(request, done.format(email=user.email), messages.SUCCESS)
        return redirect("admin:index")

    # --- deleting

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        by = identify(request.user)
        return can(by, "administer") and (obj is None or not (obj.pk == by.user_id or obj.deleted_at))

    def delete_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        user = self.get_row(request, object_id)
        if not self.has_delete_permission(request, user):
            raise PermissionDenied
        return self.ask(request, user, "delete")

    def finish(self, request: HttpRequest, row: User, done: "str | Promise") -> HttpResponse:
        self.message_user(request, str(done), messages.SUCCESS)
        return redirect("admin:league_user_changelist")


@admin.register(Membership)
class MembershipAdmin(EditableAdmin):
    """Roles may be changed, and memberships ended; new ones come by invitation, on the club's own page."""

    list_display = ["user", "club", "role"]
    list_select_related = ["user", "club"]
    list_filter = [*filter_by_related("club"), "role"]
    search_fields = ["user__email", "user__name"]
    ordering = ["club__name", "user__email"]
    fields = ["club", "user", "role"]
    editable_fields = ("role",)

    def can_edit(self, row: Membership, by: Principal) -> bool:
        return can(by, "manage-members", row.club_id)

    def save_typed(self, row: Membership, typed: dict[str, Any], by: Principal) -> None:
        change_role(membership=row, role=typed["role"], by=by)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        has_permission = admin.ModelAdmin.has_delete_permission(self, request, obj)
        return has_permission and (obj is None or self.can_edit(obj, identify(request.user)))

    def delete_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().delete_view(request, object_id, *args, **kwargs)
        except ActionError as refused:
            self.message_user(request, refused.problems[0].message.translate(gettext), messages.ERROR)
            return redirect("admin:league_membership_change", object_id)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        remove_member(membership=obj, by=identify(request.user))

    def get_event_key(self, row: Membership) -> tuple[int, str, str]:
        return row.club_id, "user", str(row.user_id)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ["email", "club", "role", "player", "made_at", "expires_at", "accepted_at", "withdrawn_at"]
    list_select_related = ["club", "player"]
    list_filter = [*filter_by_related("club"), "role"]
    search_fields = ["email"]
    ordering = ["-made_at", "-pk"]


@admin.register(FailedLogIn)
class FailedLogInAdmin(ReadOnlyAdmin):
    """Log-ins with a wrong password; too many lock them for a while, unless they are unlocked here."""

    list_display = ["attempt_time", "username", "ip_address", "failures_since_start", "locked"]
    search_fields = ["username", "ip_address"]
    ordering = ["-attempt_time", "-pk"]
    # The text typed into the form is shown to no administrator.
    fields = ["attempt_time", "username", "ip_address", "user_agent", "failures_since_start"]
    actions = ["unlock"]

    @admin.display(boolean=True, description=_("locked"))
    def locked(self, attempt: FailedLogIn) -> bool:
        return is_locked(attempt)

    @admin.action(description=_("Unlock"), permissions=["administer"])
    def unlock(self, request: HttpRequest, queryset: QuerySet[FailedLogIn]) -> None:
        for attempt in list(queryset):
            unlock_log_in(username=attempt.username, ip_address=attempt.ip_address, by=identify(request.user))
        self.message_user(request, gettext("Unlocked. They can try again now."), messages.SUCCESS)
