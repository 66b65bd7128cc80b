import html

import pytest

from movements.formats import asc, grid
from movements.models import Movement
from movements.selectors import movement_value
from movements.services import replace_movement
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS, MovementFactory, use

pytestmark = pytest.mark.django_db


def address(movement: Movement) -> str:
    return f"/movements/{movement.pk}/edit/"


def fields(text: str = FOUR_PAIRS, **changes: str) -> dict[str, str]:
    """The fields of a grid, some changed: ``c1_2`` is round 1, table 2."""
    rows = grid.write(asc.read(text).movement)
    typed = {f"c{r}-{t}": cell for r, row in enumerate(rows, 1) for t, cell in enumerate(row, 1)}
    return typed | {name.replace("_", "-"): value for name, value in changes.items()}


@pytest.mark.parametrize("text", [FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS])
def test_page_has_a_field_for_each_cell(director, text):
    movement = MovementFactory(text=text)
    page = director.get(address(movement))
    assert [[cell["text"] for cell in cells] for _round, cells in page.context["rows"]] == (
        grid.write(asc.read(text).movement)
    )
    assert page.content.count(b'<input type="text"') == movement.cells.count() + 1


def test_check_shows_findings_and_stores_nothing(director):
    movement = MovementFactory()
    page = director.post(address(movement), fields(c2_1="3-1 A") | {"action": "check"})
    assert [f.code for f in page.context["findings"] if f.level == "error"] == [
        "group-replayed"
    ] * 2
    assert movement.cells.get(round=2, table=1).ns == 1


def test_nonsense_is_marked_and_reported(director):
    movement = MovementFactory()
    page = director.post(address(movement), fields(c2_1="x", c3_2="1-3 C") | {"action": "save"})
    assert page.status_code == 422
    assert [problem["field"] for problem in page.context["problems"]] == ["c2-1", "c3-2"]
    assert page.content.count(b"is-invalid") == 2
    assert movement_value(movement) == asc.read(FOUR_PAIRS).movement


def test_save_replaces_the_movement(director):
    movement = MovementFactory()
    answer = director.post(address(movement), fields(c2_1="3-1 B") | {"action": "save"})
    assert answer.url == movement.get_absolute_url()
    assert movement.cells.get(round=2, table=1).ns == 3


def test_used_movement_is_never_changed(director):
    movement = MovementFactory()
    use(movement)
    assert b'value="save"' not in director.get(address(movement)).content
    page = director.post(address(movement), fields(c2_1="3-1 B") | {"action": "save"})
    assert page.status_code == 422
    assert "is used by a session" in page.context["problems"][0]["message"]
    assert movement.cells.get(round=2, table=1).ns == 1


def test_copy_leaves_the_movement_as_it_is(director):
    movement = MovementFactory(name="Old")
    use(movement)
    director.post(
        address(movement), fields(c2_1="3-1 B") | {"action": "copy", "name": "Old, switched"}
    )
    copy = Movement.objects.get(name="Old, switched")
    assert (copy.cells.get(round=2, table=1).ns, movement.cells.get(round=2, table=1).ns) == (3, 1)


def test_copy_of_the_same_name_is_refused(director):
    movement = MovementFactory(name="Old")
    page = director.post(address(movement), fields() | {"action": "copy", "name": "Old"})
    assert page.status_code == 422
    assert page.context["wrong_name"] == ["There is already a movement called “Old”."]
    assert page.context["problems"] == []
    assert page.context["value"] == movement_value(movement)
    assert 'id="name-wrong"' in page.content.decode()


def test_name_of_a_copy_is_a_free_one(director):
    movement = MovementFactory(name="Old")
    assert director.get(address(movement)).context["name"] == "Old (2)"
    second = MovementFactory(name="Old (2)")
    assert director.get(address(second)).context["name"] == "Old (3)"


def test_changed_cells_are_known_to_the_script(director):
    movement = MovementFactory()
    assert b" data-changed" not in director.get(address(movement)).content
    page = director.post(address(movement), fields(c2_1="3-1 B") | {"action": "check"})
    assert b" data-changed" in page.content


def test_number_far_above_the_others_is_marked(director):
    page = director.post(address(MovementFactory()), fields(c2_1="1-33 B") | {"action": "save"})
    assert page.status_code == 422
    assert [(problem["field"], problem["message"]) for problem in page.context["problems"]] == [
        ("c2-1", "Round 2, table 1: 33 is far above the other numbers; there are 4 others.")
    ]


def test_switch_turns_a_round_in_the_fields_alone(director):
    movement = MovementFactory()
    page = director.post(address(movement), fields() | {"action": "switch:2"})
    assert [cell["text"] for cell in page.context["rows"][1][1]] == ["3-1 B", "4-2 B"]
    assert movement.cells.get(round=2, table=1).ns == 1


def test_exchange_of_numbers(director):
    movement = MovementFactory()
    page = director.post(
        address(movement), fields() | {"action": "exchange", "one": "1", "other": "4"}
    )
    assert [cell["text"] for cell in page.context["rows"][0][1]] == ["4-2 A", "3-1 A"]


@pytest.mark.parametrize(("one", "other"), [("", "1"), ("0", "1"), ("5", "1"), ("x", "1")])
def test_exchange_of_no_numbers_is_refused(director, one, other):
    movement = MovementFactory()
    asked = fields() | {"action": "exchange", "one": one, "other": other}
    page = director.post(address(movement), asked)
    assert "Enter two numbers of this movement to exchange." in page.content.decode()


@pytest.mark.parametrize("action", ["switch:9", "switch:x", "dance"])
def test_unknown_action_is_a_check(director, action):
    page = director.post(address(MovementFactory()), fields() | {"action": action})
    assert page.status_code == 200


def test_script_gets_the_findings_alone(director):
    page = director.post(address(MovementFactory()), fields(c1_1="x") | {"action": "live"})
    assert page.status_code == 200
    assert "<html" not in page.content.decode()
    assert "“x” cannot be read" in page.content.decode()


def test_a_check_keeps_what_the_page_showed_at_first(director):
    movement = MovementFactory()
    shown = director.get(address(movement)).context["shown"]
    replace_movement(movement=movement, text=FOUR_PAIRS.replace("1- 2 A", "2- 1 A"))

    page = director.post(address(movement), fields() | {"action": "check", "shown": _value(shown)})

    assert page.context["shown"] == shown


def test_a_cell_that_both_changed_is_asked_about(director):
    movement = MovementFactory()
    shown = _value(director.get(address(movement)).context["shown"])
    replace_movement(movement=movement, text=FOUR_PAIRS.replace("1- 2 A", "2- 1 A"))

    page = director.post(
        address(movement), fields(c1_1="", c1_2="4-3 A") | {"action": "save", "shown": shown}
    )

    assert [problem["field"] for problem in page.context["problems"]] == ["c1-1"]
    assert "Somebody else has changed this movement" in page.text
    assert movement.cells.get(round=1, table=2).ns == 3


def _value(field: str) -> str:
    return html.unescape(field.split('value="')[1].partition('"')[0])
