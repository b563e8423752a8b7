"""The base class of pages that prepare a season, or change its state."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from league.models import Season
from league.queries.location import locate_season
from league.web.base import ChangeView, Form
from league.web.manage.access import get_season_to_run


class SeasonChangeView(ChangeView[Form]):
    """A page that changes a season, for organisers of its club."""

    season: Season

    @property
    def address(self) -> tuple[str, str, int]:
        """Return the arguments of the addresses of the season's pages."""
        return self.kwargs["club"], self.kwargs["competition"], self.kwargs["season"]

    def find(self) -> HttpResponse | None:
        self.season, self.by = get_season_to_run(self.request, *self.address)
        return None

    def get_context(self, form: Form) -> dict[str, Any]:
        return {"season": self.season, "where": locate_season(self.season)}

    def lead_to_season(self, message: str = "") -> HttpResponse:
        """Redirect to the season's own page, as this page is not available."""
        if message:
            messages.info(self.request, message)
        return redirect("season", *self.address)
