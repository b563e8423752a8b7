"""Store the points of each seat, and leave the scores of deals to a job: reading sheets needs the games."""

from collections import defaultdict
from itertools import groupby

from django.db import migrations
from django.utils import timezone

BATCH_SIZE = 500  # matches
FINISHED = ("played", "forfeit")
STORING = "keep-figures"


def store_points(apps, schema_editor):
    alias = schema_editor.connection.alias
    Match, Season = apps.get_model("league", "Match"), apps.get_model("league", "Season")
    tables = {
        pk: (own if state != "draft" else of_next_season).get("points", {})
        for pk, state, own, of_next_season in Season.objects.using(alias).values_list(
            "pk", "state", "rules", "competition__rules"
        )
    }
    finished = Match.objects.using(alias).filter(status__in=FINISHED).order_by("pk")
    done = 0
    while batch := list(finished.filter(pk__gt=done).values_list("pk", flat=True)[:BATCH_SIZE]):
        store_batch(apps.get_model("league", "Seat").objects.using(alias), batch, tables)
        done = batch[-1]


def store_batch(rows, batch, tables):
    seats = rows.filter(match__in=batch).order_by("match").values_list(
        "match", "match__division__season", "pk", "outcome", "place", "absent", "points", named=True
    )
    stale = defaultdict(list)
    for _match, group in groupby(seats, key=lambda seat: seat.match):
        own = list(group)
        for seat in own:
            points = compute_points(tables[seat.match__division__season], seat, len(own))
            if seat.points != points:
                stale[points].append(seat.pk)
    for points, keys in stale.items():
        rows.filter(pk__in=keys).update(points=points)


def compute_points(table, seat, size):
    """Return the points as they were computed while ranking."""
    by_place = (table.get("places") or {}).get(str(size))
    if by_place is None:
        worth = {"win": table.get("win", 2), "draw": table.get("draw", 1), "loss": table.get("loss", 0)}
        return worth.get(seat.outcome, 0)
    if seat.absent:
        return min(0, by_place[-1])
    return by_place[(seat.place or 1) - 1] if seat.outcome else 0


def leave_jobs(apps, schema_editor):
    alias = schema_editor.connection.alias
    jobs = apps.get_model("league", "Job").objects.using(alias)
    now = timezone.now()
    played = apps.get_model("league", "Seat").objects.using(alias).filter(match__status="played", deal_scores__isnull=True)
    competitions = set(played.order_by().values_list("match__division__season__competition", flat=True).distinct())
    left = jobs.filter(kind=STORING, state="waiting").values_list("arguments", flat=True)
    competitions -= {arguments["competition"] for arguments in left}  # also where this was broken off
    jobs.bulk_create(
        [
            jobs.model(kind=STORING, arguments={"competition": pk}, created_at=now, due_at=now)
            for pk in sorted(competitions)
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    atomic = False  # each batch is kept when the next one fails

    dependencies = [("league", "0050_seat_points")]

    operations = [
        migrations.RunPython(store_points, migrations.RunPython.noop),
        migrations.RunPython(leave_jobs, migrations.RunPython.noop),
    ]
