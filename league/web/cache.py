"""The cache of pages and their parts: each is built once, and again when what it was made from has changed.

Pages are kept for all visitors together, and those that say so for each reader who has logged in. Parts of pages are
shared: see docs/decisions/0006-cache-keyed-by-revision.md.
"""

import gzip
import hashlib
import threading
import time
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from games import installed
from league.web import parts
from league.web.limits import uncached_read
from league.web.packing import PackedPage, pack

TIMEOUT = 24 * 3600  # seconds
MAX_WAIT = 1.0  # seconds for a turn
MAX_BUILDING = 5  # seconds for which other processes wait for a part; then they build it themselves
POLL = 0.01  # seconds
Name = TypeVar("Name", bound=Hashable)
# Of pages that are being built: other requests for the page wait, since they get the same.
_building: "WeakValueDictionary[str, threading.Lock]" = WeakValueDictionary()
_turn = threading.Lock()


def cached_page(
    request: HttpRequest,
    version: str | None,
    build: Callable[[], HttpResponse | PackedPage],
    *,
    variant: str | None = "",
    is_bounded: bool = True,
    describe_reader: Callable[[], str | None] = lambda: None,
) -> HttpResponse:
    """Return the page from `build`, or the cached page of this version; 304 if the browser has it.

    `describe_reader` returns everything about a reader who has logged in that their page depends on beside its version,
    or None if theirs is not kept. `variant` is the part of the request beyond the address, from a small set; with None,
    or without a version, nothing is cached. If visitors can make up variants, `is_bounded` is False: building a page
    then counts as an uncached read of a visitor. For a visitor it runs no query and no template if the page is cached.
    """
    if variant is None:
        with uncached_read(request):
            return _make_private(_respond(request, build()))
    if version is None or not is_kept(request):
        return _make_private(_respond(request, build()))
    if request.user.is_authenticated:
        reader = describe_reader()
        if reader is None:
            return _make_private(_respond(request, build()))
        return _make_private(_get_own_page(request, build_key(request.path, variant, version, reader), build))
    key = build_key(request.path, variant, version)
    etag = f'W/"{key[:32]}"'
    response: HttpResponse
    # `*` does not count: it is not known yet whether the page exists.
    if etag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
        response = HttpResponseNotModified()
    else:
        packed = cache.get(key)
        if packed is None:
            with _take_turn(key) if is_bounded else uncached_read(request):
                packed = cache.get(key)
                if packed is None:
                    page = build()
                    if isinstance(page, PackedPage):
                        packed = page.pack_with()
                    elif page.status_code == 200:
                        packed = gzip.compress(page.content, compresslevel=6, mtime=0)
                    else:
                        return page
                    cache.set(key, packed, TIMEOUT)
        if _unpacks(request):
            response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(_unpack(packed))
    # Set, and not patched, as it is for most requests: browsers store the page, and revalidate it each time.
    response["ETag"], response["Vary"] = etag, "Cookie, Accept-Encoding, Accept-Language"
    response["Cache-Control"] = "no-cache"
    return response


@contextmanager
def _take_turn(key: str) -> Iterator[None]:
    """Let each page be built by a single thread, and pages one at a time unless a page takes long.

    The threads of a process share a processor, also with requests that save results.
    """
    with _building.setdefault(key, threading.Lock()):
        has_turn = _turn.acquire(timeout=MAX_WAIT)
        try:
            yield
        finally:
            if has_turn:
                _turn.release()


def build_key(*shows: object) -> str:
    """Return the key of what was made from these, by this build with its games, in the current language."""
    own = (settings.BUILD, *(game.key for game in installed()), get_language() or "")
    return hashlib.sha256("\n".join([*own, *map(str, shows)]).encode()).hexdigest()


def extend_key(key: str, *shows: object) -> str:
    """Return the key of what was made from these as well: quicker than `build_key`, for a hundred parts."""
    return hashlib.sha256(f"{key}{shows}".encode()).hexdigest()


def keep(key: str, build: Callable[[], Any]) -> Any:
    """Return the part of this key, which is built if it is not kept. It is never None."""
    return keep_all({"": key}, lambda _missing: {"": build()}, turn=key)[""]


def keep_all(
    keys: Mapping[Name, str], build: Callable[[Collection[Name]], Mapping[Name, Any]], *, turn: str
) -> dict[Name, Any]:
    """Return the parts of these keys by their names; those that are missing are built together.

    Only one thread and, with a shared cache, only one process builds those of the same `turn`; the others wait and then
    find them.
    """
    found = _get_parts(keys, keys)
    if len(found) < len(keys):
        with _take_turn_of_all(turn):
            found |= _get_parts(keys, keys.keys() - found.keys())
            missing = [name for name in keys if name not in found]
            if missing:
                built = build(missing)
                cache.set_many({keys[name]: built[name] for name in missing}, TIMEOUT)
                found |= built
    return found


def _get_parts(keys: Mapping[Name, str], names: Collection[Name]) -> dict[Name, Any]:
    kept = cache.get_many([keys[name] for name in names])
    return {name: kept[keys[name]] for name in names if keys[name] in kept}


@contextmanager
def _take_turn_of_all(turn: str) -> Iterator[None]:
    """Let one thread of one process build; a process that does not come to an end delays the others for a while."""
    with _building.setdefault(turn, threading.Lock()):
        mark, end = f"{turn}-turn", time.monotonic() + MAX_BUILDING
        while not (has_turn := cache.add(mark, 1, MAX_BUILDING)) and time.monotonic() < end:
            time.sleep(POLL)
        try:
            yield
        finally:
            if has_turn:
                cache.delete(mark)


def _get_own_page(
    request: HttpRequest, key: str, build: Callable[[], HttpResponse | PackedPage]
) -> HttpResponse:
    """Return the reader's page, with their token of today in its forms."""
    page = cache.get(key)
    if page is None:
        page = build()
        if isinstance(page, HttpResponse):
            if page.status_code != 200:
                return page
            chunks = parts.take_token_out(page.content.decode()).split(parts.make_gap(parts.TOKEN_GAP))
            page = PackedPage(tuple(pack(chunk.encode()) for chunk in chunks))
        cache.set(key, page, TIMEOUT)
    return _respond(request, page)


def _respond(request: HttpRequest, page: HttpResponse | PackedPage) -> HttpResponse:
    """Return the page, packed where the browser unpacks it, with the token of its reader in its forms."""
    if isinstance(page, HttpResponse):
        return page
    token = get_token(request).encode() if len(page.pieces) > 1 else b""
    if _unpacks(request):
        return HttpResponse(page.pack_with(token), headers={"Content-Encoding": "gzip"})
    return HttpResponse(page.unpack_with(token))


def _unpacks(request: HttpRequest) -> bool:
    """Return whether the browser unpacks pages; `headers` would put all of them together for this one."""
    return "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")


def is_kept(request: HttpRequest) -> bool:
    """Return whether the page is the one that its reader would get again: there are no messages on it.

    Invalid cookies are ignored, or visitors could bypass the cache. 1 query with a session cookie.
    """
    return request.method in ("GET", "HEAD") and not len(get_messages(request))


@lru_cache(maxsize=16)
def _unpack(packed: bytes) -> bytes:
    """Decompress a page for the few browsers without gzip, and keep it: it may have half a megabyte."""
    return gzip.decompress(packed)


def _make_private(response: HttpResponse) -> HttpResponse:
    """Keep the page out of every cache but the reader's own."""
    patch_vary_headers(response, ["Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response
