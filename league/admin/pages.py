"""The two kinds of pages of the admin site: those that are read, and those whose form asks an action."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ERROR_FLAG
from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from games import Problem
from league.actions.errors import ActionError
from league.principals import Principal, identify

MAX_SEARCH_LENGTH = 200  # characters; names and addresses are shorter


class Reading(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """A list and pages to read: nothing is added, changed or deleted here."""

    list_per_page = 100
    show_full_result_count = False
    view_on_site: bool | Callable[[Any], str] = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """By what the list shows and filters by: a hidden field would be told letter by letter, by yes and no."""
        shown = [*self.get_list_display(request), *self.get_list_filter(request), "pk", "id"]
        # A filter of ours has a name of its own.
        names = {getattr(one, "parameter_name", one[0] if isinstance(one, tuple) else one) for one in shown}
        known = any(isinstance(name, str) and f"{lookup}__".startswith(f"{name}__") for name in names)
        return known and super().lookup_allowed(lookup, value, request)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        try:
            return super().changelist_view(request, extra_context)
        except (ValueError, OverflowError, DataError):  # a filter that no database can look for
            return redirect(f"{request.path}?{ERROR_FLAG}=1")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row of this id, or of this value of another field; an empty name is that of no field."""
        if "\0" in object_id:  # PostgreSQL has no text with one
            return None
        return super().get_object(request, object_id, from_field or None)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        """Without what no database looks for: PostgreSQL no NUL, SQLite no very long text."""
        return super().get_search_results(request, queryset, self.trim_search(search_term))

    def trim_search(self, term: str) -> str:
        return term.replace("\0", "")[:MAX_SEARCH_LENGTH].strip()

    def recorded_as(self, row: Any) -> tuple[int, str, str] | None:
        """The club, noun and key by which its changes are found; None where no club records any."""
        return None

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """From the club's own record, which holds more than what was done on this site."""
        row = self.get_object(request, unquote(object_id))
        recorded = self.recorded_as(row) if row and self.has_view_permission(request, row) else None
        if not recorded:
            return super().history_view(request, object_id, extra_context)
        names = ("club__id__exact", "noun__exact", "key__exact")
        changes = reverse("admin:league_event_changelist")
        return redirect(f"{changes}?{urlencode(list(zip(names, recorded, strict=True)))}")


class ReadingInline(admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Refusable(forms.ModelForm):  # type: ignore[type-arg]
    """Says what an action refused, at its field, with everything typed still there."""

    refused: ClassVar[tuple[Problem, ...]] = ()

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for problem in self.refused:
            place = problem.path if problem.path in self.fields else None
            self.add_error(place, problem.message.translate(gettext))
        return cleaned


class Changing(Reading):
    """Some fields may be typed over; what was typed is given to `act`, and no row is written but by it."""

    form = Refusable
    changeable: tuple[str, ...] = ()

    def act(self, row: Any, typed: dict[str, Any], by: Principal) -> None:
        raise NotImplementedError

    def may_act(self, row: Any, by: Principal) -> bool:
        raise NotImplementedError

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        stock = admin.ModelAdmin.has_change_permission(self, request, obj)
        return stock and (obj is None or self.may_act(obj, identify(request.user)))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field for field in self.get_fields(request, obj) if field not in self.changeable]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.refused = getattr(request, "refused", ())
        return form

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except PermissionDenied as error:
            raise PermissionDenied from error
        except (
            ActionError
        ) as refused:  # nothing has been written: the form once more, with what was said to it
            request.refused = refused.problems  # type: ignore[attr-defined]
            return super().changeform_view(request, object_id, form_url, extra_context)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        self.act(obj, form.cleaned_data, identify(request.user))

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        # Django looks for what it saved of the tables below the form; they are only read.
        return super().construct_change_message(request, form, [], add)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        pass  # the action has


def only(*fields: str) -> list[Any]:
    """List filters that offer what occurs, not every row there is."""
    return [(field, admin.RelatedOnlyFieldListFilter) for field in fields]
