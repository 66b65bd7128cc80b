from itertools import product

import pytest

from movements.domain.plans import Family, Plan, build
from movements.models import Movement
from movements.selectors import movement_value

CHOOSE = "/movements/choose/"
HOWELL = "/movements/choose/howell/14/13/"
NEW_SESSION = "/sessions/new/"


def test_choose_asks_before_it_offers(director):
    page = director.get(CHOOSE)
    assert page.status_code == 200
    assert page.context["choice"] is None
    assert page.context["form"].is_bound is False


def test_choose_offers_what_fits_best_first(director):
    page = director.get(CHOOSE, {"contestants": "14", "minutes_a_board": "7.5"})
    (first, second, *_rest) = page.context["cards"]
    assert (first.title, first.address) == (
        "Three-quarter Howell",
        "/movements/choose/howell/14/11/",
    )
    assert (first.rounds, first.boards, first.balance) == ("11 × 2", "22", "92.5")
    assert (second.title, second.boards, second.offer.minutes) == ("Howell", "26", 195)
    assert f"{len(page.context['cards'])} movements fit, best first" in page.content.decode()


def test_choose_opens_what_few_wish_for_only_where_something_is_wished(director):
    asked = {"contestants": "14", "minutes_a_board": "7.5"}
    assert not director.get(CHOOSE, asked).context["form"].has_more
    assert director.get(CHOOSE, asked | {"staying": "2"}).context["form"].has_more


def test_choose_marks_the_best_and_says_why(director):
    page = director.get(CHOOSE, {"contestants": "14", "boards": "22"})
    best = page.content.decode().partition("best-offer")[2].partition("</tbody>")[0]
    assert "fits best" in best
    assert "One ranking in fewer rounds than a Howell; 3 pairs stay. It has the 22 boards" in best
    assert page.content.decode().count("fits best") == 1


SORTED = [
    ("movement", lambda card: card.title.casefold()),
    ("rounds", lambda card: (card.offer.plan.rounds, card.offer.boards_a_round)),
    ("plays", lambda card: (card.offer.most, card.offer.fewest)),
    ("boards", lambda card: card.offer.boards_in_all),
    ("minutes", lambda card: card.offer.minutes),
    ("sitting-out", lambda card: card.offer.sitting_out),
    ("rankings", lambda card: card.offer.plan.winners),
    ("balance", lambda card: 0.0 if card.balance == "—" else float(card.balance)),
]


def test_choose_sorts_by_every_column_in_both_directions(director):
    asked = {"contestants": "13", "boards": "24"}
    best, *_others = director.get(CHOOSE, asked).context["cards"]
    for (column, key), reverse_ in product(SORTED, (False, True)):
        sort = f"-{column}" if reverse_ else column
        page = director.get(CHOOSE, asked | {"sort": sort})
        cards = page.context["cards"]
        assert [key(card) for card in cards] == sorted(map(key, cards), reverse=reverse_)
        assert [card.address for card in cards if card.is_best] == [best.address]
        assert page.content.decode().count("aria-sort=") == 1


def test_the_columns_that_are_sorted_by_are_all_columns(director):
    page = director.get(CHOOSE, {"contestants": "14"})
    assert [heading.name for heading in page.context["headings"]] == [name for name, _ in SORTED]


def test_a_heading_sorts_and_sorts_the_other_way_and_keeps_the_wish(director):
    asked = {"contestants": "14", "boards": "24"}
    before = director.get(CHOOSE, asked).context
    address = {heading.name: heading.address for heading in before["headings"]}["minutes"]
    assert (address, before["unsorted"]) == ("?contestants=14&boards=24&sort=minutes", "")
    after = director.get(f"{CHOOSE}{address}").context
    [order] = [(heading.order, heading.address) for heading in after["headings"] if heading.order]
    assert order == ("ascending", "?contestants=14&boards=24&sort=-minutes")
    assert after["unsorted"] == "?contestants=14&boards=24"


def test_an_unknown_order_is_the_best_first(director):
    asked = {"contestants": "14", "boards": "24"}
    best = director.get(CHOOSE, asked).context["cards"]
    for sort in ("", "nonsense", "--boards", "\0"):
        assert director.get(CHOOSE, asked | {"sort": sort}).context["cards"] == best


def test_details_unfold_with_the_rounds_of_a_movement_that_is_not_large(director):
    small = director.get(CHOOSE, {"contestants": "14"})
    large = director.get(CHOOSE, {"contestants": "26"})
    assert small.content.decode().count("movement-grid") == len(small.context["cards"])
    assert [card.grid for card in large.context["cards"]] == [None] * len(large.context["cards"])


def test_choose_needs_only_the_number_of_pairs(director):
    page = director.get(CHOOSE, {"contestants": "15"})
    assert page.context["choice"].fits
    assert page.context["cards"][0].boards == "21–24"


def test_choose_gives_no_balance_for_two_rankings(director):
    page = director.get(CHOOSE, {"contestants": "14", "winners": "2"})
    assert {card.balance for card in page.context["cards"]} == {"—"}


def test_choose_names_who_stays(director):
    page = director.get(CHOOSE, {"contestants": "14"})
    first, second, *_rest = page.context["cards"]
    assert (first.staying, second.staying) == ("12–14", "14")
    assert f"<dd>{first.staying}</dd>" in page.content.decode()


def test_choose_explains_its_fields(director):
    form = director.get(CHOOSE).context["form"]
    assert [name for name, field in form.fields.items() if not field.help_text] == ["individual"]


def test_choose_for_players_offers_individual_movements(director):
    page = director.get(CHOOSE, {"contestants": "20", "individual": "players", "winners": "1"})
    assert page.context["cards"][0].address == "/movements/choose/rainbow-one/20/5/"


def test_choose_where_nothing_fits_offers_the_nearest(director):
    asked = {"contestants": "12", "max_rounds": "4", "winners": "2", "staying": "9"}
    page = director.get(CHOOSE, asked)
    text = page.content.decode()
    assert "Nothing fits all of that" in text
    assert text.count("Only 6 can stay at their tables.") == len(page.context["cards"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"contestants": "1"}, "There is no movement for 1 pairs; the smallest has 3."),
        ({"contestants": "81"}, "There is no movement for 81 pairs; the largest has 80."),
        ({"contestants": "22", "individual": "players"}, "the nearest are for 20 or 24 players."),
    ],
)
def test_choose_for_a_number_without_movements_names_the_nearest(director, asked, said):
    page = director.get(CHOOSE, asked)
    assert page.status_code == 200
    assert page.context["choice"] is None
    assert said in page.content.decode()


@pytest.mark.parametrize("nonsense", ["x", "-1", "1e3", "99999999999999999999", "9" * 5000, "\x00"])
def test_choose_nonsense_is_reported_at_its_field(director, nonsense):
    fields = {"contestants", "boards", "max_rounds", "minutes", "minutes_a_board", "staying"}
    page = director.get(CHOOSE, dict.fromkeys(fields, nonsense))
    assert page.status_code == 422
    assert set(page.context["form"].errors) == fields


@pytest.mark.parametrize("nonsense", ["NaN", "Infinity", "0", "7.555"])
def test_choose_minutes_a_board_are_a_sensible_number(director, nonsense):
    page = director.get(CHOOSE, {"contestants": "14", "minutes_a_board": nonsense})
    assert list(page.context["form"].errors) == ["minutes_a_board"]


@pytest.mark.parametrize("field", ["winners", "individual"])
def test_choose_no_choice_is_reported_at_its_field(director, field):
    page = director.get(CHOOSE, {"contestants": "14", field: "seven"})
    assert list(page.context["form"].errors) == [field]


def test_choose_nothing_typed_is_reported(director):
    page = director.get(CHOOSE, {"contestants": ""})
    assert list(page.context["form"].errors) == ["contestants"]


def test_offer_shows_the_movement_and_stores_nothing(director):
    page = director.get(HOWELL, {"boards": "2"})
    assert page.context["value"] == build(Plan(Family.HOWELL, 14, 13))
    assert page.context["name"] == "Howell, 14 pairs, 13 rounds"
    assert '<input type="hidden" name="boards" value="2">' in page.content.decode()
    assert Movement.objects.count() == 0


def test_offer_leads_back_to_what_was_asked_for(director):
    came_from = f"http://testserver{CHOOSE}?contestants=14"
    assert director.get(HOWELL, headers={"referer": came_from}).context["back"] == (
        f"{CHOOSE}?contestants=14"
    )
    assert director.get(HOWELL).context["back"] == CHOOSE


def test_offer_kept_is_stored_and_leads_to_the_new_session(director):
    answer = director.post(HOWELL, {"boards": "2", "next": NEW_SESSION})
    movement = Movement.objects.get()
    assert movement.name == "Howell, 14 pairs, 13 rounds"
    assert movement_value(movement) == build(Plan(Family.HOWELL, 14, 13))
    assert (answer.status_code, answer.url) == (
        302,
        f"{NEW_SESSION}?movement={movement.pk}&boards_per_round=2",
    )
    page = director.get(answer.url)
    assert page.context["form"]["movement"].value() == str(movement.pk)
    assert page.context["form"]["boards_per_round"].value() == "2"


def test_offer_kept_twice_is_stored_once(director):
    for _ in range(2):
        director.post(HOWELL, {"boards": "2", "next": NEW_SESSION})
    assert Movement.objects.count() == 1


@pytest.mark.parametrize("following", ["", "https://elsewhere.example/", "//elsewhere.example/"])
def test_offer_kept_leads_nowhere_else(director, following):
    answer = director.post(HOWELL, {"boards": "2", "next": following})
    assert answer.url == Movement.objects.get().get_absolute_url()


def test_offer_without_another_pair_is_shown_and_kept(director):
    address = "/movements/choose/mitchell/13/7/"
    page = director.get(address, {"missing": "10"})
    chosen = build(Plan(Family.MITCHELL, 13, 7, missing=10))
    assert page.context["value"] == chosen
    choices = dict(page.context["missing_form"].fields["missing"].choices)
    assert choices[""] == "as clubscore proposes: 7"
    assert choices[10] == "10: from table 3 EW on, the half table moves with it"
    assert len(choices) == 15
    director.post(address, {"missing": "10", "next": NEW_SESSION})
    assert movement_value(Movement.objects.get()) == chosen
    assert director.get(address, {"missing": "15"}).status_code == 404
    assert director.get(HOWELL).context["missing_form"] is None


def test_the_page_that_asked_gets_the_movement(director):
    page = director.get(CHOOSE, {"contestants": "13", "next": "/sessions/5/sections/new/"})
    assert page.content.count(b'name="next" value="/sessions/5/sections/new/"') == 9
    assert b'next" value="/sessions/new/"' not in page.content
    elsewhere = director.get(CHOOSE, {"contestants": "13", "next": "//elsewhere.example/"})
    assert elsewhere.context["following"] == NEW_SESSION


def test_offer_kept_with_nonsense_boards_leaves_them_open(director):
    answer = director.post(HOWELL, {"boards": "many", "next": NEW_SESSION})
    assert answer.url == f"{NEW_SESSION}?movement={Movement.objects.get().pk}"


@pytest.mark.parametrize(
    "address",
    [
        "/movements/choose/howell/14/12/",
        "/movements/choose/nonsense/14/13/",
        "/movements/choose/mitchell/99999999999999999999/7/",
        f"/movements/choose/mitchell/{'9' * 5000}/7/",
        "/movements/choose/rainbow/24/5/",
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_offer_that_there_is_not_is_not_found(director, address, method):
    assert getattr(director, method)(address).status_code == 404


@pytest.mark.parametrize("plan", [(family.value) for family in Family])
def test_offer_of_any_family_can_be_kept(director, plan):
    sizes = {
        "rainbow": (20, 5),
        "rainbow-one": (20, 5),
        "hesitation": (16, 9),
        "double-hesitation": (16, 10),
        "howell": (16, 13),
        "relay": (16, 8),
        "relay-one": (16, 8),
        "bump": (15, 7),
        "bump-one": (15, 7),
    }
    contestants, rounds = sizes.get(plan, (16, 7))
    director.post(f"/movements/choose/{plan}/{contestants}/{rounds}/")
    movement = Movement.objects.get()
    assert movement_value(movement) == build(Plan(Family(plan), contestants, rounds))


def test_list_leads_a_director_here(director):
    assert f'href="{CHOOSE}"' in director.get("/movements/").content.decode()
    assert f'href="{CHOOSE}"' in director.get(NEW_SESSION).content.decode()


@pytest.mark.django_db
def test_list_does_not_lead_a_visitor_here(client):
    assert f'href="{CHOOSE}"' not in client.get("/movements/").content.decode()


@pytest.mark.parametrize(
    ("family", "missing", "tables"),
    [
        ("hesitation", 0, [{1}] * 6),
        ("hesitation", 3, [{3}] * 6),
        ("hesitation", 8, [{3}, {4}, {5}, {5}, {1}, {2}]),
        ("double-hesitation", 4, [{4}] * 7),
    ],
)
def test_any_table_of_a_hesitation_may_be_the_half_one(director, family, missing, tables):
    rounds = len(tables)
    page = director.get(f"/movements/choose/{family}/9/{rounds}/", {"missing": missing or ""})

    value = page.context["value"]
    half = [{t for t, c in enumerate(row, 1) if bool(c.ns) != bool(c.ew)} for row in value.rounds]
    assert half == tables
    choices = dict(page.context["missing_form"].fields["missing"].choices)
    assert choices[3] == "3: half table 3 in all rounds"
    offers = director.get(CHOOSE, {"contestants": "9"}).context["cards"]
    said = {card.title: card.half_table for card in offers}
    assert said["Hesitation Mitchell"] == "table 1 in all rounds; another one by the preview"
