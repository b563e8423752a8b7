"""The pages of a league's rules, and of how to play its game well."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Example
from games.rulings import AWARDS, FILES, FORFEIT, NAMES, RANKING, SEASON
from league.models import Competition, Season
from league.models.competition import CompetitionKind
from league.queries.endings import describe_endings
from league.queries.page_versions import get_club_version
from league.queries.rules import (
    answer_examples,
    calculate_worth,
    change_options,
    find_variant,
    group_rulings,
    list_agreed_options,
    list_differences,
    list_house_rules,
)
from league.queries.sheet import Table
from league.queries.sheet_layout import lay_out_sheet
from league.rules.snapshot import Settings, parse_settings
from league.web.cache import cached_page
from league.web.errors import require_staff
from league.web.formats import format_duration
from league.web.limits import require_safe

# No names of people, real or invented.
SEAT_NAMES = (
    *(_("First player"), _("Second player"), _("Third player"), _("Fourth player")),
    *(_("Fifth player"), _("Sixth player"), _("Seventh player"), _("Eighth player")),
)
SHORT_SEATS, SHORT_DEALS = 2, 6  # the scores of such a sheet can be followed at a glance


@require_safe
def rules(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Show the rules and worked examples of the game, and the league's own rules. 2 queries."""

    def build() -> HttpResponse:
        season = get_season_in_force(request, club, competition)
        settings = parse_settings(*season.settings)
        game, points_table = settings.game, settings.rules.points.places or {}
        sections = game.rules(settings.options)
        house_rules = list_house_rules(settings)
        rulings = group_rulings(settings, {section.key for section in sections} | _list_own_sections(season))
        sizes = range(game.min_seats, game.most_seats(settings.options) + 1)
        deals_by_size = [(size, settings.count_deals(size)) for size in sizes]
        has_one_number = len({number for _size, number in deals_by_size}) == 1
        context = {
            "competition": season.competition,
            "season": season,
            "settings": settings,
            "game": game,
            "length": format_duration(settings.minutes),
            "most_seats": game.most_seats(settings.options),
            "number_of_deals": settings.count_deals(settings.table_size),
            "deals_by_size": () if has_one_number else deals_by_size,
            "variant": find_variant(settings),
            "sections": [
                (section, house_rules.get(section.key, ()), rulings.get(section.key, ()))
                for section in sections
            ],
            "rulings": rulings,
            "other_rulings": [
                here
                for here in rulings.get("", ())
                if not (season.competition.is_tournament and here.ruling.section == AWARDS)  # it has prizes
            ],
            "options": list_agreed_options(settings),
            "levels": list(pairwise((None, *game.levels))),
            "examples": [_work_out(example, settings) for example in game.examples],
            "helpers": [(helper, list(answer_examples(helper, settings))) for helper in game.helpers],
            "points_table": sorted(points_table.items(), key=lambda row: int(row[0])),
            "last_place_loses": any(given[-1] < 0 for given in points_table.values()),
            "sources": list(dict.fromkeys(variant.source for variant in game.variants)),
            "has_strategy": bool(game.strategy(settings.options)),
        }
        return render(request, "public/rules.html", context)

    return cached_page(request, get_club_version(club), build)


@require_safe
def strategy(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Show how to play the game well, where the game says so. 2 queries."""

    def build() -> HttpResponse:
        season = get_season_in_force(request, club, competition)
        settings = parse_settings(*season.settings)
        sections = settings.game.strategy(settings.options)
        if not sections:
            raise Http404
        context = {"competition": season.competition, "game": settings.game, "sections": sections}
        return render(request, "public/strategy.html", context)

    return cached_page(request, get_club_version(club), build)


def get_season_in_force(
    request: HttpRequest, club: str, competition: str, number: int | None = None
) -> Season:
    """Return the latest season that everyone sees, or that with this number, with its competition and club. 2 queries.

    Before the first season it is an unsaved season with the settings that the first will have, for the club's staff
    only. Raises Http404.
    """
    found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
    opened = found.seasons.published().order_by("-number")
    if number is not None:
        return get_object_or_404(opened, number=number)
    season = opened.first()
    if season is None:
        require_staff(request, found)
    return season or Season(competition=found)


def _work_out(example: Example, here: Settings) -> Mapping[str, Any]:
    """Return an example for the page: scored by its own options, and by the usual ones where these differ."""
    settings = change_options(here, example.options)
    names = [
        str(SEAT_NAMES[seat])
        if seat < len(SEAT_NAMES)
        else gettext("Player {number}").format(number=seat + 1)
        for seat in range(example.seats)
    ]
    table = Table(settings, tuple(names))
    by_settings = [settings, change_options(here, {})] if example.options else [settings]
    worths = [calculate_worth(example, by) for by in by_settings]
    return {
        "example": example,
        "differences": list_differences(here, settings),
        "sheet": lay_out_sheet(table, dict(example.sheet)),
        "worths": [
            (
                list(zip(names, worth.scores, describe_endings(worth.scores), worth.steps, strict=False)),
                worth.refused,
            )
            for worth in worths
        ],
        "is_short": example.seats <= SHORT_SEATS and len(example.sheet.get("deals", ())) <= SHORT_DEALS,
    }


def _list_own_sections(season: Season) -> set[str]:
    """Return the sections of the page beside the game's under which a ruling may stand."""
    is_league = season.competition.kind == CompetitionKind.LEAGUE
    return {NAMES, RANKING, SEASON, FORFEIT, FILES, *((AWARDS,) if is_league else ())}
