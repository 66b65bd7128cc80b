"""The way to a line's field on the typing page: an address made without asking the router."""

from django.urls import reverse


class LineLinks:
    """The addresses of one session's lines."""

    def __init__(self, session_id: int) -> None:
        self._start = reverse("events:board", args=[session_id, 0]).removesuffix("0/")

    def __call__(self, board: int, line_id: int) -> str:
        return f"{self._start}{board}/#line-{line_id}"
