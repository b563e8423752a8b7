"""The hall of fame of a league."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.models import Competition
from league.permissions import can
from league.principals import identify
from league.queries.hall_of_fame import list_champions, list_records
from league.queries.page_versions import get_competition_version
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.errors import require_staff
from league.web.formats import get_game_name
from league.web.limits import require_safe


@require_safe
def hall_of_fame(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Show champions and records; a tournament has none of its own. 6 queries."""

    def build() -> HttpResponse:
        found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
        if found.is_tournament:
            raise Http404
        seasons = list(found.seasons.without_drafts().order_by("-number"))
        context = {
            "competition": found,
            "seasons": seasons,
            "may_run": can(identify(request.user), "run-seasons", found.club_id),
        }
        if seasons:
            champions = list_champions(found)
            context |= {
                "champions": [(season, champions.get(season.pk)) for season in seasons if season.is_closed],
                "records": list_records(found, seasons),
                "rules": parse_settings(*seasons[0].settings).rules,
                "other_games": list(
                    dict.fromkeys(
                        get_game_name(season.game) for season in seasons if season.game != seasons[0].game
                    )
                ),
            }
        else:
            require_staff(request, found)
        return render(request, "public/hall_of_fame.html", context)

    return cached_page(request, get_competition_version(club, competition), build)
