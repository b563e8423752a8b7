"""Problems as JSON, so that they can be shown again later, in any language."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from games import Problem, Text
from games.problems import _
from league.rules.validation import build_problem

MORE_ERRORS = _("More errors, not listed: {number}.")


def problems_to_json(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [
        {"path": problem.path, "code": problem.code, **_text_to_json(problem.message)} for problem in problems
    ]


def limit_problems(problems: Iterable[Problem], most: int) -> Iterator[dict[str, Any]]:
    """Yield the problems as JSON as far as they fit into so many characters, and how many more there are."""
    length = left_out = 0
    for problem in problems_to_json(problems):
        size = len(json.dumps(problem))
        if length + size > most:
            left_out += 1
        else:
            length += size
            yield problem
    if left_out:
        yield from problems_to_json([build_problem("", "more", MORE_ERRORS, number=left_out)])


def problems_from_json(stored: Iterable[dict[str, Any]]) -> tuple[Problem, ...]:
    return tuple(Problem(item["path"], item["code"], _text_from_json(item)) for item in stored)


def _text_to_json(text: Text) -> dict[str, Any]:
    values = {
        name: _text_to_json(value) if isinstance(value, Text) else value
        for name, value in text.values.items()
    }
    return {"template": text.template, "values": values}


def _text_from_json(stored: dict[str, Any]) -> Text:
    values = {
        name: _text_from_json(value) if isinstance(value, dict) else value
        for name, value in stored["values"].items()
    }
    return Text(stored["template"], values)
