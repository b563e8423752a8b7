"""What a Hucklebuck sheet asks for, field by field, in the order in which it is read aloud."""

from __future__ import annotations

from games.hucklebuck.sheet import MIN_PLAYING, TRICKS
from games.layout import Field, Layout
from games.problems import _

LAYOUT = Layout(
    per_seat=(
        Field(
            "tricks", _("Tricks"), "count", 0, TRICKS, total=TRICKS, out=_("out"), out_from=MIN_PLAYING + 1
        ),
    ),
    running_total=True,
)
