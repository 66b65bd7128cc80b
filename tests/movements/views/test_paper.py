import pytest

from movements.formats import asc
from movements.views.paper import Kind, Play, is_too_large, papers, usual_boards
from tests.movements.domain.building import mitchell, rainbow
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS, MovementFactory


def play(text: str, **values) -> Play:
    return Play(asc.read(text).movement, **({"boards": 2} | values))


def test_guide_card_says_who_plays_what_and_where_they_go():
    first, second = papers(Kind.GUIDE_CARDS, [play(FOUR_PAIRS, first=5)])
    assert (first.table, first.directions) == ("Table 1", ("NS", "EW"))
    assert [(r.round, r.ns, r.ew, r.boards, r.going) for r in first.rows] == [
        (1, "1", "2", "5–6", ("stays", "2 NS")),
        (2, "1", "3", "7–8", ("stays", "2 EW")),
        (3, "1", "4", "9–10", ("", "")),
    ]
    assert [r.going for r in second.rows] == [("1 EW", "stays"), ("stays", "1 EW"), ("", "")]


def test_guide_card_of_half_table_and_sit_out():
    first, second = papers(Kind.GUIDE_CARDS, [play(THREE_PAIRS, boards=1)])
    assert [(r.ns, r.ew, r.boards, r.going) for r in second.rows] == [
        ("3", "", "2", ("1 NS", "")),
        ("", "", "", ("", "")),
        ("1", "", "1", ("", "")),
    ]
    assert [r.going for r in first.rows] == [("1 EW", "sits out"), ("1 EW", "2 NS"), ("", "")]


def test_guide_card_of_individual_sends_every_seat():
    cards = papers(Kind.GUIDE_CARDS, [Play(rainbow(5), 1)])
    assert cards[0].directions == ("N", "S", "E", "W")
    assert cards[0].rows[0].going == ("stays", "2 S", "3 E", "4 W")


def test_table_never_used_has_no_guide_card():
    cards = papers(Kind.GUIDE_CARDS, [play("4 3 1 2 0\n1-2 A 0-0 0 3-4 B\n")])
    assert [card.table for card in cards] == ["Table 1", "Table 3"]


def test_slip_names_opponents():
    names = {1: "Clara Finch – Hugo Tarrant", 3: "Vera Pym – Ulf Ekman"}
    slip = papers(Kind.SLIPS, [play(FOUR_PAIRS, names=names, section="B")])[0]
    assert (slip.contestant, slip.name, slip.has_partners) == ("Pair B1", names[1], False)
    assert [(r.stop.table, r.stop.opponents, r.opponents) for r in slip.rows] == [
        ("B1", "B2", ""),
        ("B1", "B3", "Vera Pym – Ulf Ekman"),
        ("B1", "B4", ""),
    ]


def test_guide_cards_of_several_sections_have_their_letter():
    card = papers(Kind.GUIDE_CARDS, [play(FOUR_PAIRS, section="A")])[0]
    assert (card.table, [(r.ns, r.ew, r.going[1]) for r in card.rows]) == (
        "Table A1",
        [("A1", "A2", "A2 NS"), ("A1", "A3", "A2 EW"), ("A1", "A4", "")],
    )


def test_slip_of_player_names_partner_and_both_opponents():
    names = dict(enumerate(["Ann", "Ben", "Cas", "Dot", "Eve", "Fay", "Gus", "Hal"], 1))
    slip = papers(Kind.SLIPS, [play(EIGHT_PLAYERS, names=names)])[0]
    assert [(r.partner, r.opponents) for r in slip.rows] == [
        ("Ben", "Cas + Dot"),
        ("Cas", "Eve + Gus"),
    ]


def test_slip_says_sit_outs():
    slips = papers(Kind.SLIPS, [play(THREE_PAIRS)])
    assert [[row.stop.sits_out for row in slip.rows] for slip in slips] == [
        [False, False, True],
        [False, True, False],
        [True, False, False],
    ]


def test_traveller_has_lines_in_the_order_of_rounds():
    cards = papers(Kind.TRAVELLERS, [Play(mitchell(3, 3), 1, first=10)])
    assert [card.board for card in cards] == ["Board 10", "Board 11", "Board 12"]
    assert [(row.round, row.ns, row.ew) for row in cards[0].rows] == [
        (1, "1", "4"),
        (2, "3", "5"),
        (3, "2", "6"),
    ]


def test_traveller_says_deal_and_section():
    cards = papers(
        Kind.TRAVELLERS,
        [play(FOUR_PAIRS, boards=1, section=section, deal="{}!".format) for section in "AB"],
    )
    assert [(card.board, card.deal) for card in cards][2:4] == [
        ("Board 3 · A", "3!"),
        ("Board 1 · B", "1!"),
    ]


def test_board_that_nobody_plays_has_no_traveller():
    cards = papers(Kind.TRAVELLERS, [play("3 2 1 2 0\n1-2 A 3-0 B\n", boards=1)])
    assert [card.board for card in cards] == ["Board 1"]


@pytest.mark.parametrize(("tables", "boards"), [(6, 4), (13, 2), (14, 1), (40, 1)])
def test_usual_boards_make_an_evening(tables, boards):
    assert usual_boards(mitchell(tables, 1)) == boards


@pytest.mark.django_db
@pytest.mark.parametrize("text", [FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS])
@pytest.mark.parametrize("kind", Kind)
def test_page_takes_four_queries(client, django_assert_num_queries, kind, text):
    movement = MovementFactory(text=text)
    with django_assert_num_queries(4):
        page = client.get(f"/movements/{movement.pk}/paper/{kind}/?boards=3&first=7")
    assert page.status_code == 200
    assert page.content.count(b'<section class="paper card">') == len(page.context["papers"])


@pytest.mark.django_db
def test_page_without_numbers_takes_usual_boards(client):
    page = client.get(f"/movements/{MovementFactory().pk}/paper/travellers/")
    assert (page.context["boards"], len(page.context["papers"])) == (8, 24)


@pytest.mark.parametrize(
    ("tables", "rounds", "boards", "expected"),
    [(52, 26, 2, False), (100, 20, 10, False), (100, 20, 11, True)],
)
def test_only_what_no_hall_holds_is_too_large(tables, rounds, boards, expected):
    assert is_too_large(mitchell(tables, rounds), boards) is expected


@pytest.mark.django_db
def test_page_of_what_no_hall_holds_is_not_found(client):
    rounds = ("1-2 1" + " 0-0 0" * 9 + "\n") * 100
    movement = MovementFactory(text=f"2 10 100 1 0\n{rounds}")
    address = f"/movements/{movement.pk}/paper/slips/?boards="
    assert client.get(address + "20").status_code == 200
    page = client.get(address + "21")
    assert page.status_code == 404
    assert "too large to print" in page.content.decode()
