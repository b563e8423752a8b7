"""Make a round of each number that the matches of a stage name; none of a league's was paired."""

from django.db import migrations
from django.db.models import OuterRef, Subquery

BATCH_SIZE = 500


def make_rounds(apps, schema_editor):
    alias = schema_editor.connection.alias
    Round, Match = apps.get_model("league", "Round"), apps.get_model("league", "Match")
    named = Match.objects.using(alias).order_by().values_list("division__stage", "round").distinct()
    Round.objects.using(alias).bulk_create(
        [Round(stage_id=stage, number=number) for stage, number in sorted(named)], batch_size=BATCH_SIZE
    )
    own = Round.objects.using(alias).filter(stage__divisions=OuterRef("division"), number=OuterRef("round"))
    Match.objects.using(alias).update(round_row=Subquery(own.values("pk")[:1]))


def number_rounds(apps, schema_editor):
    alias = schema_editor.connection.alias
    Round, Match = apps.get_model("league", "Round"), apps.get_model("league", "Match")
    own = Round.objects.using(alias).filter(pk=OuterRef("round_row"))
    Match.objects.using(alias).update(round=Subquery(own.values("number")[:1]))
    Match.objects.using(alias).update(round_row=None)
    apps.get_model("league", "Seat").objects.using(alias).exclude(round=None).update(round=None)
    Round.objects.using(alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("league", "0046_rounds")]

    operations = [migrations.RunPython(make_rounds, number_rounds)]
