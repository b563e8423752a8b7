"""Store the options of opened seasons in full, so that a game's next version can't give them other defaults.

A season whose game is not installed, or can't read its options any more, keeps what it has. Going back leaves the
options in full: they mean the same.
"""

from django.db import migrations, transaction

import games

BATCH_SIZE = 500


def fill_in_options(apps, schema_editor):
    alias = schema_editor.connection.alias
    opened = apps.get_model("league", "Season").objects.using(alias).exclude(state="draft")
    numbers = list(opened.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(numbers), BATCH_SIZE):
        with transaction.atomic(using=alias):
            seasons = list(opened.filter(pk__in=numbers[start : start + BATCH_SIZE]))
            opened.bulk_update(filter(fill_in_season, seasons), ["game_version", "options"])


def fill_in_season(season):
    """Set the season's options and say whether there are any others now."""
    try:
        game = games.get(season.game)
        options = games.dump_in_full(games.parse_options(game, season.options))
    except (games.UnknownGame, games.Invalid):
        return False
    before = (season.game_version, season.options)
    season.game_version, season.options = game.version, options
    return before != (game.version, options)


class Migration(migrations.Migration):
    atomic = False  # each batch is kept when the next one fails

    dependencies = [("league", "0052_versions_of_games")]

    operations = [migrations.RunPython(fill_in_options, migrations.RunPython.noop)]
