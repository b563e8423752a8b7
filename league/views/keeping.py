"""Keeps public pages: each is made once for all who have not logged in, and again when what it shows has changed."""

import gzip
import hashlib
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from games import installed
from league.views.limits import uncached_read

A_DAY = 24 * 3600


def kept(
    request: HttpRequest,
    version: str | None,
    make: Callable[[], HttpResponse],
    *,
    variant: str | None = "",
    is_bounded: bool = True,
) -> HttpResponse:
    """The page that `make` gives, or the one it gave before for this version; 304 where the browser has that one.

    `variant` says what was asked for beyond the address, from a small set; with None, or without a version, nothing
    is kept. Where anybody can make up variants, `is_bounded` is False: making one then counts as an uncached read of
    a visitor. No query and no template where the page is there.
    """
    if variant is None:
        with uncached_read(request):
            return _private(make())
    if version is None or not _anybody(request):
        return _private(make())
    shows = (settings.BUILD, *(game.key for game in installed()), request.path, variant, version)
    key = hashlib.sha256("\n".join(shows).encode()).hexdigest()
    etag = f'W/"{key[:32]}"'
    response: HttpResponse
    if _has(request, etag):
        response = HttpResponseNotModified()
    else:
        packed = cache.get(key)
        if packed is None:
            if is_bounded:
                made = make()
            else:
                with uncached_read(request):
                    made = make()
            if made.status_code != 200:
                return made
            packed = gzip.compress(made.content, compresslevel=6, mtime=0)
            cache.set(key, packed, A_DAY)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(_unpacked(packed))
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    patch_cache_control(response, no_cache=True)  # to be kept, and asked about each time
    return response


def _has(request: HttpRequest, etag: str) -> bool:
    """Whether the browser has it. `*` is left out of account: nobody knows yet whether there is such a page."""
    return etag in parse_etags(request.headers.get("If-None-Match", ""))


def _anybody(request: HttpRequest) -> bool:
    """Whether everybody in their place would get the same: they have not logged in, and nothing waits to be said.

    Cookies that are not valid count for nothing, or anybody could go around the cache. 1 query with a session cookie.
    """
    reads = request.method in ("GET", "HEAD")
    return reads and not request.user.is_authenticated and not len(get_messages(request))


@lru_cache(maxsize=16)
def _unpacked(packed: bytes) -> bytes:
    """For the few browsers that do not unpack. Half a megabyte is not to be unpacked, or copied, for each visit."""
    return gzip.decompress(packed)


def _private(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response
