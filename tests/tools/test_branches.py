import pytest

from tools import branches
from tools.branches import Branches

MEASURED = {
    "files": {
        "events/sessions/domain/scoring/top.py": {
            "summary": {"num_branches": 40, "covered_branches": 40}
        },
        "events/sessions/domain/dull.py": {"summary": {"num_branches": 0, "covered_branches": 0}},
        "movements/services.py": {"summary": {"num_branches": 10, "covered_branches": 9}},
        "players/services/erasure.py": {"summary": {"num_branches": 90, "covered_branches": 86}},
    }
}


def test_floors_are_added_up_and_what_is_below_the_aim_is_named():
    modules = branches.read_modules(MEASURED)

    assert list(branches.report(modules)) == [
        "domain     100.0 % of 40 branches",
        "services    95.0 % of 100 branches",
        "      90.0 % of   10  movements/services.py",
    ]
    assert [floor.is_enough for floor in branches.floors(modules).values()] == [True, True]


@pytest.mark.parametrize(
    ("found", "expected"),
    [(Branches(0, 0), True), (Branches(1000, 950), True), (Branches(1000, 949), False)],
)
def test_aim_is_met_exactly(found: Branches, expected: bool):
    assert found.is_enough is expected


@pytest.mark.parametrize(
    ("module", "floor"),
    [
        ("movements/services.py", "services"),
        ("events/sessions/lines/services/saving.py", "services"),
        ("events/sessions/core/domain/letters.py", "domain"),
    ],
)
def test_floor_is_a_folder_or_a_file(module: str, floor: str):
    assert branches.floor_of(module) == floor
