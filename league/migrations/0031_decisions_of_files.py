"""What club files say of entries and matches as decisions of their own, and penalties nowhere else.

An entry's penalties stood in a column of its own, those that were decided here with the number of their decision. A
penalty of a file that says the same as a decision is that decision. A decision that a file had replaced is marked as
taken back on the day on which it was made: it has counted on no day since.

The order in which a club file has them stays: those of files first, then the others as they were made. Where that
would be another order, all of an entry's penalties are taken for those of a file.
"""

from django.db import migrations, models

BATCH_SIZE = 500


def make_decisions(apps, schema_editor):
    alias = schema_editor.connection.alias
    Decision, Remark, Entry, Result = (
        apps.get_model("league", name) for name in ("Decision", "Remark", "Entry", "Result")
    )
    decided = {}
    for decision in Decision.objects.using(alias).filter(undone_at=None).order_by("pk"):
        decided.setdefault((decision.season_id, decision.player_id, decision.kind), []).append(decision)
    new, replaced, seen = [], [], set()
    entries = Entry.objects.using(alias).select_related("season__competition")
    for entry in entries.order_by("season", "division", "seed", "pk").iterator():
        club, place = entry.season.competition.club_id, (entry.season_id, entry.player_id)
        if place in seen:  # in a later stage: decisions are about somebody's season
            continue
        seen.add(place)
        if entry.left and not decided.get((*place, "withdrawal")):
            new.append((Decision(season_id=place[0], player_id=place[1], kind="withdrawal", detail={}), club, ""))
        own = decided.get((*place, "penalty"), [])
        of_file, kept = divide_penalties(entry.penalties, own)
        replaced += [decision for decision in own if decision not in kept]
        for item in of_file:
            detail = {"points": item["points"], "score": item["score"]}
            decision = Decision(season_id=place[0], player_id=place[1], kind="penalty", detail=detail)
            new.append((decision, club, item["reason"]))
    create_decisions(Decision, Remark, alias, new)
    for decision in replaced:
        decision.undone_at, decision.undone_on = decision.at, decision.on
        decision.detail["replaced"] = True
    earlier = Decision.objects.using(alias).filter(kind="penalty", detail__replaced=True, undone_at__isnull=False)
    for decision in earlier:  # a file had replaced it before it was taken back: it counted on no day either
        decision.detail["taken back on"] = decision.undone_on.isoformat()
        decision.undone_on = decision.on
        replaced.append(decision)
    Decision.objects.using(alias).bulk_update(
        replaced, ["undone_at", "undone_on", "detail"], batch_size=BATCH_SIZE
    )
    name_decisions_of_results(Decision, Result, alias)
    schema_editor.connection.check_constraints()


def divide_penalties(items, decisions):
    """Return the penalties that a file gave, and the decisions that stand, of one entry."""
    of_file, kept = [], []
    for item in items:
        found = find_decision(item, [decision for decision in decisions if decision not in kept])
        if found:
            kept.append(found)
        else:
            of_file.append(item)
    ordered = [*map(describe, of_file), *(describe_decision(decision) for decision in sorted(kept, key=lambda d: d.pk))]
    return (of_file, kept) if ordered == [describe(item) for item in items] else (list(items), [])


def find_decision(item, decisions):
    if item.get("decision"):
        return next((decision for decision in decisions if decision.pk == item["decision"]), None)
    return next((one for one in decisions if describe_decision(one) == describe(item)), None)


def describe(item):
    return item["points"], item["score"], item["reason"]


def describe_decision(decision):
    reason = decision.remark.text if decision.remark else ""
    return decision.detail.get("points") or 0, decision.detail.get("score") or 0, reason


def create_decisions(Decision, Remark, alias, new):
    for start in range(0, len(new), BATCH_SIZE):
        batch = new[start : start + BATCH_SIZE]
        for decision, club, reason in batch:
            decision.origin = "file"
            decision.remark = Remark(club_id=club, text=reason) if reason else None
        Remark.objects.using(alias).bulk_create(
            [decision.remark for decision, _club, _reason in batch if decision.remark]
        )
        Decision.objects.using(alias).bulk_create([decision for decision, _club, _reason in batch])


def name_decisions_of_results(Decision, Result, alias):
    """Let what a file says of a match without a sheet be a decision; the triggers are not there while migrating."""
    results = Result.objects.using(alias).filter(
        status__in=["forfeit", "void"], decision=None, by_closing=False, pk=models.F("match__current")
    )
    rows = list(results.order_by("match").select_related("match__division"))
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        for result in batch:
            result.decision = Decision(
                season_id=result.match.division.season_id,
                match_id=result.match_id,
                kind=result.status,
                origin="file",
                detail={"absent": result.absent} if result.status == "forfeit" else {},
            )
        Decision.objects.using(alias).bulk_create([result.decision for result in batch])
        Result.objects.using(alias).bulk_update(batch, ["decision"])


def make_penalties(apps, schema_editor):
    alias = schema_editor.connection.alias
    Decision, Remark, Entry, Result = (
        apps.get_model("league", name) for name in ("Decision", "Remark", "Entry", "Result")
    )
    given = {}
    penalties = Decision.objects.using(alias).filter(kind="penalty", undone_at=None).select_related("remark")
    for decision in penalties.order_by(models.F("at").asc(nulls_first=True), "pk"):
        points, score, reason = describe_decision(decision)
        item = {"points": points, "score": score, "reason": reason}
        if decision.origin == "person":
            item["decision"] = decision.pk
        given.setdefault((decision.season_id, decision.player_id), []).append(item)
    entries = []
    for entry in Entry.objects.using(alias).iterator():
        if items := given.get((entry.season_id, entry.player_id)):
            entry.penalties = items
            entries.append(entry)
    Entry.objects.using(alias).bulk_update(entries, ["penalties"], batch_size=BATCH_SIZE)
    replaced = list(Decision.objects.using(alias).filter(kind="penalty", detail__replaced=True))
    for decision in replaced:
        if day := decision.detail.pop("taken back on", None):
            decision.undone_on = day
        else:
            decision.undone_at = decision.undone_on = None
            del decision.detail["replaced"]
    Decision.objects.using(alias).bulk_update(replaced, ["undone_at", "undone_on", "detail"], batch_size=BATCH_SIZE)
    # What was taken back of a match stays so, as a decision of the day on which it was.
    Decision.objects.using(alias).filter(
        origin="file", kind__in=["forfeit", "void"], undone_at__isnull=False
    ).update(origin="person", at=models.F("undone_at"), on=models.F("undone_on"))
    of_files = Decision.objects.using(alias).filter(origin="file")
    Result.objects.using(alias).filter(decision__origin="file").update(decision=None)
    Remark.objects.using(alias).filter(decisions__origin="file").delete()
    of_files._raw_delete(alias)  # nothing refers to them any more
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [("league", "0030_remarks")]

    operations = [
        migrations.AddField(
            model_name="decision",
            name="origin",
            field=models.CharField(
                choices=[("person", "made on these pages"), ("file", "imported from a club file")],
                default="person",
                max_length=10,
            ),
        ),
        migrations.AlterField(model_name="decision", name="at", field=models.DateTimeField(null=True)),
        migrations.AlterField(model_name="decision", name="on", field=models.DateField(null=True)),
        migrations.AlterField(model_name="remark", name="text", field=models.CharField(max_length=2000)),
        migrations.RunPython(make_decisions, make_penalties),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("at__isnull", False), ("on__isnull", False), ("origin", "person"))
                | models.Q(
                    ("at__isnull", True), ("by__isnull", True), ("on__isnull", True), ("origin", "file")
                ),
                name="decision_has_a_day_unless_a_file_made_it",
            ),
        ),
        migrations.RemoveField(model_name="entry", name="penalties"),
    ]
