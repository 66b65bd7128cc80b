import pytest

from events.tournaments.core.domain.namesakes import Named, marks


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ([("Ek, Li", "GM", "Oxford", 1), ("Ek, Bo", "", "", 2)], {}),
        ([("Ek, Li", "GM", "Oxford", 1), ("EK, LI", "", "Oxford", 2)], {0: "GM", 1: ""}),
        ([("Ek, Li", "", "Oxford", 1), ("Ek, Li", "", "Leiden", 2)], {0: "Oxford", 1: "Leiden"}),
        ([("Ek, Li", "", "Oxford", 1), ("Ek, Li", "", "OXFORD", 2)], {0: "1", 1: "2"}),
        ([("Ek, Li", "", "", 1), ("Ek, Li", "", "", None)], {0: "1", 1: ""}),
    ],
)
def test_the_first_in_which_all_differ_tells_them_apart(
    people: list[tuple[str, str, str, int | None]], told: dict[int, str]
) -> None:
    assert marks(Named(key, *values) for key, values in enumerate(people)) == told
