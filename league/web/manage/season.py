"""What the pages share that prepare a season, and take it from one state to the next."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from league.models import Season
from league.queries.location import locate_season
from league.web.base import ChangeView, Form
from league.web.manage.access import get_season_to_run


class SeasonChangeView(ChangeView[Form]):
    """A page that changes a season, for those who run the seasons of its club."""

    season: Season

    @property
    def address(self) -> tuple[str, str, int]:
        """Return what the addresses of the season's pages are made from."""
        return self.kwargs["club"], self.kwargs["competition"], self.kwargs["season"]

    def find(self) -> HttpResponse | None:
        self.season, self.by = get_season_to_run(self.request, *self.address)
        return None

    def get_context(self, form: Form) -> dict[str, Any]:
        return {"season": self.season, "where": locate_season(self.season)}

    def lead_to_season(self, message: str = "") -> HttpResponse:
        """Lead to the season's own page, where there is nothing to be done here."""
        if message:
            messages.info(self.request, message)
        return redirect("season", *self.address)
