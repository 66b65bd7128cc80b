from movements.domain.check import check
from movements.formats.asc import read
from movements.views.findings import LISTED, beside_cells, numbered
from tests.movements.domain.building import rainbow
from tests.movements.factories import FOUR_PAIRS, THREE_PAIRS


def marks(text: str) -> dict[tuple[int, int], list[str]]:
    notes = beside_cells(numbered(check(read(text).movement)))
    return {place: [note.code for note in found] for place, found in notes.items()}


def test_shared_boards_mark_their_tables():
    assert marks(FOUR_PAIRS) == {(r, t): ["group-shared"] for r in (1, 2, 3) for t in (1, 2)}


def test_half_tables_mark_who_sits_out():
    assert marks(THREE_PAIRS) == {(1, 2): ["sit-out"], (3, 2): ["sit-out"]}


def test_replayed_boards_and_second_meeting_mark_their_cells():
    codes = marks("2 1 2 1 0\n1-2 A\n2-1 A\n")
    assert codes[2, 1] == ["group-replayed", "group-replayed", "opponents-again"]


def test_findings_about_cells_are_numbered_in_order():
    notes = numbered(check(read(THREE_PAIRS).movement))
    assert [note.number for note in notes if note.places] == [1, 2]
    assert {note.number for note in notes if not note.places} == {0}


def test_partners_again_mark_their_cells():
    text = "4 1 2 2 1\n1-2-3-4 A\n1-2-4-3 B\n"
    assert [codes[0] for codes in marks(text).values()] == ["partners-again", "partners-again"]


def test_good_movement_has_no_mark():
    assert beside_cells(numbered(check(rainbow(5)))) == {}


def test_only_listed_findings_are_numbered():
    rounds = "".join(f"{'1-2' if n % 2 else '2-1'} {n % 50 + 1}\n" for n in range(100))
    notes = numbered(check(read(f"2 1 100 50 0\n{rounds}").movement))
    assert max(note.number for note in notes if note.level == "error") == LISTED
