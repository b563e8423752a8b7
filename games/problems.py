"""Errors as data: a path, a stable code, and a sentence with its numbers.

See docs/reference/sheets.md, Errors; docs/decisions/0009-errors-are-data.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from games.figures import choose_decimals, format_number, fraction_text


def _(template: str) -> str:
    """Mark an English template for the translators; the text itself stays as it is."""
    return template


# How a language writes these.
DATE = _("{day} {month} {year}")
WITH_DECIMALS = _("{whole}.{decimals}")


@dataclass(frozen=True)
class Text:
    """An English template with the values of its placeholders.

    For example `Text("Tricks must total {tricks}.", {"tricks": 27})`. A value that is a word to be translated is a Text
    itself; people read a date as "23 November 2026".
    """

    template: str
    values: Mapping[str, int | str | date | Fraction | Text] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the sentence in English, with its numbers and dates as programs write them."""
        return self.template.format(
            **{
                name: fraction_text(value) if isinstance(value, Fraction) else value
                for name, value in self.values.items()
            }
        )

    def translate(self, gettext: Callable[[str], str]) -> str:
        """Return the sentence in the language of `gettext`, with numbers and dates as people read them."""
        return gettext(self.template).format(**self.translate_values(gettext))

    def translate_values(self, gettext: Callable[[str], str]) -> dict[str, str]:
        """Return each value as it stands in the translated sentence; its fractions have decimals enough to differ."""
        decimals = choose_decimals(self.values.values())
        return {
            name: value
            if isinstance(value, str)
            else value.translate(gettext)
            if isinstance(value, Text)
            else gettext(DATE).format(day=value.day, month=gettext(f"{value:%B}"), year=value.year)
            if isinstance(value, date)
            else format_number(value, decimals, gettext(WITH_DECIMALS))
            if isinstance(value, Fraction)
            else format_number(value)
            for name, value in self.values.items()
        }


def join_texts(texts: Iterable[Text], separator: str = ", ") -> Text:
    """Return the texts as one that is translated with each of them."""
    values = {f"text{number}": text for number, text in enumerate(texts)}
    return Text(separator.join(f"{{{name}}}" for name in values), values)


@dataclass(frozen=True)
class Problem:
    """An error: `path` names the place with dots ("sheet.deals.0.tricks"), `code` is stable and documented.

    `alone` means that nothing should be at this place, so that no other problem is reported there or below it.
    """

    path: str
    code: str
    message: Text
    alone: bool = field(default=False, compare=False)

    def as_json(self) -> dict[str, str]:
        return {"path": self.path, "code": self.code, "message": str(self.message)}

    def prefix_path(self, path: str) -> Problem:
        """Return the same problem with `path` before its own path."""
        return replace(self, path=".".join(part for part in (path, self.path) if part))


class Invalid(Exception):
    """Raised for input that breaks the rules; `problems` lists every independent error, by place."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(f"{problem.path}: {problem.message}" for problem in self.problems)
