"""A competition's game: its options, the ready-made variants, and the club's own."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

import games
from games import Invalid, UnknownGame
from games.problems import _
from league.actions.competition import change_options
from league.actions.errors import ActionError
from league.actions.variant import remove_variant, set_options
from league.forms import ProblemForm
from league.models import Competition, Variant
from league.queries.variants import list_choices, list_differences
from league.rules.validation import build_problem
from league.web.base import Form
from league.web.limits import takes_methods
from league.web.manage.access import get_club, require_permission
from league.web.manage.competition_settings import CompetitionView
from league.web.manage.options import OptionsForm


class GameView(CompetitionView[Form]):
    """A competition's game, the other variants, and the form of its options."""

    template_name = "manage/game.html"

    def build_options_form(self, sent: QueryDict | None) -> OptionsForm:
        return OptionsForm(sent, game=self.settings.game, options=self.settings.options)

    def get_context(self, form: Form) -> dict[str, Any]:
        game, options = self.settings.game, self.settings.options
        agreed = games.canonical(options)
        choices = list_choices(self.competition.club, [game])
        return {
            **super().get_context(form),
            "now": next((choice for choice in choices if choice.options == agreed), None),
            "options": game.options_in_words(options),
            "others": [choice for choice in choices if choice.options != agreed],
        }

    def lead_on(self, message: str) -> HttpResponse:
        messages.success(self.request, message)
        return redirect("competition-game", *self.kwargs.values())


class ChangeOptionsView(GameView[OptionsForm]):
    def build_form(self, sent: QueryDict | None) -> OptionsForm:
        return self.build_options_form(sent)

    def change(self, form: OptionsForm) -> HttpResponse:
        name = form.cleaned_data["name"]
        set_options(competition=self.competition, options=form.get_options(), keep_as=name, by=self.by)
        if name:
            message = gettext("House rules saved, also as the club variant {name}.")
            return self.lead_on(message.format(name=name))
        return self.lead_on(gettext("House rules saved."))


class UseVariantView(GameView[ProblemForm]):
    """Switches to a variant, by the variant's button."""

    form_class = ProblemForm

    def change(self, form: ProblemForm) -> HttpResponse:
        offered = list_choices(self.competition.club, [self.settings.game])
        chosen = next((choice for choice in offered if choice.value == self.request.POST["use"]), None)
        if chosen is None:
            raise ActionError(build_problem("", "gone", _("This variant no longer exists.")))
        change_options(competition=self.competition, options=chosen.options, by=self.by)
        return self.lead_on(gettext("Switched to {name}.").format(name=chosen.name))

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {
            **super().get_context(form),
            "form": self.build_options_form(None),
            "problems": form.non_field_errors(),
        }


def show_game(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
    """Show a competition's game, and change its options or switch to a variant."""
    view = UseVariantView if "use" in request.POST else ChangeOptionsView
    return view.as_view()(request, **kwargs)


# --- the club's own


@never_cache
@login_required
def show_variants(request: HttpRequest, club: str) -> HttpResponse:
    found, _by = get_club(request, club, "run-seasons")
    context = {
        "club": found,
        "variants": [
            _describe(variant) for variant in Variant.objects.filter(club=found).order_by("name", "key")
        ],
        "competitions": Competition.objects.filter(club=found).order_by("name", "slug"),
    }
    return render(request, "manage/variants.html", context)


def _describe(variant: Variant) -> dict[str, Any]:
    """Return a variant with its game and its differences from the standard, or the reason why it can't be chosen."""
    try:
        game = games.get(variant.game)
        options = games.parse_options(game, variant.options)
    except UnknownGame:
        refusal = gettext("No game called {game} is installed.").format(game=variant.game)
        return {"variant": variant, "game": variant.game, "refusal": refusal}
    except Invalid as invalid:
        refusal = " ".join(problem.message.translate(gettext) for problem in invalid.problems)
        return {"variant": variant, "game": game.name, "refusal": refusal}
    return {"variant": variant, "game": game.name, "differences": list_differences(game, options)}


@takes_methods("POST")
def remove(request: HttpRequest, club: str, variant: int) -> HttpResponse:
    """Remove a variant, by a button of the page of variants; the log-in redirects to that page, too."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("variants", args=[club]))
    found = get_object_or_404(Variant, club__slug=club, pk=variant)
    by = require_permission(request, "run-seasons", found.club_id)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        remove_variant(variant=found, by=by)
    except PermissionDenied as error:  # the permission was removed since the request began
        raise Http404 from error
    messages.success(request, gettext("Variant {name} removed.").format(name=found.name))
    return redirect("variants", club)
