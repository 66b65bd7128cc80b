"""Paper for the tables: can be read on every screen, and no card is cut in two by the printer."""

import io

import pypdf
import pytest
from playwright.sync_api import Page, expect

from clubscore.web.visitors import Actor
from events.models import Contestant, Session
from events.sessions.setup.services import sessions
from movements.formats import asc
from movements.models import Movement
from movements.services import store_movement
from players.domain.names import read_name
from tests.browser.accessibility import assert_accessible_in_both_colours
from tests.events import factories
from tests.movements.domain.building import mitchell, rainbow

KINDS = ("guide-cards", "slips", "travellers")
SHEET_MM = 297 - 2 * 14


@pytest.fixture
def movement(transactional_db: None) -> Movement:
    return store_movement(name="Mitchell", text=asc.write(mitchell(13, 13, 2)))


@pytest.fixture
def short_movement(transactional_db: None) -> Movement:
    """A movement with all that paper tells of, and few words: each is measured for its contrast."""
    return store_movement(name="Short Mitchell", text=asc.write(mitchell(3, 3, 2)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.large
def test_paper_is_accessible_and_fits_a_phone(
    page: Page, movement: Movement, short_movement: Movement, kind: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/movements/{movement.pk}/paper/{kind}/")
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    page.goto(f"/movements/{short_movement.pk}/paper/{kind}/")
    expect(page.locator(".paper")).not_to_have_count(0)
    assert_accessible_in_both_colours(page)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.large
def test_card_is_never_cut_and_fits_a_sheet(page: Page, movement: Movement, kind: str):
    page.emulate_media(media="print")
    page.goto(f"/movements/{movement.pk}/paper/{kind}/")

    cards = page.evaluate(
        "[...document.querySelectorAll('.paper')].map(card => "
        "[getComputedStyle(card).breakInside, card.offsetHeight * 25.4 / 96])"
    )
    assert {rule for rule, _height in cards} == {"avoid"}
    assert max(height for _rule, height in cards) < SHEET_MM


@pytest.mark.large
@pytest.mark.parametrize("kind", KINDS)
def test_card_is_as_wide_as_its_column(page: Page, kind: str, transactional_db: None):
    movement = store_movement(name="Rainbow", text=asc.write(rainbow(13)))
    page.set_viewport_size({"width": 703, "height": 1000})  # 186 mm: A4 between its margins
    page.emulate_media(media="print")
    page.goto(f"/movements/{movement.pk}/paper/{kind}/")

    too_wide = "[...document.querySelectorAll('.paper')].filter(c => c.scrollWidth > c.clientWidth)"
    assert page.evaluate(f"{too_wide}.length") == 0


@pytest.fixture
def evening(transactional_db: None) -> Session:
    """Eleven tables that play 22 boards."""
    return factories.session(
        asc.write(mitchell(11, 11)), boards_per_round=2, title="Autumn evening"
    )


def sheets(page: Page) -> list[str]:
    """The text of every sheet of A4 that the page prints."""
    data = page.pdf(format="A4", prefer_css_page_size=True)
    return [each.extract_text() for each in pypdf.PdfReader(io.BytesIO(data)).pages]


@pytest.mark.large
def test_travellers_of_22_boards_fit_four_sheets_that_are_numbered(
    director_page: Page, evening: Session
) -> None:
    director_page.goto(f"/sessions/{evening.pk}/paper/travellers/")
    texts = sheets(director_page)
    assert len(texts) == 4
    for number, text in enumerate(texts, start=1):
        assert f"{number} / 4" in text
        assert "Blank travellers – Autumn evening" in text
        assert "5 March 2026" in text


@pytest.mark.large
def test_four_guide_cards_fill_a_sheet(director_page: Page, evening: Session) -> None:
    director_page.goto(f"/sessions/{evening.pk}/paper/guide-cards/")
    texts = sheets(director_page)
    assert len(texts) == 3
    assert [text.count("NS to") for text in texts] == [4, 4, 3]


def test_fourteen_pairs_fit_one_list_of_seats_and_two_cards_a_sheet(
    director_page: Page, transactional_db: None
) -> None:
    played = factories.played(asc.write(mitchell(5, 5)), boards_per_round=4)
    director_page.goto(f"/sessions/{played.pk}/cards/")
    assert len(sheets(director_page)) == 5
    seated = factories.session(asc.write(mitchell(7, 7)))
    names = {
        code: [read_name(f"{given} Player-{code}") for given in ("Ada", "Bo")]
        for code in (each.code for each in Contestant.objects.filter(section__session=seated))
    }
    sessions.enter_names(session=seated, names=names, by=Actor())
    director_page.goto(f"/sessions/{seated.pk}/paper/seating/")
    assert len(sheets(director_page)) == 1


def test_eight_score_slips_fit_a_sheet(director_page: Page, evening: Session) -> None:
    director_page.goto(f"/sessions/{evening.pk}/paper/score-slips/")
    assert len(sheets(director_page)) <= 121 / 8 + 1
