"""Put what seats, standings and statistics count of bids among their figures; what is 0 is left out, as of any figure."""

from django.db import migrations

TABLES = ("league_seat", "league_standing", "league_statistics")
KEYS = {"bids": "@bids", "bids_made": "@bids_made", "bid_total": "@bid_total"}


def fill_figures(apps, schema_editor):
    counted = ", ".join(f"'{key}', NULLIF({column}, 0)" for column, key in KEYS.items())
    merged = {
        "sqlite": f"json_patch(figures, json_object({counted}))",  # leaves out what is null
        "postgresql": f"figures || jsonb_strip_nulls(jsonb_build_object({counted}))",
    }[schema_editor.connection.vendor]
    for table in TABLES:
        schema_editor.execute(f"UPDATE {table} SET figures = {merged} WHERE bids > 0")


def fill_columns(apps, schema_editor):
    read, rest = {
        "sqlite": ("json_extract(figures, '$.\"{}\"')", "json_remove(figures, {})"),
        "postgresql": ("CAST(figures ->> '{}' AS integer)", "figures {}"),
    }[schema_editor.connection.vendor]
    columns = [f"{column} = COALESCE({read.format(key)}, 0)" for column, key in KEYS.items()]
    if schema_editor.connection.vendor == "sqlite":
        own = rest.format(", ".join(f"'$.\"{key}\"'" for key in KEYS.values()))
    else:  # on PostgreSQL
        own = rest.format(" ".join(f"- '{key}'" for key in KEYS.values()))
    for table in TABLES:
        schema_editor.execute(f"UPDATE {table} SET {', '.join(columns)}, figures = {own}")


class Migration(migrations.Migration):
    dependencies = [("league", "0053_fill_in_options_of_seasons")]

    operations = [migrations.RunPython(fill_figures, fill_columns)]
