import pytest
from django.test import RequestFactory

from events.sessions.results.views.ranking import RankingRow, RankingTable, asked_page, page_of


def table(heading: str, first: int, rows: int) -> RankingTable:
    numbers = map(str, range(first, first + rows))
    return RankingTable(
        heading,
        [
            RankingRow(int(number), number, number, "A", "", (), 26, "", "", "")
            for number in numbers
        ],
    )


def test_a_ranking_of_a_club_is_on_one_page() -> None:
    tables = [table("North–South", 1, 600), table("East–West", 601, 400)]
    shown = page_of(tables, 7)
    assert (shown.tables, shown.pages) == (tables, [])


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (1, [("N", 1, 500)]),
        (2, [("N", 501, 600), ("E", 601, 1000)]),
        (3, [("E", 1001, 1200)]),
        (99, [("E", 1001, 1200)]),
    ],
)
def test_a_longer_one_is_shown_page_by_page(
    page: int, expected: list[tuple[str, int, int]]
) -> None:
    shown = page_of([table("N", 1, 600), table("E", 601, 600)], page)
    assert [(each.heading, each.rows[0].pk, each.rows[-1].pk) for each in shown.tables] == expected
    assert [(each.first, each.last) for each in shown.pages] == [
        (1, 500),
        (501, 1000),
        (1001, 1200),
    ]
    assert [each.number for each in shown.pages if each.is_shown] == [min(page, 3)]


@pytest.mark.parametrize(
    ("typed", "number"), [("", 1), ("2", 2), ("0", 1), ("x", 1), ("-1", 1), ("9" * 30, 1)]
)
def test_what_is_no_page_is_the_first(typed: str, number: int) -> None:
    assert asked_page(RequestFactory().get("/", {"page": typed})) == number
