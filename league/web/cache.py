"""The cache of public pages: each is built once for all visitors, and again when its data has changed."""

import gzip
import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from weakref import WeakValueDictionary

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from games import installed
from league.web.limits import uncached_read

TIMEOUT = 24 * 3600  # seconds
MAX_WAIT = 1.0  # seconds for a turn
# Of pages that are being built: other requests for the page wait, since they get the same.
_building: "WeakValueDictionary[str, threading.Lock]" = WeakValueDictionary()
_turn = threading.Lock()


def cached_page(
    request: HttpRequest,
    version: str | None,
    build: Callable[[], HttpResponse],
    *,
    variant: str | None = "",
    is_bounded: bool = True,
) -> HttpResponse:
    """Return the page from `build`, or the cached page of this version; 304 if the browser has it.

    `variant` is the part of the request beyond the address, from a small set; with None, or without a version, nothing
    is cached. If visitors can make up variants, `is_bounded` is False: building a page then counts as an uncached read
    of a visitor. Runs no query and no template if the page is cached.
    """
    if variant is None:
        with uncached_read(request):
            return _make_private(build())
    if version is None or not _is_shared(request):
        return _make_private(build())
    shows = (
        settings.BUILD,
        *(game.key for game in installed()),
        request.path,
        get_language(),
        variant,
        version,
    )
    key = hashlib.sha256("\n".join(shows).encode()).hexdigest()
    etag = f'W/"{key[:32]}"'
    response: HttpResponse
    # `*` does not count: it is not known yet whether the page exists.
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        packed = cache.get(key)
        if packed is None:
            with _take_turn(key) if is_bounded else uncached_read(request):
                packed = cache.get(key)
                if packed is None:
                    response = build()
                    if response.status_code != 200:
                        return response
                    packed = gzip.compress(response.content, compresslevel=6, mtime=0)
                    cache.set(key, packed, TIMEOUT)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(_unpack(packed))
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "Accept-Encoding", "Accept-Language"])
    patch_cache_control(response, no_cache=True)  # browsers store it, and revalidate it each time
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


def _is_shared(request: HttpRequest) -> bool:
    """Return whether all visitors would get the same page: this visitor has not logged in and has no messages.

    Invalid cookies are ignored, or visitors could bypass the cache. 1 query with a session cookie.
    """
    reads = request.method in ("GET", "HEAD")
    return reads and not request.user.is_authenticated and not len(get_messages(request))


@lru_cache(maxsize=16)
def _unpack(packed: bytes) -> bytes:
    """Decompress a page for the few browsers without gzip, and keep it: it may have half a megabyte."""
    return gzip.decompress(packed)


def _make_private(response: HttpResponse) -> HttpResponse:
    """Keep the page out of every cache but the reader's own."""
    patch_vary_headers(response, ["Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response
