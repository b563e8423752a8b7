"""What nobody types by accident: texts, numbers, query strings, headers and bodies that break careless programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from urllib.parse import urlencode

Fields = Sequence[tuple[str, str]]

# fmt: off
GARBAGE = (
    *("a", "\N{PILE OF POO}", "\x00", "1\x002", "-0", "+7", "1.5", "1e3", "0x10", "１２", "१२", "²"),
    *("--1", "1 2", "9" * 30, "-" + "9" * 30, "9" * 5000, "null", "true", "[]", "{}"),
    *("\N{RIGHT-TO-LEFT OVERRIDE}7", "\ud800", '"><script>alert(1)</script>', "' OR 1=1 --", "\u2028"),
    *("\N{MINUS SIGN}3", "1_0", "NaN", "x" * 100_000),
)
TEXTS = (
    *GARBAGE, "", " ",
    *("\udfff\ud800", "\x01\x07\x1b[31m", "\r\nSet-Cookie: a=b", "\N{LEFT-TO-RIGHT ISOLATE}" * 40),
    *("e\u0301" * 80, "'; DROP TABLE league_club; --", '" UNION SELECT password FROM league_user --'),
    *("%' AND 1=1 AND '%'='", "<img src=x onerror=alert(1)>", "javascript:alert(1)"),
    *("'><svg/onload=alert(1)>", "<!--", "</textarea>", "{{ 7*7 }}", "{% load i18n %}{% debug %}", "${7*7}"),
    *("%s%s%n", "{0.__class__}", "{name}", "=1+1|cmd", '{"a": 1}', '[{"deals": []}]', "[" * 2000, '{"a":' * 500),
    "9" * 4301,  # more digits than Python reads
    *("../../etc/passwd", "..\\..", "C:\\con", "|ls", "Infinity", "-Infinity", "1e400", "0.1", "-1", "00", "0b1"),
    *("2147483648", "9223372036854775808", "١٢", "0000-00-00", "0001-01-01", "9999-12-31", "2026-02-30"),
    *("2026-1-5", "10000-01-01", "31.12.2026", "-2026-01-01", "2026-01-05T00:00:00Z", "2026-W01-1", "yesterday"),
    *("00000000-0000-0000-0000-000000000000", "a" * 64, "a@b", "@", "a@example.org\nBcc: b@example.org"),
    *('"a b"@example.org', "a@[127.0.0.1]", "ä@exämple.org", "http://localhost/", "//evil.example/"),
    *("/\\evil.example", "file:///etc/passwd", "about:blank"),
)
# What pages read from the address, with values in all shapes.
QUERY_NAMES = (
    *("as_of", "find", "download", "sort", "division", "status", "day", "round", "page", "all", "player"),
    *("season", "helper", "next", "why", "remove", "show", "from", "e", "q", "o", "p", "_popup", "_to_field"),
    *("club__id__exact", "user__password__startswith", "at__gte", "at__year", "pk__in", "id", "state__in"),
    *("missing", "to", "undone", "job", "players", "large"),
)
QUERY_VALUES = (
    *("2025-01-01", "2026-11-30", "csv", "xlsx", "ods", "exe", "-name", "name", "average", "played", "ann"),
    *("p1", "A", "open", "played", "1", "2", "-1", "a,b", "1,2,3", "on", "forfeit", "void"),
)
METHODS = (
    *("TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "CONNECT", "FOO", "get", "PROPFIND", "POST "),
)
CONTENT_TYPES = (
    *("application/json", "text/plain", "", "application/octet-stream", "application/xml", "image/png"),
    *("multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x"),
    *("multipart/form-data; boundary=" + "x" * 300, "multipart/mixed; boundary=x", "text/html; charset=\xff"),
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=no-such",
)
PART = b"--x\r\nContent-Disposition: form-data; "
BODIES = (
    *(b"", b"\x00", b"\xff\xfe\x00", b"{}", b"{", b"[" * 5000, b"null", b"a", b"=", b"&&&", b"%", b"%zz=%"),
    *(b"a=%ff", b"--x\r\n\r\n", b"--x--", PART + b'name="file"; filename="../a"\r\n\r\n1\r\n'),
    PART + b'name="cells"\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--\r\n',
    PART + b'name="\xff"\r\n\r\n1\r\n--x--\r\n',
    b"<?xml version='1.0'?><a/>",
    json.dumps({"sheet": {"deals": [{"bids": [1e308, None]}]}}).encode(),
)
COOKIES = (
    *("sessionid=x", "sessionid=" + "a" * 32, "sessionid=" + "x" * 4000, "sessionid=\x7f", "sessionid", "="),
    *(";;;", "csrftoken=x", "messages=x", 'messages="[[\\"__json_message\\"', "messages=" + "W" * 2000),
    "sessionid=''; a=b",
    "known-browser=x",
)
HOSTS = ("evil.example", "", "a b", "localhost:99999", "[::1", "testserver:80:80", "\xff")
HEADERS: tuple[Mapping[str, str], ...] = (
    *({"HTTP_HOST": host} for host in HOSTS),
    *({"HTTP_COOKIE": cookie} for cookie in COOKIES),
    *({"HTTP_ACCEPT_ENCODING": value} for value in ("gzip;q=0", "gzip, br;q=x", ",,;q=0,", "*;q=0", "a" * 5000)),
    *({"HTTP_IF_NONE_MATCH": value} for value in ("*", 'W/"', "a,b,,", '"' * 100)),
    *({"HTTP_IF_MODIFIED_SINCE": value} for value in ("yesterday", "Thu, 99 Foo 99999 99:99:99 GMT")),
    *({"HTTP_ACCEPT_LANGUAGE": value} for value in ("xx", "en;q=9", "de-" + "a" * 500, "*")),
    *({"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": value} for value in ("a", "\xff", "x" * 1000)),
    *({"HTTP_X_FORWARDED_FOR": value} for value in ("1.2.3.4, x", "::1%eth0", "," * 100)),
    *({"REMOTE_ADDR": value} for value in ("", "x", "fe80::1%eth0", "999.1.1.1")),
    # No other length than a number gets past a web server.
    *({"CONTENT_LENGTH": value} for value in ("0", "1", "99999999999")),
    *({"HTTP_RANGE": "bytes=0-"}, {"HTTP_EXPECT": "100-continue"}, {"HTTP_REFERER": "\xff"}),
    *({"HTTP_ORIGIN": "null"}, {"HTTP_X_FORWARDED_PROTO": "https"}, {"HTTP_USER_AGENT": "\x00" * 300}),
    {"HTTP_X_HTTP_METHOD_OVERRIDE": "DELETE"},
)
# fmt: on


def make_text(chance: Random) -> str:
    """Make up a text: one that breaks things, or any characters at all."""
    if chance.random() < 0.8:
        return chance.choice(TEXTS)
    return "".join(chr(chance.choice((chance.randrange(128), chance.randrange(0x110000)))) for _ in range(8))


def make_query(chance: Random) -> str:
    """Make up a query string of what pages ask for, mostly; sometimes it is none."""
    if chance.random() < 0.1:
        return chance.choice(("&", "=", "%", "%00", "?" * 20, "a" * 5000, "a=1&" * 1500, "%ff=%fe", "as_of"))
    pairs = [
        (
            chance.choice(QUERY_NAMES),
            chance.choice(QUERY_VALUES) if chance.random() < 0.5 else make_text(chance),
        )
        for _ in range(chance.randint(1, 4))
    ]
    return encode_fields(pairs)


def encode_fields(fields: Fields) -> str:
    """Encode fields as a browser does, and also what a browser cannot send: half a character."""
    return urlencode(list(fields), errors="surrogatepass")


def spoil_fields(fields: Fields, chance: Random) -> list[tuple[str, str]]:
    """Return the fields of a form that is right with one to three things wrong."""
    spoiled = list(fields)
    for _ in range(chance.randint(1, 3)):
        chance.choice(SPOILERS)(spoiled, chance)
    return spoiled


def _spoil_value(fields: list[tuple[str, str]], chance: Random) -> None:
    if fields:
        place = chance.randrange(len(fields))
        fields[place] = (fields[place][0], make_text(chance))


def _leave_out(fields: list[tuple[str, str]], chance: Random) -> None:
    if fields:
        del fields[chance.randrange(len(fields))]


def _repeat(fields: list[tuple[str, str]], chance: Random) -> None:
    if fields:
        name, value = chance.choice(fields)
        fields.append((name, chance.choice((value, make_text(chance)))))


def _swap_values(fields: list[tuple[str, str]], chance: Random) -> None:
    """Put what is right in one field into another, such as the id of something else."""
    if fields:
        place = chance.randrange(len(fields))
        fields[place] = (fields[place][0], chance.choice(fields)[1])


def _spoil_name(fields: list[tuple[str, str]], chance: Random) -> None:
    if fields:
        place = chance.randrange(len(fields))
        name, value = fields[place]
        fields[place] = (
            chance.choice((f"{name}-0", name.upper(), f"{name}[]", "", make_text(chance))),
            value,
        )


def _add(fields: list[tuple[str, str]], chance: Random) -> None:
    name = chance.choice(
        ("is_superuser", "club", "by", "role", "state", "save", "show", "from", "more", "_method")
    )
    fields.append((name, chance.choice(("1", "on", "owner", make_text(chance)))))


def _count_on(fields: list[tuple[str, str]], chance: Random) -> None:
    """Change a number a little: another row, another version, one more than there may be."""
    numbers = [place for place, (_name, value) in enumerate(fields) if value.isdecimal() and len(value) < 9]
    if numbers:
        place = chance.choice(numbers)
        name, value = fields[place]
        fields[place] = (name, str(int(value) + chance.choice((-2, -1, 1, 2, 99))))


Spoiler = Callable[[list[tuple[str, str]], Random], None]
SPOILERS: tuple[Spoiler, ...] = (
    *(
        _spoil_value,
        _spoil_value,
        _spoil_value,
        _leave_out,
        _repeat,
        _swap_values,
        _spoil_name,
        _add,
        _count_on,
    ),
)
