"""`model_diagram`: the diagram shows every table and every reference between them."""

import re

from django.apps import apps
from django.db.models import ForeignKey

from tests.commands.console import run_command


def test_every_table_and_reference_is_drawn() -> None:
    said = run_command("model_diagram")
    assert said.code == 0, said.err
    tables, references = set(), set()
    for model in apps.get_app_config("league").get_models():
        tables.add(model.__name__)
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey):
                references.add((field.related_model.__name__, model.__name__, field.name))
    drawn = re.findall(r'^  (\w+) (?:\|o|\|\|)--o[|{] (\w+) : "(\w+)"$', said.out, re.MULTILINE)
    assert sorted(drawn) == sorted(references)
    assert set(re.findall(r"^  (\w+) \{$", said.out, re.MULTILINE)) == tables


def test_keys_are_marked() -> None:
    said = run_command("model_diagram").out
    [club] = re.findall(r"^  Club \{\n(.*?)^  \}", said, re.MULTILINE | re.DOTALL)
    assert "    BigAutoField id PK\n" in club
    assert "    CharField slug UK\n" in club
    [player] = re.findall(r"^  Player \{\n(.*?)^  \}", said, re.MULTILINE | re.DOTALL)
    assert "    ForeignKey club_id FK\n" in player
