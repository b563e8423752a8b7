"""Requests, and how they are sent: in this process, through every middleware."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from django.http import HttpResponseBase
from django.test import Client

from tests.fuzzer.hostile import Fields, encode_fields

FORM = "application/x-www-form-urlencoded"
BOUNDARY = "fuzzer-boundary"
MAX_SHOWN = 600  # bytes of a body in a report


@dataclass(frozen=True)
class Request:
    """A request, `kind` of which the fuzzer has made up. It prints as what somebody has to send to repeat it."""

    who: str
    kind: str
    address: str  # its name
    method: str
    path: str  # percent-encoded
    query: str = ""
    body: bytes = b""
    content_type: str = FORM
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_post(self) -> bool:
        return self.method == "POST"

    def __str__(self) -> str:
        place = f"{self.path}?{self.query}" if self.query else self.path
        parts = [f"{self.who}: {self.method} {place[:MAX_SHOWN]} ({self.address}, {self.kind})"]
        parts += [
            f"{name}: {value[:MAX_SHOWN]!r}" for name, value in self.headers.items() if name != "REMOTE_ADDR"
        ]
        if self.body:
            more = f" and {len(self.body) - MAX_SHOWN} more bytes" if len(self.body) > MAX_SHOWN else ""
            parts.append(f"{self.content_type}: {self.body[:MAX_SHOWN]!r}{more}")
        return "\n    ".join(parts)


class Browser(Client):
    """A test client that keeps no copies of templates' contexts, and sends what no client would."""

    def request(self, **request: Any) -> Any:
        response = self.handler(self._base_environ(**request))  # type: ignore[attr-defined]
        if response.cookies:
            self.cookies.update(response.cookies)
        return response

    def send(self, request: Request) -> HttpResponseBase:
        """Send a request. The body may be shorter than it says, or longer, as from somebody who hangs up."""
        environ = {
            "PATH_INFO": unquote_to_bytes(request.path).decode("latin-1"),
            "QUERY_STRING": request.query.encode(errors="surrogatepass").decode("latin-1"),
            "REQUEST_METHOD": request.method,
            "wsgi.input": io.BytesIO(request.body),
        }
        if request.body:
            environ |= {"CONTENT_TYPE": request.content_type, "CONTENT_LENGTH": str(len(request.body))}
        response: HttpResponseBase = self.request(**environ | dict(request.headers))
        return response


def encode_form(fields: Fields, files: Mapping[str, tuple[str, bytes]] | None = None) -> tuple[bytes, str]:
    """Return the body of a form and its type; with `files`, by field as name and content, in parts."""
    if files is None:
        return encode_fields(fields).encode(), FORM
    body = b""
    for name, value in fields:
        body += _build_part(f'name="{_quote(name)}"') + value.encode(errors="surrogatepass") + b"\r\n"
    for name, (file_name, content) in files.items():
        body += _build_part(f'name="{_quote(name)}"; filename="{_quote(file_name)}"') + content + b"\r\n"
    return body + f"--{BOUNDARY}--\r\n".encode(), f"multipart/form-data; boundary={BOUNDARY}"


def _build_part(disposition: str) -> bytes:
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n"
    return head.encode(errors="surrogatepass")


def _quote(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
