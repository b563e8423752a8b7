"""Every account's address in allauth's table, as not proved yet.

Until now a code proved an address without ending the password of whoever had made the account before.
"""

from django.core.management.base import CommandError
from django.db import migrations

BATCH_SIZE = 500


def list_addresses(apps, schema_editor):
    using = schema_editor.connection.alias
    users = apps.get_model("league", "User").objects.using(using).exclude(email="")
    try:
        addresses = apps.get_model("account", "EmailAddress")
    except LookupError:
        raise CommandError("Type `migrate account` first, or `migrate` without the name of an application.") from None
    addresses.objects.using(using).filter(verified=True).update(verified=False)
    listed = addresses.objects.using(using).values("user")
    batch = []
    for user in users.exclude(pk__in=listed).only("pk", "email").order_by("pk").iterator(BATCH_SIZE):
        batch.append(addresses(user_id=user.pk, email=user.email.lower(), primary=True, verified=False))
        if len(batch) == BATCH_SIZE:
            addresses.objects.using(using).bulk_create(batch)
            batch.clear()
    addresses.objects.using(using).bulk_create(batch)


class Migration(migrations.Migration):

    # It needs allauth's tables, too. Named here, they would be needed by the migration that replaces this one, and need
    # that one themselves. `migrate` makes them first, as "account" comes before "league"; `migrate league` may not.
    dependencies = [("league", "0018_invitation_mails")]

    operations = [migrations.RunPython(list_addresses, migrations.RunPython.noop)]
