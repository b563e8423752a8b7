"""Sections of a game's rules, whose sentences share the values of their placeholders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.drawings import Drawing
from games.problems import Text
from games.protocol import Section


class SectionBuilder:
    """Builds the sections of a game's rules; `values` are those of the placeholders in all sentences."""

    def __init__(self, values: Mapping[str, int | str | Fraction]) -> None:
        self.values = values

    def build_text(self, template: str, **more: int | str | Text) -> Text:
        return Text(template, {**self.values, **more})

    def build_section(
        self,
        key: str,
        heading: str,
        *paragraphs: str | Text,
        items: Sequence[str | Text] = (),
        drawings: Sequence[Drawing] = (),
    ) -> Section:
        """Return a section; a paragraph or item that is no text yet is a template for `build_text`."""
        texts = self._build_texts(paragraphs), self._build_texts(items)
        return Section(key, self.build_text(heading), *texts, tuple(drawings))

    def _build_texts(self, parts: Sequence[str | Text]) -> tuple[Text, ...]:
        return tuple(part if isinstance(part, Text) else self.build_text(part) for part in parts)
