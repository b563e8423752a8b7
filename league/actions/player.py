"""Verbs of players."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, Sum

from league.models import Seat, Statistics
from league.models.match import Outcome, Status

ADDED_UP = ("deals", "score", "bids", "bids_made", "bid_total")


def refresh_statistics(*, competition: int, players: Sequence[int] | None = None) -> None:
    """Counts anew what these players (all, if none are named) did in a competition's played matches.

    Idempotent: the rows are what the seats add up to. 2 queries, more only by bulk chunks.
    """
    rows: Any = (  # the names of its values are made from tables, beyond what types can follow
        Seat.objects.filter(
            match__division__season__competition=competition,
            **({} if players is None else {"player__in": players}),
        )
        .values("player")
        .annotate(
            played=Count("pk", filter=Q(match__status=Status.PLAYED)),
            **{
                name: Count("pk", filter=Q(match__status=Status.PLAYED, outcome=outcome))
                for name, outcome in (("won", Outcome.WIN), ("drawn", Outcome.DRAW), ("lost", Outcome.LOSS))
            },
            **{
                f"all_{name}": Sum(name, filter=Q(match__status=Status.PLAYED), default=0)
                for name in ADDED_UP
            },
        )
        .order_by("player")
    )
    Statistics.objects.bulk_create(
        [
            Statistics(
                player_id=row["player"],
                competition_id=competition,
                played=row["played"],
                won=row["won"],
                drawn=row["drawn"],
                lost=row["lost"],
                **{name: row[f"all_{name}"] for name in ADDED_UP},
            )
            for row in rows
        ],
        update_conflicts=True,
        unique_fields=["player", "competition"],
        update_fields=["played", "won", "drawn", "lost", *ADDED_UP],
        batch_size=500,
    )
