"""What is taken out of every line of the log: addresses, and whatever people typed or are called.

Names are not recognisable as such. So of the message of an error only what the code itself says is kept: what stands
between quotation marks goes, unless it is a word of the code, and so does whatever came with the request.

See docs/decisions/0027-what-the-log-holds.md.
"""

import ipaddress
import re
import traceback
from collections.abc import Collection, Iterable, Iterator
from types import CodeType, TracebackType
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, QueryDict

from games import Invalid

MAX_READ, MAX_MESSAGE_LENGTH = 2_000, 500  # characters: what is redacted, and what of that is kept
MAX_FRAMES = 50
MAX_CHAINED_ERRORS = 5
MIN_TYPED_LENGTH = 3  # shorter texts identify no one, and are part of many words
TYPED, QUOTED, ADDRESS, IP = "[typed]", "[…]", "[address]", "[ip]"

_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ADDRESS = re.compile(r"[^\s<>\"'(),;:=\[\]{}]+@[^\s<>\"'(),;:=\[\]{}]+")
# A quotation that is never closed goes on to the end; an apostrophe within a word neither opens nor closes one.
_QUOTED = re.compile(
    r"(?:(?<!\w)|(?<=\b[bru]))'((?:[^'\\]|\\.|'(?=\w))*)(?:'|$)"
    r"|\"((?:[^\"\\]|\\.)*)(?:\"|$)"
    r"|“([^”]*)(?:”|$)"
)
_OBJECT = re.compile(r"<(\w+): [^<>]*>")  # <User: Pat Smith>
_MAYBE_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f.]{0,15}")
_TABLE = re.compile(r"(account|auth|axes|django|league)_\w+")  # a table or a constraint of the database


def redact(text: str, typed: Iterable[str] = (), words: Collection[str] = ()) -> str:
    """Return the first line of a text without what people typed, addresses and IP addresses.

    What follows the first line is left out: that is where PostgreSQL repeats a row. `words` may stand between
    quotation marks.
    """
    line = _CONTROL_CHARACTERS.sub(" ", text.strip().partition("\n")[0])
    for value in typed:
        line = line.replace(value, TYPED)
    line = _QUOTED.sub(lambda quoted: _keep_word(quoted, words), line[:MAX_READ])
    line = _OBJECT.sub(rf"<\1: {QUOTED}>", line)
    return _MAYBE_IP.sub(_hide_ip, _ADDRESS.sub(ADDRESS, line))[:MAX_MESSAGE_LENGTH]


def _keep_word(quoted: re.Match[str], words: Collection[str]) -> str:
    word = next(group for group in quoted.groups() if group is not None)
    is_type = quoted.string[quoted.end() :].startswith(" object")  # 'NoneType' object has no attribute ...
    known = word in words or _TABLE.fullmatch(word) or (is_type and word.isidentifier())
    return quoted[0] if known else QUOTED


def _hide_ip(maybe: re.Match[str]) -> str:
    try:
        address = ipaddress.ip_address(maybe[0])
    except ValueError:
        return maybe[0]
    return maybe[0] if address.is_loopback or address.is_unspecified else IP


def collect_typed(request: HttpRequest | None) -> list[str]:
    """Return whatever of a request somebody typed or is known by, the longest first.

    Nothing is read for it: a body that has not been parsed cannot be in a message either.
    """
    if request is None:
        return []
    match = request.resolver_match
    values: set[Any] = {request.path, request.path_info, request.META.get("QUERY_STRING", "")}
    values |= {str(value) for value in (*match.args, *match.kwargs.values())} if match else set()
    values |= set(request.COOKIES.values())
    for sent in (_read_query(request), request.__dict__.get("_post", {})):
        values |= {value for name in sent for value in sent.getlist(name)}
    kept = {
        str(value) for value in values if len(str(value)) >= MIN_TYPED_LENGTH and not str(value).isdigit()
    }
    return sorted(kept - {"/"}, key=len, reverse=True)


def _read_query(request: HttpRequest) -> QueryDict:
    try:
        return request.GET
    except SuspiciousOperation:  # of too many fields; as a whole it is among the values all the same
        return QueryDict()


def format_error(error: BaseException, typed: Collection[str] = ()) -> str:
    """Return the traceback of an error and of those that led to it, with messages that are redacted."""
    chain = list(_list_chain(error))
    parts = []
    for number, (each, link) in enumerate(chain[:MAX_CHAINED_ERRORS]):
        if number:
            parts.append(f"\n{link}\n\n")
        parts.append("Traceback (most recent call last):\n")
        parts += traceback.format_tb(each.__traceback__, -MAX_FRAMES)
        parts.append(f"{describe_error(each, typed)}\n")
    return "".join(parts).rstrip()


def _list_chain(error: BaseException) -> Iterator[tuple[BaseException, str]]:
    """Yield the error and what led to it, each with how it led to the one before."""
    link, seen = "", set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current, link
        if current.__cause__ is not None:
            current, link = current.__cause__, "It was caused by:"
        elif not current.__suppress_context__:
            current, link = current.__context__, "It happened while this was handled:"
        else:
            current = None


def describe_error(error: BaseException, typed: Iterable[str] = ()) -> str:
    """Return the type of an error and its redacted message; of errors that are data, only their codes."""
    if isinstance(error, Invalid):
        message = ", ".join(sorted({problem.code for problem in error.problems}))
    else:
        message = redact(_read_message(error), typed, _collect_words(error.__traceback__))
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{name}: {message}" if message else name


def _read_message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # whatever an error of a library does when it is shown
        return ""


def _collect_words(trace: TracebackType | None) -> set[str]:
    """Return the names and texts in the code where the error arose."""
    words: set[str] = set()
    while trace is not None:
        code: CodeType = trace.tb_frame.f_code
        words.update(code.co_names, code.co_varnames)
        words.update(constant for constant in code.co_consts if isinstance(constant, str))
        trace = trace.tb_next
    return words
