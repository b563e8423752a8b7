"""Users: what they are called, whether they may log in, what they may see here; letting them in, and deleting them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.account import delete_account, find_obstacles
from league.actions.errors import ActionError
from league.actions.second_factor import reset_second_factor
from league.actions.sign_up import approve_account, refuse_account
from league.actions.user import change_user
from league.admin.pages import Changing, ReadingInline
from league.forms.member import Problematic
from league.models import Membership, User
from league.permissions import can
from league.principals import Principal, identify
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


class DeleteAccount(Problematic):
    email = forms.CharField(
        label=_("E-mail address of the account, to confirm"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._email = email

    def clean_email(self) -> str:
        typed = str(self.cleaned_data["email"]).strip().lower()
        if typed != self._email.lower():
            raise forms.ValidationError(gettext("This is not the address of the account."))
        return typed


@admin.register(User)
class UserAdmin(Changing):
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
    fields = [
        *("email", "name", "is_active", "date_joined", "last_login", "waiting_since"),
        *("is_superuser", "is_staff", "user_permissions"),
    ]
    changeable = ("name", "is_active", "is_staff", "user_permissions")
    filter_horizontal = ["user_permissions"]
    inlines = [Memberships]
    actions = ["reset_second_factor"]

    def may_act(self, row: User, by: Principal) -> bool:
        return can(by, "administer") and row.deleted_at is None

    def act(self, row: User, typed: dict[str, Any], by: Principal) -> None:
        change_user(
            user=row,
            name=typed["name"],
            is_active=typed["is_active"],
            is_staff=typed["is_staff"],
            permissions=typed["user_permissions"],
            by=by,
        )

    def has_reset_permission(self, request: HttpRequest) -> bool:
        return can(identify(request.user), "administer")

    @admin.action(description=_("Reset the second factor"), permissions=["reset"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            if reset_second_factor(user=user, by=identify(request.user)):
                said = gettext("The second factor of %(user)s is removed, which they are told by mail.")
            else:
                said = gettext("There is no second factor of %(user)s.")
            self.message_user(request, said % {"user": user.email}, messages.SUCCESS)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Fold away what few need: which tables somebody may see who is no administrator."""
        own, staff = self.fields[:-3], self.fields[-3:]
        return [
            (None, {"fields": own}),
            (_("What they may do here"), {"fields": staff, "classes": ["collapse"]}),
        ]

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field and db_field.name == "is_active":
            field.label = _("May log in")
            field.help_text = _("Untick it to suspend the account; that also logs it out everywhere.")
        return field

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Permissions for what staff can do on this site: to see its tables, and to use the forms that it has."""
        field: Any = super().formfield_for_manytomany(db_field, request, form_class=Chosen, **kwargs)
        shown: QuerySet[Any] = field.queryset.filter(self._list_permissions())
        field.queryset = shown.select_related("content_type")
        return field

    def _list_permissions(self) -> Q:
        offered = Q(pk=None)
        for model, page in self.admin_site._registry.items():
            names = [f"view_{model._meta.model_name}"]
            if isinstance(page, Changing):
                names.append(f"change_{model._meta.model_name}")
            if model is Membership:
                names.append("delete_membership")
            offered |= Q(content_type__app_label=model._meta.app_label, codename__in=names)
        return offered

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        user, is_administrator = context["original"], can(identify(request.user), "administer")
        context["may_approve"] = is_administrator and user.waiting_since
        context["may_reset_second_factor"] = is_administrator and has_second_factor(user)
        return super().render_change_form(request, context, *args, **kwargs)

    # --- letting somebody in who waits

    def get_urls(self) -> list[Any]:
        verbs = {"approve": self.approve, "refuse": self.refuse}
        own = [
            path(f"<path:object_id>/{name}/", self.admin_site.admin_view(view), name=f"league_user_{name}")
            for name, view in verbs.items()
        ]
        return own + super().get_urls()

    def approve(self, request: HttpRequest, object_id: str) -> HttpResponse:
        said = gettext("{email} may log in now, and is told by mail.")
        return self._decide(request, object_id, approve_account, said)

    def refuse(self, request: HttpRequest, object_id: str) -> HttpResponse:
        said = gettext("The account of {email} is deleted; they are told by mail.")
        return self._decide(request, object_id, refuse_account, said)

    def _decide(self, request: HttpRequest, object_id: str, action: Any, said: str) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        by = identify(request.user)
        if not can(by, "administer"):
            raise PermissionDenied
        user = self.get_object(request, unquote(object_id))
        if user is None:
            self.message_user(request, gettext("This account is gone."), messages.WARNING)
            return redirect("admin:index")
        try:
            action(user=user, by=by)
        except ActionError as refused:
            for problem in refused.problems:
                self.message_user(request, problem.message.translate(gettext), messages.WARNING)
        else:
            self.message_user(request, said.format(email=user.email), messages.SUCCESS)
        return redirect("admin:index")

    # --- deleting

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        by = identify(request.user)
        return can(by, "administer") and (obj is None or not (obj.pk == by.user_id or obj.deleted_at))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Say what it will do; do it when it is sent in with the address of the account."""
        user = self.get_object(request, unquote(object_id))
        if user is None:
            raise Http404
        if not self.has_delete_permission(request, user):
            raise PermissionDenied
        form = DeleteAccount(request.POST if request.method == "POST" else None, email=user.email)
        if request.method == "POST" and form.is_valid():
            try:
                delete_account(user=user, by=identify(request.user))
            except ActionError as refused:
                form.refused(refused.problems)
            else:
                self.message_user(request, gettext("The account is deleted."), messages.SUCCESS)
                return redirect("admin:league_user_changelist")
        context = self.admin_site.each_context(request) | {
            "opts": self.opts,
            "original": user,
            "title": user,
            "form": form,
            "obstacles": [
                problem.message.translate(gettext) for problem in find_obstacles(user, is_own=False)
            ],
            "memberships": Membership.objects.filter(user=user).select_related("club").order_by("club"),
        }
        return TemplateResponse(request, "admin/league/user/delete.html", context)
