"""What is wrong with an input, as data: where, a stable code, and a sentence with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace


def _(template: str) -> str:
    """Mark an English template for the translators; the text itself stays as it is."""
    return template


@dataclass(frozen=True)
class Text:
    """An English template and the values for its places: `Text("Tricks must total {total}.", {"total": 27})`.

    A value may be a Text itself, where it is a word to be translated.
    """

    template: str
    values: Mapping[str, int | str | Text] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def translate(self, gettext: Callable[[str], str]) -> str:
        """The sentence in the language that `gettext` translates templates into."""
        values = {
            name: value.translate(gettext) if isinstance(value, Text) else value
            for name, value in self.values.items()
        }
        return gettext(self.template).format(**values)


@dataclass(frozen=True)
class Problem:
    """One error: `path` names the place with dots ("sheet.deals.0.tricks"), `code` is stable and documented.

    `alone`: there should be nothing at this place, so that nothing else is said of what stands there.
    """

    path: str
    code: str
    message: Text
    alone: bool = field(default=False, compare=False)

    def as_json(self) -> dict[str, str]:
        return {"path": self.path, "code": self.code, "message": str(self.message)}

    def prefix_path(self, path: str) -> Problem:
        """The same problem in something that itself stands at a path."""
        return replace(self, path=".".join(part for part in (path, self.path) if part))


class Invalid(Exception):
    """The input breaks the rules; `problems` lists every independent error, by place."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(f"{problem.path}: {problem.message}" for problem in self.problems)
