"""Make a stage of each number that divisions name, and the first one of every season."""

from django.db import migrations
from django.db.models import OuterRef, Subquery

BATCH_SIZE = 500


def make_stages(apps, schema_editor):
    alias = schema_editor.connection.alias
    Season, Stage, Division, Entry = (
        apps.get_model("league", name) for name in ("Season", "Stage", "Division", "Entry")
    )
    numbers = set(Division.objects.using(alias).order_by().values_list("season", "stage").distinct())
    numbers |= {(season, 1) for season in Season.objects.using(alias).values_list("pk", flat=True)}
    Stage.objects.using(alias).bulk_create(
        [Stage(season_id=season, number=number) for season, number in sorted(numbers)], batch_size=BATCH_SIZE
    )
    own = Stage.objects.using(alias).filter(season=OuterRef("season"), number=OuterRef("stage"))
    for model in (Division, Entry):
        model.objects.using(alias).update(stage_row=Subquery(own.values("pk")[:1]))


def number_stages(apps, schema_editor):
    alias = schema_editor.connection.alias
    Stage = apps.get_model("league", "Stage")
    own = Stage.objects.using(alias).filter(pk=OuterRef("stage_row"))
    for name in ("Division", "Entry"):
        model = apps.get_model("league", name)
        model.objects.using(alias).update(stage=Subquery(own.values("number")[:1]))
        model.objects.using(alias).update(stage_row=None)
    Stage.objects.using(alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("league", "0039_stages")]

    operations = [migrations.RunPython(make_stages, number_stages)]
