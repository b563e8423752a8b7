"""Requests of those who mean no good: anything, sent to any address, and very much of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tests.fuzzer.addresses import Address, choose_parts
from tests.fuzzer.hostile import (
    BODIES,
    CONTENT_TYPES,
    HEADERS,
    METHODS,
    QUERY_NAMES,
    Fields,
    make_query,
    make_text,
)
from tests.fuzzer.requests import FORM, Request, encode_form
from tests.fuzzer.world import World

HUGE_SIZES = (90_000, 110_000, 1_000_000, 3_000_000)  # bytes
BUSY_SHARE = 0.2  # of requests: they come from one address, which reaches limits
POST_SHARE = 0.55  # of hostile requests
SPOILED_SHARE = 0.3  # of addresses: a part of them is none


def make_ip_address(chance: Random) -> str:
    """Return one of the addresses that people come from: many, as limits are counted by address, and a busy one."""
    if chance.random() < BUSY_SHARE:
        return "10.1.1.1"
    return f"10.0.{chance.randrange(250)}.{chance.randrange(250)}"


def build_hostile(address: Address, who: str, world: World, known: Sequence[str], chance: Random) -> Request:
    """Return a request in which several things are not as they should be; `known` are fields of the page."""
    parts = dict(choose_parts(address, world, chance))
    if parts and chance.random() < SPOILED_SHARE:
        parts[chance.choice(list(parts))] = make_text(chance)
    headers: dict[str, str] = {"REMOTE_ADDR": make_ip_address(chance)}
    if chance.random() < 0.4:
        headers |= chance.choice(HEADERS)
    method, body, content_type = "GET", b"", FORM
    if chance.random() < POST_SHARE:
        method = "POST"
        body, content_type = _build_body(known, chance)
    elif chance.random() < 0.3:
        method = chance.choice(METHODS)
        body = chance.choice((b"", b"a=1", chance.choice(BODIES)))
    query = make_query(chance) if chance.random() < (0.2 if method == "POST" else 0.7) else ""
    path = address.fill(parts)
    return Request(who, "hostile", address.name, method, path, query, body, content_type, headers)


def _build_body(known: Sequence[str], chance: Random) -> tuple[bytes, str]:
    if chance.random() < 0.3:
        return chance.choice(BODIES), chance.choice(CONTENT_TYPES)
    fields = _make_up_fields(known, chance)
    if chance.random() < 0.2:
        name = chance.choice([*known, "file"])
        return encode_form(fields, {name: (make_text(chance)[:200], chance.choice(BODIES))})
    return encode_form(fields)


def _make_up_fields(known: Sequence[str], chance: Random) -> Fields:
    """Return fields that the page is known to read, or may read, with anything in them."""
    names = list(known or QUERY_NAMES)
    chosen = chance.sample(names, min(len(names), chance.randint(1, 8)))
    return [(name, make_text(chance)) for name in chosen]


def build_huge(address: Address, who: str, world: World, known: Sequence[str], chance: Random) -> Request:
    """Return a request that sends very much: in one field, in many fields, in a file, or nested deep."""
    size = chance.choice(HUGE_SIZES)
    match chance.choice(("field", "fields", "file", "nested")):
        case "file":
            body, content_type = encode_form([], {"file": ("a.csv", b"a,b\n" * (size // 4))})
        case "fields":
            numbers = range(min(size // 8, 20_000))
            body, content_type = b"&".join(b"%d=1" % number for number in numbers), FORM
        case "nested":
            body, content_type = b'{"a":' * (size // 5), "application/json"
        case _:
            name = chance.choice([*known, "cells", "names", "a"])
            text = chance.choice("x9\N{PILE OF POO}") * (size // 12)
            body, content_type = encode_form([(name, text)])
    path = address.fill(choose_parts(address, world, chance))
    headers = {"REMOTE_ADDR": make_ip_address(chance)}
    return Request(who, "huge", address.name, "POST", path, "", body, content_type, headers)


Builder = Callable[[Address, str, World, Sequence[str], Random], Request]
ATTACKS: dict[str, Builder] = {"hostile": build_hostile, "huge": build_huge}
