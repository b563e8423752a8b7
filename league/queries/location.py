"""Where on the site a page stands."""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from league.models import Club, Competition, Season


@dataclass(frozen=True)
class Location:
    """The way from the home page to a club, a competition of it, or a season; parts that are not on it are empty."""

    club: str
    club_name: str
    zone: ZoneInfo
    competition: str = ""
    competition_name: str = ""
    season: int | None = None


def locate_club(club: Club) -> Location:
    """Return where a club is."""
    return Location(club.slug, club.name, club.tzinfo)


def locate_competition(competition: Competition) -> Location:
    """Return where a competition is that was read with its club."""
    return replace(
        locate_club(competition.club), competition=competition.slug, competition_name=competition.name
    )


def locate_season(season: Season) -> Location:
    """Return where a season is that was read with its competition and club."""
    return replace(locate_competition(season.competition), season=season.number)
