"""Usage of limits: how often something limited was done, so that every process counts alike."""

from django.db import models


class Usage(models.Model):
    """How often one sender, recipient or address used a limit since `began_at`; see `league.actions.limits`."""

    limit = models.CharField(max_length=40)
    key = models.CharField(max_length=64)  # a keyed hash: no address is stored
    began_at = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["limit", "key"], name="usage_key_unique")]

    def __str__(self) -> str:
        return f"{self.limit}: {self.count}"
