"""Fields that several tables have."""

from typing import Any

from django.db import models

from league.rules.names import MAX_FOLDED_LENGTH, fold_name


class FoldedNameField(models.CharField):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """What a row's `name` is compared and searched by: filled in whenever the row is saved.

    It must be named where only some fields are saved; `QuerySet.update` writes what it is given.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs = {"max_length": MAX_FOLDED_LENGTH, "editable": False, **kwargs}
        super().__init__(*args, **kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = fold_name(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, folded)
        return folded
