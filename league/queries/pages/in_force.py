"""By which settings a competition is played: those of a season that was opened, else what the next one will have."""

from dataclasses import dataclass
from typing import Any

from league.models import Competition, Season
from league.models.season import SeasonState
from league.rules.snapshot import Settings, parse_settings


@dataclass(frozen=True)
class InForce:
    competition: Competition  # read with its club
    season: int | None  # whose settings these are; None: the next one's
    kept: tuple[str, Any, Any]  # game, options and rules, as they are kept

    @property
    def settings(self) -> Settings:
        return parse_settings(*self.kept)


def in_force(club: str, competition: str, season: int | None = None) -> InForce | None:
    """By the latest season that was opened, or the one of this number; None where there is none. 2 queries."""
    found = Competition.objects.select_related("club").filter(club__slug=club, slug=competition).first()
    if found is None:
        return None
    seasons = Season.objects.filter(competition=found).exclude(state=SeasonState.DRAFT).order_by("-number")
    opened = (seasons if season is None else seasons.filter(number=season)).first()
    if opened is None and season is not None:
        return None
    if opened is None:
        return InForce(found, None, (found.game, found.options, found.rules))
    return InForce(found, opened.number, opened.settings)
