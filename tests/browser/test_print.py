"""The results as they leave the printer: headings repeated, no row cut, nothing lost at the edge.

What is judged is the PDF that Chromium prints, read back page by page.
"""

import io
import re
from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase

import pypdf
import pytest
from playwright.sync_api import Page

from clubscore.web.visitors import Actor
from events.models import Contestant, Session, TravellerLine
from events.sessions.setup.services import sessions
from movements.formats import asc
from players.domain.names import read_name
from tests.events import factories
from tests.movements.domain.building import mitchell

MILLIMETRES = {"A4": (210, 297), "Letter": (215.9, 279.4)}
UPRIGHT_AND_SIDEWAYS = ("ranking", "grid")
MARGINS = 2 * 12
PAGES = ["ranking", "travellers", "frequencies", "grid", "cards"]
LONG = "Bartholomew Constantine Featherstone"
TABLES = 15


@pytest.fixture
def session(transactional_db: None) -> Session:
    """A long evening of one list, with names that need two lines."""
    made = factories.session(
        asc.write(mitchell(TABLES, TABLES, 2)), boards_per_round=2, title="Long evening", winners=1
    )
    contestants = Contestant.objects.filter(section__session=made)
    names = {
        contestant.code: [
            read_name(f"{LONG}-{first}{second}"),
            read_name(f"Bo Player-{first}{second}"),
        ]
        for contestant, (first, second) in zip(
            contestants, product("ABC", ascii_lowercase), strict=False
        )
    }
    sessions.enter_names(session=made, names=names, by=Actor())
    lines = list(TravellerLine.objects.filter(section__session=made))
    for line in lines:
        line.score_ns = 10 * (line.pk % 40) + 50
    TravellerLine.objects.bulk_update(lines, ["score_ns"])
    sessions.publish(session=made, by=Actor())
    return made


def printed(page: Page, sheet: str) -> list[str]:
    """The text of every sheet."""
    data = page.pdf(format=sheet, prefer_css_page_size=False)
    return [each.extract_text() for each in pypdf.PdfReader(io.BytesIO(data)).pages]


def rows_of(page: Page) -> Iterator[list[str]]:
    """The words of every row of every table, as the screen has them."""
    cells = "row => [...row.cells].map(cell => cell.innerText)"
    rows = page.evaluate(f"[...document.querySelectorAll('tbody tr')].map({cells})")
    for row in rows:
        yield re.findall(r"\w+", " ".join(row))


@pytest.mark.large
@pytest.mark.parametrize(
    ("name", "sheet"),
    [*((name, "A4") for name in PAGES), *((name, "Letter") for name in UPRIGHT_AND_SIDEWAYS)],
)
def test_results_are_whole_on_paper(page: Page, session: Session, name: str, sheet: str) -> None:
    short, long = MILLIMETRES[sheet]
    width = round(((long if name == "grid" else short) - MARGINS) / 25.4 * 96)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="print")
    page.goto(f"/sessions/{session.pk}/{name}/")
    heading = page.locator("thead th").nth(1).inner_text().strip()
    rows = list(rows_of(page))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    texts = printed(page, sheet)

    words = [set(re.findall(r"\w+", text.replace("-\n", "-"))) for text in texts]
    assert [row for row in rows if not any(set(row) <= word for word in words)] == []
    assert len(texts) > 1
    of_rows = [text for text, held in zip(texts, words, strict=True) if holds_one(rows, held)]
    assert [text for text in of_rows if heading not in text] == []


def test_travellers_are_two_or_four_on_a_sheet(page: Page, transactional_db: None) -> None:
    session = factories.session(asc.write(mitchell(5, 5, 2)), boards_per_round=2, winners=1)
    TravellerLine.objects.filter(section__session=session).update(score_ns=100)
    sessions.publish(session=session, by=Actor())
    page.goto(f"/sessions/{session.pk}/travellers/")
    sheets = []
    for name in ("two on a sheet", "four on a sheet, without names"):
        page.get_by_label(name).check()
        sheets.append([len(re.findall(r"Board \d", text)) for text in printed(page, "A4")])
    assert sheets == [[2] * 5, [4, 4, 2]]


@pytest.mark.large
def test_fourteen_pairs_fill_one_sheet_for_the_wall(page: Page, transactional_db: None) -> None:
    session = factories.session(asc.write(mitchell(7, 7, 2)), boards_per_round=2, winners=1)
    TravellerLine.objects.filter(section__session=session).update(score_ns=100)
    sessions.publish(session=session, by=Actor())
    page.goto(f"/sessions/{session.pk}/ranking/")
    assert len(printed(page, "A4")) == 1
    page.emulate_media(media="print")
    row = page.locator("tbody td").first
    assert row.evaluate("cell => getComputedStyle(cell).fontSize") == "24px"


def holds_one(rows: list[list[str]], words: set[str]) -> bool:
    """Whether a sheet has a row; the last may have nothing but notes."""
    return any(set(row) <= words for row in rows)
