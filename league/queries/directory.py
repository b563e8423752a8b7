"""The clubs of the site, with their competitions."""

from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, Subquery

from games import installed
from league.demo import DEMO_CLUB
from league.models import Club, Competition, Player, Season
from league.models.club import ClubQuerySet
from league.models.user import Viewer
from league.rules.names import fold_name


def find_clubs(text: str = "", *, reader: Viewer) -> ClubQuerySet:
    """Return the clubs that the reader may know of, by name; with a text those that hold it.

    It is looked for in their names, and in those of their competitions and their games. With each comes the
    number of its players who have not retired.
    """
    players = Player.objects.active().filter(club=OuterRef("pk")).order_by().values("club")
    clubs = (
        Club.objects.listed_for(reader)
        .annotate(number_of_players=Subquery(players.annotate(number=Count("pk")).values("number")))
        .order_by("name", "slug")
    )
    if not text:
        return clubs
    wanted = fold_name(text)
    if not wanted:
        return clubs.none()
    games = [game.key for game in installed() if wanted in fold_name(game.name)]
    opened = Season.objects.without_drafts().filter(competition=OuterRef("pk"))
    played = Competition.objects.filter(
        Q(folded_name__contains=wanted) | Q(game__in=games), Exists(opened)
    ).values("club")
    return clubs.filter(Q(folded_name__contains=wanted) | Q(pk__in=played))


def find_demo_club() -> Club | None:
    """Return the club for looking around, if there is any: that of the command `demo`. 1 query."""
    owner = f"owner@{DEMO_CLUB}.example"  # a club of this name may be a user's own
    return (
        Club.objects.listed_for(AnonymousUser())
        .filter(slug=DEMO_CLUB, memberships__user__email=owner)
        .first()
    )


def list_clubs_with_seasons(clubs: Sequence[Club]) -> list[tuple[Club, Sequence[Season]]]:
    """Return each club with the newest season of each of its competitions that has an opened season. 1 query.

    They come with their progress.
    """
    by_club: dict[int, list[Season]] = defaultdict(list)
    for season in (
        Season.objects.filter(competition__club__in=clubs)
        .without_drafts()
        .newest()
        .for_page()
        .with_progress()
        .order_by("competition__name", "competition__slug")
    ):
        by_club[season.competition.club_id].append(season)
    return [(club, by_club[club.pk]) for club in clubs]
