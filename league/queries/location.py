"""Where on the site a page stands."""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from games import Text
from games.problems import _
from league.models import Competition, Season

SEASON = _("Season {number}")


@dataclass(frozen=True)
class Location:
    """The way from the home page to a club, a competition of it, or a season; parts that are not on it are empty."""

    club: str
    club_name: str
    zone: ZoneInfo
    competition: str = ""
    competition_name: str = ""
    season: int | None = None
    season_name: str = ""
    is_tournament: bool = False


def get_season_title(season: Season) -> Text:
    """Return what a season is called where nothing stands before it: Season 3, or its name."""
    return Text("{name}", {"name": season.name}) if season.name else Text(SEASON, {"number": season.number})


def locate_competition(competition: Competition) -> Location:
    """Return where a competition is that was read with its club."""
    club = competition.club
    return Location(
        club.slug,
        club.name,
        club.tzinfo,
        competition.slug,
        competition.name,
        is_tournament=competition.is_tournament,
    )


def locate_season(season: Season) -> Location:
    """Return where a season is that was read with its competition and club."""
    return replace(locate_competition(season.competition), season=season.number, season_name=season.name)
