from django.http import HttpRequest, HttpResponse

from clubscore.once_a_request import OnceARequestMiddleware, once_a_request, read_again


def read_twice(key: str, calls: list[str]) -> None:
    for _ in range(2):
        once_a_request(key, lambda: calls.append(key))


def test_outside_requests_nothing_is_remembered() -> None:
    calls: list[str] = []
    read_twice("a", calls)
    read_again("a")
    assert calls == ["a", "a"]


def test_a_request_reads_once_and_the_next_again() -> None:
    calls: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        read_twice("a", calls)
        read_twice("b", calls)
        return HttpResponse()

    middleware = OnceARequestMiddleware(view)
    middleware(HttpRequest())
    assert calls == ["a", "b"]
    middleware(HttpRequest())
    assert calls == ["a", "b", "a", "b"]


def test_what_was_changed_is_read_again() -> None:
    calls: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        read_twice("a", calls)
        read_again("a")
        read_twice("a", calls)
        return HttpResponse()

    OnceARequestMiddleware(view)(HttpRequest())
    assert calls == ["a", "a"]
