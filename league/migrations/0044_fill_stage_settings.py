"""Store of each first stage with matches its format, and what its schedule seems to have been made from.

This used to be inferred from the matches wherever it was asked for; the inference is kept here as it was. Each batch of
stages is a transaction of its own, and those that are done are left out when the migration is run again.
"""

from collections import Counter, defaultdict
from datetime import timedelta
from itertools import pairwise

from django.db import migrations, transaction

BATCH_SIZE = 20  # stages: some have thousands of matches
WEEK, MAX_ROUND_DAYS, MAX_ROUNDS = 7, 366, 60
SMALL_DIVISION = 4  # players; in a single division of so few somebody always sits at the same table


def store_what_schedules_were_made_from(apps, schema_editor):
    alias = schema_editor.connection.alias
    Stage = apps.get_model("league", "Stage")
    waiting = Stage.objects.using(alias).filter(
        number=1, making__isnull=True, divisions__matches__isnull=False, season__schedule_token=None
    )
    numbers = list(waiting.order_by("pk").values_list("pk", flat=True).distinct())
    for start in range(0, len(numbers), BATCH_SIZE):
        with transaction.atomic(using=alias):
            batch = numbers[start : start + BATCH_SIZE]
            entries = list_entries(apps, alias, batch)
            matches = list_matches(apps, alias, batch)
            stages = list(Stage.objects.using(alias).filter(pk__in=batch).select_related("season"))
            for stage in stages:
                own = matches[stage.pk]
                is_pair = all(len(match["players"]) == 2 for match in own)
                stage.format = "round-robin" if is_pair else "tables"
                stage.making = infer_schedule(entries[stage.pk], own, is_pair, stage.season.remind_days > 0)
            Stage.objects.using(alias).bulk_update(stages, ["format", "making"])


def list_entries(apps, alias, stages):
    """Return, by stage and level, the entries in seed order."""
    entries = defaultdict(lambda: defaultdict(list))
    rows = apps.get_model("league", "Entry").objects.using(alias).filter(stage__in=stages)
    for stage, level, entry in rows.order_by("seed", "pk").values_list("stage", "division__level", "pk"):
        entries[stage][level].append(entry)
    return entries


def list_matches(apps, alias, stages):
    """Return the matches by stage."""
    matches = {}
    rows = apps.get_model("league", "Seat").objects.using(alias).filter(match__division__stage__in=stages)
    for stage, pk, level, number, day, table, entry in (
        rows.order_by("match", "number")
        .values_list(
            "match__division__stage",
            "match",
            "match__division__level",
            "match__round",
            "match__due_on",
            "match__table",
            "entry",
        )
        .iterator(chunk_size=2000)
    ):
        match = {"stage": stage, "level": level, "round": number, "day": day, "table": table, "players": []}
        matches.setdefault(pk, match)["players"].append(entry)
    by_stage = defaultdict(list)
    for match in matches.values():
        by_stage[match["stage"]].append(match)
    return by_stage


# --- the inference, as it was


def infer_schedule(players_by_level, matches, is_pair, has_reminders):
    rounds = None if is_pair else min(len({match["round"] for match in matches}), MAX_ROUNDS)
    days_by_round = defaultdict(Counter)
    for match in matches:
        if match["day"]:
            days_by_round[match["round"]][match["day"]] += 1
    if not days_by_round:
        return {"dates": None, "tables": None, "rounds": rounds}
    if not has_reminders and is_in_shared_room(players_by_level, matches):
        days = sorted({match["day"] for match in matches if match["day"]})
        return {"dates": infer_nights(days), "tables": infer_tables(days_by_round), "rounds": rounds}
    return {"dates": infer_deadlines(days_by_round), "tables": None, "rounds": rounds}


def is_in_shared_room(players_by_level, matches):
    """Return whether most days' tables are numbered through all divisions, not from 1 in each."""
    if len(players_by_level) == 1:
        [players] = players_by_level.values()
        return not is_fixed_at_first_table(players, matches)
    by_day = defaultdict(list)
    for match in matches:
        if match["day"]:
            by_day[match["day"]].append(match)
    shared = [own for own in by_day.values() if len({match["level"] for match in own}) > 1]
    doubled = sum(len({match["table"] for match in own}) < len(own) for own in shared)
    return doubled * 2 <= len(shared)


def is_fixed_at_first_table(players, matches):
    """Return whether the last of an even number of players stays at table 1, as by the Berger tables."""
    size = len(players)
    tables = [
        match["table"]
        for match in matches
        if size > SMALL_DIVISION and len(match["players"]) == 2 and players[-1] in match["players"]
    ]
    return size % 2 == 0 and tables.count(1) * 4 > len(tables) * 3


def infer_nights(days):
    """Return weekly nights if few are left out; else a list."""
    first, used = days[0], set(days)
    weeks = (days[-1] - first).days // WEEK + 1
    if (weeks - len(days)) * 2 < len(days) and all((day - first).days % WEEK == 0 for day in days):
        nights = (first + timedelta(WEEK * number) for number in range(weeks))
        holidays = [day.isoformat() for day in nights if day not in used]
        start = first.isoformat()
        return {"kind": "weekly", "weekday": first.weekday(), "start": start, "holidays": holidays}
    return {"kind": "listed", "days": [day.isoformat() for day in days], "holidays": []}


def infer_deadlines(days_by_round):
    last_days = [days_by_round[number].most_common(1)[0][0] for number in sorted(days_by_round)]
    between = Counter((later - day).days for day, later in pairwise(last_days))
    usual = between.most_common(1)[0][0] if between else WEEK
    weeks = min(max(round(usual / WEEK), 1), MAX_ROUND_DAYS // WEEK)
    return {"kind": "deadlines", "first": last_days[0].isoformat(), "every": WEEK * weeks}


def infer_tables(days_by_round):
    """Return how many tables are in use at once, if a round takes more than one night for want of tables."""
    at_once = max(max(days.values()) for days in days_by_round.values())
    return at_once if any(days.total() > at_once for days in days_by_round.values()) else None


class Migration(migrations.Migration):
    atomic = False  # each batch is kept when the next one fails

    dependencies = [("league", "0043_stage_settings")]

    # What is stored goes with its columns.
    operations = [migrations.RunPython(store_what_schedules_were_made_from, migrations.RunPython.noop)]
