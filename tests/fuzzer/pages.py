"""The forms and links of a page, as a browser finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

CHOICES = ("select", "radio", "checkbox")
BUTTONS = ("submit", "image", "button", "reset")
LINK = re.compile(r'<a\b[^>]*\shref="([^"#]*)')


@dataclass
class Field:
    """A field by its name: an input, a group of radio buttons or boxes, a select or a text area.

    `options` are what may be chosen, `chosen` what is; of a field to write in `chosen` is what stands there.
    """

    name: str
    kind: str
    options: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    takes_several: bool = False

    @property
    def is_choice(self) -> bool:
        return self.kind in CHOICES


@dataclass
class Form:
    """A form; `places` are the addresses that it may be sent to, its own first, then those of its script."""

    method: str
    places: list[str]
    is_multipart: bool = False
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)  # name and value; no name: sends nothing

    def get_field(self, name: str, kind: str) -> Field:
        return self.fields.setdefault(name, Field(name, kind))


def list_links(page: str) -> list[str]:
    """Return where the page's links lead on this site, each once."""
    links = (link.replace("&amp;", "&") for link in LINK.findall(page))
    return list(dict.fromkeys(link for link in links if link.startswith(("/", "?", "."))))


def parse_forms(page: str, path: str) -> list[Form]:
    """Return the forms of the page at `path` that somebody can send."""
    parser = FormParser(path)
    parser.feed(page)
    parser.close()
    return [form for form in parser.forms if form.buttons]


class FormParser(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._path = path
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None  # the one that is open
        self._field: Field | None = None  # the select or text area that is open
        self._is_text = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._open_form(values)
        elif form := self._by_id.get(values.get("form", "")) or self._form:
            self._add(form, tag, values)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag in ("select", "textarea"):
            self._field, self._is_text = None, False

    def handle_data(self, data: str) -> None:
        if self._field and self._is_text:
            text = (
                data if self._field.chosen else data.removeprefix("\n")
            )  # which stands there for the parser
            self._field.chosen = ["".join(self._field.chosen) + text]

    def _open_form(self, values: dict[str, str]) -> None:
        self._form = Form(
            method=values.get("method", "get").lower(),
            places=[urldefrag(urljoin(self._path, values.get("action") or self._path)).url],
            is_multipart=values.get("enctype") == "multipart/form-data",
        )
        self._form.places += list(_list_script_places(values))
        self.forms.append(self._form)
        if values.get("id"):
            self._by_id[values["id"]] = self._form

    def _add(self, form: Form, tag: str, values: dict[str, str]) -> None:
        name = values.get("name", "")
        kind = values.get("type", "text" if tag == "input" else "submit").lower()
        if tag == "option" and self._field:
            self._add_option(self._field, values.get("value", ""), "selected" in values)
        elif tag == "button" or (tag == "input" and kind in BUTTONS):
            if kind != "reset":
                form.buttons.append((name, values.get("value", "")))
                form.places += [place for place in _list_script_places(values) if place not in form.places]
        elif not name or "disabled" in values:
            pass
        elif tag == "input" and kind in CHOICES:
            found = form.get_field(name, kind)
            found.takes_several = kind == "checkbox" and bool(found.options)
            self._add_option(found, values.get("value", "on"), "checked" in values)
        elif tag == "input":
            form.get_field(name, kind).chosen = [values.get("value", "")]
        elif tag in ("select", "textarea"):
            self._field = form.get_field(name, tag)
            self._field.takes_several = "multiple" in values
            self._is_text = tag == "textarea"

    @staticmethod
    def _add_option(field: Field, value: str, chosen: bool) -> None:
        field.options.append(value)
        if chosen:
            field.chosen.append(value)


def _list_script_places(values: dict[str, str]) -> Iterator[str]:
    yield from (values[name] for name in ("hx-post", "hx-get") if values.get(name))
