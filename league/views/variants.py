"""What a competition plays: its options, the variants there are, and the club's own; for those who run seasons."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.competition import change_options
from league.actions.errors import ActionError
from league.actions.variant import remove_variant, set_options
from league.forms.options import PlayedBy
from league.models import Competition, Variant
from league.principals import Principal
from league.queries.opening import unplayable
from league.queries.pages import variants as pages
from league.queries.pages.words import where_of
from league.views.limits import takes_methods
from league.views.running import club_to_run, competition_to_run, runner


@never_cache
@login_required
def game(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    found, by = competition_to_run(request, club, competition)
    if wrong := unplayable(found):
        problems = [problem.message.translate(gettext) for problem in wrong]
        return render(request, "settings/no_game.html", {"where": where_of(found), "problems": problems})
    page = pages.game_page(found)
    if "use" in request.POST:
        return _use(request, found, page, by)
    settings = page.settings
    form = PlayedBy(request.POST or None, game=settings.game, options=settings.options)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        try:
            set_options(competition=found, options=form.options(), keep_as=name, by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            kept = gettext("What is played is kept, also as the variant {name} of the club.")
            messages.success(request, kept.format(name=name) if name else gettext("What is played is kept."))
            return redirect("competition-game", club, competition)
    return render(request, "variants/game.html", {"page": page, "form": form})


def _use(request: HttpRequest, found: Competition, page: pages.GamePage, by: Principal) -> HttpResponse:
    """One of the choices as it is."""
    chosen = next((choice for choice in page.choices if choice.value == request.POST["use"]), None)
    problems: tuple[str, ...] = ()
    if chosen is None:
        problems = (gettext("This variant is not there any more."),)
    else:
        try:
            change_options(competition=found, options=chosen.options, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            messages.success(request, gettext("{name} is what is played now.").format(name=chosen.name))
            return redirect("competition-game", found.club.slug, found.slug)
    form = PlayedBy(game=page.settings.game, options=page.settings.options)
    return render(request, "variants/game.html", {"page": page, "form": form, "problems": problems})


@never_cache
@login_required
def variants(request: HttpRequest, club: str) -> HttpResponse:
    found, _by = club_to_run(request, club)
    return render(request, "variants/variants.html", {"page": pages.variants_page(found)})


@takes_methods("POST")
def remove(request: HttpRequest, club: str, variant: int) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("variants", args=[club]))
    found = get_object_or_404(Variant, club__slug=club, pk=variant)
    by = runner(request, found.club_id)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        remove_variant(variant=found, by=by)
    except PermissionDenied as error:
        raise Http404 from error
    messages.success(request, gettext("The variant {name} is removed.").format(name=found.name))
    return redirect("variants", club)
