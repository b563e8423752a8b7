"""Base classes of the administrators' site: read-only rows, fields that an action changes, confirmation pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.contrib.admin.views.main import ERROR_FLAG
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext

from games import Problem
from league.actions.errors import ActionError
from league.forms import ProblemForm
from league.permissions import can, require
from league.principals import Principal, identify

MAX_SEARCH_LENGTH = 200  # characters; names and addresses are shorter
MAX_REFUSALS = 5  # shown at once: each of a thousand matches may have a problem


class RowForm(ProblemForm):
    """The form of a page about a row: the fields beside the row itself."""

    row: Any = None


@dataclass(frozen=True)
class RowPage:
    """A page that asks an administrator before an action is called for a row; `done` is the success message.

    Its template is named after the page, or `ask.html`.
    """

    action: Callable[..., object]
    done: "str | Promise"
    form_class: type[RowForm] = RowForm


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """Read-only lists and rows; only pages and buttons that call actions add, change or delete anything."""

    list_per_page = 100
    show_full_result_count = False
    view_on_site: bool | Callable[[Any], str] = False
    row_pages: Mapping[str, RowPage] = {}  # by the last part of their address

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_administer_permission(self, request: HttpRequest) -> bool:
        """Return whether the user administers the whole site; actions of lists call this, too."""
        return can(identify(request.user), "administer")

    # --- lists

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only fields that the list shows and filters by: others could be guessed letter by letter."""
        shown = [*self.get_list_display(request), *self.get_list_filter(request), "pk", "id"]
        # A filter of ours has a name of its own.
        names = {
            getattr(column, "parameter_name", column[0] if isinstance(column, tuple) else column)
            for column in shown
        }
        known = any(isinstance(name, str) and f"{lookup}__".startswith(f"{name}__") for name in names)
        return known and super().lookup_allowed(lookup, value, request)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        try:
            return super().changelist_view(request, extra_context)
        except (ValueError, OverflowError, DataError):  # a filter that no database can look for
            return redirect(f"{request.path}?{ERROR_FLAG}=1")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, trim_search(search_term))

    # --- rows

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row with this id, or with this value of another field; no field has an empty name."""
        if "\0" in object_id:  # PostgreSQL stores no text with NUL
            return None
        return super().get_object(request, object_id, from_field or None)

    def get_row(self, request: HttpRequest, object_id: str) -> Any:
        """Return a row for an administrator of the whole site. Raises PermissionDenied for others, Http404."""
        require(identify(request.user), "administer")
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        return row

    def offers_button(self, action: str, row: Any) -> bool:
        """Return whether the page of a row shows an action of the list as a button, for users who may call it."""
        return True

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context["original"]
        context["buttons"] = [
            (action[1], action[2])
            for action in self.get_actions(request).values()
            if action and self.offers_button(action[1], row)
        ]
        return super().render_change_form(request, context, *args, **kwargs)

    def get_event_key(self, row: Any) -> tuple[int, str, str] | None:
        """Return the club, noun and key of the row's events; None where no club records any."""
        return None

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the club's audit log, which also holds what was done elsewhere than on this site."""
        row = self.get_object(request, unquote(object_id))
        key = self.get_event_key(row) if row and self.has_view_permission(request, row) else None
        if not key:
            return super().history_view(request, object_id, extra_context)
        names = ("club__id__exact", "noun__exact", "key__exact")
        events = reverse("admin:league_event_changelist")
        return redirect(f"{events}?{urlencode(list(zip(names, key, strict=True)))}")

    # --- pages that ask

    def get_urls(self) -> list[Any]:
        names = [name for name in self.row_pages if name != "delete"]  # which has an address of Django's
        return [
            *(self.build_row_url(name, partial(self.show_row_page, name=name)) for name in names),
            *super().get_urls(),
        ]

    def build_row_url(self, name: str, view: Callable[..., HttpResponse]) -> Any:
        """Return the address of an action on a row."""
        url_name = f"{self.opts.app_label}_{self.opts.model_name}_{name}"
        return path(f"<path:object_id>/{name}/", self.admin_site.admin_view(view), name=url_name)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        if "delete" in self.row_pages:
            return self.show_row_page(request, object_id, name="delete")
        return super().delete_view(request, object_id, extra_context)

    def show_row_page(self, request: HttpRequest, object_id: str, *, name: str) -> HttpResponse:
        return self.ask(request, self.get_row(request, object_id), name)

    def ask(self, request: HttpRequest, row: Any, name: str) -> HttpResponse:
        """Show a page of `row_pages`; when its form is sent, call the action and redirect.

        Refusals are shown in the form; a form without fields has nothing to correct, so the page of the row
        shows them. If the action returns a row, redirect to its page.
        """
        page = self.row_pages[name]
        form = page.form_class(request.POST if request.method == "POST" else None)
        form.row = row
        if request.method == "POST" and form.is_valid():
            subject = {str(self.opts.model_name): row}
            try:
                result = page.action(**subject, by=identify(request.user), **form.cleaned_data)
            except ActionError as refused:
                if not form.fields:
                    self.show_refusal(request, refused)
                    return self.redirect_to(row)
                form.add_problems(refused.problems)
            else:
                return self.finish(request, result if isinstance(result, self.model) else row, page.done)
        context = {
            **self.admin_site.each_context(request),
            **{"opts": self.opts, "original": row, "title": row, "form": form, "page": name},
        }
        folder = f"admin/{self.opts.app_label}/{self.opts.model_name}"
        return TemplateResponse(request, [f"{folder}/{name}.html", f"{folder}/ask.html"], context)

    def finish(self, request: HttpRequest, row: Any, done: "str | Promise") -> HttpResponse:
        """Show a success message and redirect to the page of a row."""
        self.message_user(request, str(done), messages.SUCCESS)
        return self.redirect_to(row)

    def redirect_to(self, row: Any) -> HttpResponse:
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", row.pk)

    def show_refusal(self, request: HttpRequest, refused: ActionError) -> None:
        """Show an action's refusal on the next page."""
        for problem in refused.problems[:MAX_REFUSALS]:
            self.message_user(request, problem.message.translate(gettext), messages.WARNING)


class ReadOnlyInline(admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ProblemModelForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that shows an action's refusals at their fields and keeps everything that was typed."""

    problems: ClassVar[tuple[Problem, ...]] = ()

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for problem in self.problems:
            place = problem.path if problem.path in self.fields else None
            self.add_error(place, problem.message.translate(gettext))
        return cleaned


class EditableAdmin(ReadOnlyAdmin):
    """Rows with some editable fields: an action gets the typed values, and only that action writes."""

    form = ProblemModelForm
    editable_fields: tuple[str, ...] = ()

    def save_typed(self, row: Any, typed: dict[str, Any], by: Principal) -> None:
        """Call the action with the typed values."""
        raise NotImplementedError

    def can_edit(self, row: Any, by: Principal) -> bool:
        """Return whether a user who may change such rows on this site may change this row."""
        raise NotImplementedError

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        has_permission = admin.ModelAdmin.has_change_permission(self, request, obj)
        return has_permission and (obj is None or self.can_edit(obj, identify(request.user)))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = flatten_fieldsets(self.get_fieldsets(request, obj))
        return [field for field in fields if field not in self.editable_fields]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.problems = getattr(request, "problems", ())
        return form

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except ActionError as refused:
            # Nothing has been written: show the form again, with the refusals.
            request.problems = refused.problems  # type: ignore[attr-defined]
            return super().changeform_view(request, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        self.save_typed(obj, form.cleaned_data, identify(request.user))

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        # Django looks for what it saved of the tables below the form; they are only read.
        return super().construct_change_message(request, form, [], add)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        pass  # the action has


def trim_search(term: str) -> str:
    """Return a search text that every database accepts: PostgreSQL takes no NUL, SQLite no very long text."""
    return term.replace("\0", "")[:MAX_SEARCH_LENGTH].strip()


def filter_by_related(*fields: str) -> list[Any]:
    """Return list filters that offer only values that occur, not every related row."""
    return [(field, admin.RelatedOnlyFieldListFilter) for field in fields]
