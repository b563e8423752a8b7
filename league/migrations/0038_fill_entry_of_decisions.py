"""Say of each decision which entry it is about: the last that its player has in the season, as it was taken before."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def name_entries(apps, schema_editor):
    alias = schema_editor.connection.alias
    Decision, Entry = apps.get_model("league", "Decision"), apps.get_model("league", "Entry")
    own = Entry.objects.using(alias).filter(season=OuterRef("season"), player=OuterRef("player"))
    last = own.order_by("-stage").values("pk")[:1]
    Decision.objects.using(alias).exclude(player=None).update(entry=Subquery(last))


class Migration(migrations.Migration):
    dependencies = [("league", "0037_entry_of_decisions")]

    operations = [migrations.RunPython(name_entries, migrations.RunPython.noop)]
