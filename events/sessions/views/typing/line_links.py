"""The address of a line's field on the typing page, made without a call of reverse() each."""

from django.urls import reverse


class LineLinks:
    """The addresses of one session's lines."""

    def __init__(self, session_id: int) -> None:
        # One reverse() for a whole page: a monitor has hundreds of links.
        self._start = reverse("events:board", args=[session_id, 0]).removesuffix("0/")

    def __call__(self, board: int, line_id: int) -> str:
        return f"{self._start}{board}/#line-{line_id}"
