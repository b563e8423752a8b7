"""Users: what they are called, whether they may log in, and what they may see here."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.actor import Actor
from league.actions.second_factor import reset_second_factor
from league.actions.user import change_user
from league.admin.pages import Changing, ReadingInline
from league.models import Membership, User
from league.queries.second_factor import has_second_factor


class Memberships(ReadingInline):
    model = Membership
    fields = ["club", "role"]


class Chosen(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # Django's class takes none when it runs
    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except OverflowError:  # an id of so many digits that SQLite cannot look for it
            said = self.error_messages["invalid_list"]
            raise forms.ValidationError(said, code="invalid_list") from None


@admin.register(User)
class UserAdmin(Changing):
    list_display = ["email", "name", "is_active", "is_staff", "is_superuser", "last_login"]
    list_filter = ["is_active", "is_staff", "is_superuser"]
    search_fields = ["email", "name"]
    ordering = ["email"]
    fields = [
        *("email", "name", "is_active", "is_staff", "user_permissions"),
        *("is_superuser", "date_joined", "last_login"),
    ]
    changeable = ("name", "is_active", "is_staff", "user_permissions")
    filter_horizontal = ["user_permissions"]
    inlines = [Memberships]
    actions = ["reset_second_factor"]

    def may_act(self, row: User, by: Actor) -> bool:
        return by.is_administrator

    def act(self, row: User, typed: dict[str, Any], by: Actor) -> None:
        change_user(
            user=row,
            name=typed["name"],
            is_active=typed["is_active"],
            is_staff=typed["is_staff"],
            permissions=typed["user_permissions"],
            by=by,
        )

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        allowed = self.has_reset_permission(request)
        context["may_reset_second_factor"] = allowed and has_second_factor(kwargs["obj"])
        return super().render_change_form(request, context, *args, **kwargs)

    def has_reset_permission(self, request: HttpRequest) -> bool:
        return Actor(request.user).is_administrator

    @admin.action(description=_("Reset the second factor"), permissions=["reset"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            if reset_second_factor(user=user, by=Actor(request.user)):
                said = gettext("The second factor of %(user)s is removed, which they are told by mail.")
            else:
                said = gettext("There is no second factor of %(user)s.")
            self.message_user(request, said % {"user": user.email}, messages.SUCCESS)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Permissions for what is on this site; the others would have no page."""
        field: Any = super().formfield_for_manytomany(db_field, request, form_class=Chosen, **kwargs)
        shown: QuerySet[Any] = field.queryset.filter(content_type__app_label__in=["league", "axes"])
        field.queryset = shown.select_related("content_type")
        return field
