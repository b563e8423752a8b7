"""The base view of all pages that change data: showing, sending, refusal and success."""

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
    """A page that shows what a change would do, with a form for its arguments, and makes the change when that is sent.

    A subclass finds the objects of the page and the user (`find`), builds the form, may make a plan of the change as a
    preview, and makes the change. An action's refusals are shown at their fields, with everything typed, on the page as
    it is by then; if there is nothing left to change, on a page of their own. Users who have lost the permission
    meanwhile get a 404. Visitors log in first, unless the page is also for them.
    """

    is_for_visitors = False
    shows_unsaved = True  # restores its form (`league.web.unsaved`), unless the view does so itself
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
            except PermissionDenied as error:  # the permission was removed since the request began
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
        """Set the objects of the page and `by`; return a response if there is nothing to change.

        Called again after a refusal. Typed texts are shown before a redirect; other responses show them themselves, and
        a TemplateResponse also the refusals. Raises Http404 for users without the page.
        """
        raise NotImplementedError

    def build_form(self, sent: QueryDict | None) -> Form:
        """Return the form, with the sent data if any."""
        return self.form_class(sent)

    def refresh_form(self, form: Form) -> None:
        """Update the choices of a refused form, if they come from the objects found."""

    def make_plan(self, form: Form) -> Any:
        """Return the plan of the change, once the form has enough for it; raise ActionError if it isn't possible."""
        return None

    def is_confirmed(self) -> bool:
        """Return whether the form was sent to make the change, not only to preview it."""
        return True

    def change(self, form: Form) -> HttpResponse:
        """Make the change and return a redirect; raise ActionError or PermissionDenied if it isn't possible."""
        raise NotImplementedError

    def get_context(self, form: Form) -> dict[str, Any]:
        """Return the template's context other than the form."""
        return {}

    def show(self, form: Form) -> HttpResponse:
        return render(self.request, self.template_name, {"form": form, **self.get_context(form)})

    def _lead_away(self, answer: HttpResponse, form: Form | None = None) -> HttpResponse:
        """Return the response of `find`, but first show typed texts and the refusals of the form."""
        refused = [] if form is None else [str(text) for texts in form.errors.values() for text in texts]
        typed, on = list_typed(dict(self.request.POST.lists())), answer.get("Location", "")
        if typed and on:
            return render(self.request, "not_saved.html", {"refused": refused, "typed": typed, "on": on})
        if on or not getattr(answer, "is_rendered", True):  # else another page would show them
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
