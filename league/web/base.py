"""What every page that changes something shares: how it is shown, sent in, refused and done."""

from typing import Any, Generic, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from league.actions.errors import ActionError
from league.forms import ProblemForm
from league.principals import Principal
from league.web.held import list_typed
from league.web.unsaved import show_in_form

Form = TypeVar("Form", bound=ProblemForm)


@method_decorator(never_cache, name="dispatch")
class ChangeView(View, Generic[Form]):
    """A page that says what a change would do, asks what it has to know, and makes the change when it is sent in.

    A subclass finds what the page is about and who asks (`find`), builds the form, may make a plan of the change to be
    shown, and makes the change. What an action refuses stands at its field, with everything typed, on the page as it
    is by then; if there is nothing to change any more, on a page of its own. Whoever has lost the right meanwhile finds
    no page. Visitors log in first, unless it is for them, too.
    """

    is_for_visitors = False
    shows_unsaved = True  # in its form (`league.web.unsaved`), where the view does not fetch it itself
    template_name: str
    form_class: type[Form]
    by: Principal
    plan: Any = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (self.is_for_visitors or request.user.is_authenticated):
            return redirect_to_login(request.get_full_path())
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        if (answer := self.find()) is not None:
            return self._lead_away(answer)
        is_sent = request.method == "POST"
        if not is_sent and self.shows_unsaved:
            form = show_in_form(request, self.build_form)
        else:
            form = self.build_form(request.POST if is_sent else None)
        self.plan = self._try_to_plan(form)
        if is_sent and self.is_confirmed() and form.is_valid():
            try:
                return self.change(form)
            except PermissionDenied as error:  # taken from them since the page was asked for
                raise Http404 from error
            except ActionError as refused:
                form.add_problems(refused.problems)
            if (answer := self.find()) is not None:
                return self._lead_away(answer, form)
            self.refresh_form(form)
            self.plan = self._try_to_plan(form)
        return self.show(form)

    post = get

    def find(self) -> HttpResponse | None:
        """Set what the page is about and `by`; return the answer for when there is nothing to change.

        Is asked once more after a refusal. What was typed is shown before a redirect; a page shows it itself, and what
        was refused if it is a TemplateResponse. Raises Http404 for everybody who has no such page.
        """
        raise NotImplementedError

    def build_form(self, sent: QueryDict | None) -> Form:
        """Return the form with what was sent in, if anything was."""
        return self.form_class(sent)

    def refresh_form(self, form: Form) -> None:
        """Let a form that was refused offer what there is by now, where it offers what was found."""

    def make_plan(self, form: Form) -> Any:
        """Return what the change would do, as soon as the form says enough; raise ActionError where it can't be."""
        return None

    def is_confirmed(self) -> bool:
        """Return whether what was sent in is to be done, not only shown."""
        return True

    def change(self, form: Form) -> HttpResponse:
        """Make the change and lead on; raise ActionError or PermissionDenied where it can't be made."""
        raise NotImplementedError

    def get_context(self, form: Form) -> dict[str, Any]:
        """Return what the template shows beside the form."""
        return {}

    def show(self, form: Form) -> HttpResponse:
        return render(self.request, self.template_name, {"form": form, **self.get_context(form)})

    def _lead_away(self, answer: HttpResponse, form: Form | None = None) -> HttpResponse:
        """Return the answer of `find`, but first show what was typed and, of a form that was refused, why."""
        refused = [] if form is None else [str(text) for texts in form.errors.values() for text in texts]
        typed, on = list_typed(dict(self.request.POST.lists())), answer.get("Location", "")
        if typed and on:
            return render(self.request, "not_saved.html", {"refused": refused, "typed": typed, "on": on})
        if on or not getattr(answer, "is_rendered", True):  # else it would be said on another page
            for text in refused:
                messages.error(self.request, text)
        return answer

    def _try_to_plan(self, form: Form) -> Any:
        try:
            return self.make_plan(form)
        except ActionError as refused:
            if not form.errors:
                form.add_problems(refused.problems)
            return None
