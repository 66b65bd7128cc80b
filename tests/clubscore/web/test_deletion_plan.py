import pytest

from clubscore.text.problems import Refused
from clubscore.web.deletion import Plan, refuse_unless_seen, same_name


@pytest.mark.parametrize(
    "typed", ["Zelda O'Hare", "zelda o'hare", "  Zelda   O’Hare ", "ZELDA O‘HARE", "Zelda\tO'Hare"]
)
def test_case_spaces_and_quotes_do_not_matter(typed: str) -> None:
    assert same_name(typed, "Zelda O'Hare")


@pytest.mark.parametrize("typed", ["", "Zelda", "Zelda OHare", "Zelda O'Hare 2", "Zélda O'Hare"])
def test_another_name_is_another(typed: str) -> None:
    assert not same_name(typed, "Zelda O'Hare")


def test_what_was_not_seen_is_refused() -> None:
    plan = Plan(name="Cup", seen="1")
    refuse_unless_seen(plan, "1")
    refuse_unless_seen(plan, None)
    with pytest.raises(Refused, match="This was changed in the meantime"):
        refuse_unless_seen(plan, "2")
