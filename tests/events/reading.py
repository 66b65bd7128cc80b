"""Reading pages as a visitor does: the texts of their cells."""

from html.parser import HTMLParser

from django.http import HttpResponse


class _Cells(HTMLParser):
    """Collects the cells of table bodies, row by row, blanks contracted; of what opens, the
    summary."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.is_body = self.is_cell = self.is_closed = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "tbody":
            self.is_body = True
        elif tag == "tr" and self.is_body:
            self.rows.append([])
        elif tag == "td" and self.is_body:
            self.is_cell = True
            self.rows[-1].append("")
        elif tag in ("details", "summary"):
            self.is_closed = tag == "details"

    def handle_endtag(self, tag: str) -> None:
        if tag == "tbody":
            self.is_body = False
        elif tag == "td":
            self.is_cell = False
        elif tag in ("details", "summary"):
            self.is_closed = tag == "summary"

    def handle_data(self, data: str) -> None:
        if self.is_cell and not self.is_closed:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


def cells(answer: HttpResponse) -> list[list[str]]:
    """The texts of all table rows of a page, headings left out."""
    parser = _Cells()
    parser.feed(answer.content.decode())
    return parser.rows
