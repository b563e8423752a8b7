"""Verbs of players."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, Sum

from league.models import Competition, Seat, Statistics
from league.models.match import Outcome, Status

ADDED_UP = ("deals", "score", "bids", "bids_made", "bid_total")


@transaction.atomic
def refresh_statistics(*, competition: int, players: Sequence[int] | None = None) -> None:
    """Counts anew what these players (all, if none are named) did in a competition's played matches.

    Idempotent: the rows are what the seats add up to. 4 queries, more only by bulk chunks.
    """
    # Two of these at once: the one that counted first must not write last.
    list(Competition.objects.select_for_update(no_key=True).filter(pk=competition))
    named: dict[str, Any] = {} if players is None else {"player__in": players}
    seats = Seat.objects.filter(match__division__season__competition=competition)
    rows: Any = (  # the names of its values are made from tables, beyond what types can follow
        seats.filter(**named)
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
    Statistics.objects.filter(
        ~Exists(seats.filter(player=OuterRef("player"))), competition=competition, **named
    ).delete()
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
