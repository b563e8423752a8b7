"""`model_diagram`: print the tables and their references as a Mermaid diagram."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db.models import Field, ForeignKey, Model


class Command(BaseCommand):
    help = "Prints a Mermaid diagram of the models."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        models = sorted(apps.get_app_config("league").get_models(), key=lambda model: model.__name__)
        relations = (line for model in models for line in list_relations(model))
        tables = (line for model in models for line in list_columns(model))
        self.stdout.write("\n".join(["erDiagram", *relations, *tables]))


def list_relations(model: type[Model]) -> Iterator[str]:
    """Yield a line for each foreign key, from the table that it points at to its own."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            one = "|o" if field.null else "||"
            many = "o|" if field.unique else "o{"
            target = field.related_model.__name__
            yield f'  {target} {one}--{many} {model.__name__} : "{field.name}"'


def list_columns(model: type[Model]) -> Iterator[str]:
    """Yield the table's block: each column with its type and what marks it as a key."""
    yield f"  {model.__name__} {{"
    for field in model._meta.concrete_fields:
        yield f"    {field.get_internal_type()} {field.column}{_format_key(field)}"
    yield "  }"


def _format_key(field: "Field[Any, Any]") -> str:
    if field.primary_key:
        return " PK"
    if isinstance(field, ForeignKey):
        return " FK"
    return " UK" if field.unique else ""
