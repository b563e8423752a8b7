"""What the committee takes away from somebody, and why."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.numbers import Number
from league.forms.who import Looked, Player
from league.queries.pages.penalty import PenaltyPage

MOST_TAKEN = 100_000
NOTHING = _("Say how much is taken away.")
# Said where it has to be chosen between the two.
FIRST = _("The table is ranked by these. The average stays as it is.")
LATER = _("These count in the ranking where the figures before them are equal. The average stays as it is.")
SCORE = _("The average is made from it. The points stay as they are.")


class Penalize(Looked):
    player = Player(label=_("Player"))
    points = Number(label=_("Points to take away"), required=False, min_value=0, max_value=MOST_TAKEN)
    score = Number(label=_("Score to take away"), required=False, min_value=0, max_value=MOST_TAKEN)
    field_order = ("player", "points", "score", "reason")

    def __init__(self, *args: Any, page: PenaltyPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = page.names
        self.fields["player"].of(page.players)  # type: ignore[attr-defined]
        self.fields["score"].label = gettext("{score} to take away").format(score=page.score)
        if page.by_points:
            self.fields["points"].help_text = FIRST if page.points_first else LATER
            self.fields["score"].help_text = SCORE
        else:
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not (cleaned.get("points") or cleaned.get("score")):
            self.add_error("points" if "points" in self.fields else "score", NOTHING)
        return cleaned

    @property
    def points_off(self) -> int:
        return self.cleaned_data.get("points") or 0

    @property
    def score_off(self) -> int:
        return self.cleaned_data.get("score") or 0
