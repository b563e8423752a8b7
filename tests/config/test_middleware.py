"""What every response has, whatever made it."""

from django.http import HttpResponse
from django.test import RequestFactory

from config.middleware import omit_body_middleware


def test_head_has_the_headers_of_get_and_no_body() -> None:
    answer = omit_body_middleware(lambda _request: HttpResponse("a page", headers={"ETag": '"7"'}))
    ask = RequestFactory()
    head, whole = answer(ask.head("/")), answer(ask.get("/"))
    assert isinstance(head, HttpResponse) and isinstance(whole, HttpResponse)
    assert (head.content, head.headers["Content-Length"], head.headers["ETag"]) == (b"", "6", '"7"')
    assert whole.content == b"a page"
