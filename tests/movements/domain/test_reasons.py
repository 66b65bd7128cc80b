import pytest

from movements.domain.plans import Family, Plan
from movements.domain.reasons import about_boards, why

SETS = "It needs two sets of the boards."
SHARED = "Some tables share their boards."


@pytest.mark.parametrize(
    ("plan", "after"),
    [
        (Plan(Family.MITCHELL, 14, 7), []),
        (Plan(Family.MITCHELL, 14, 6), ["Each plays 85 % of the boards."]),
        (Plan(Family.WEB, 24, 8), [SETS]),
        (Plan(Family.RELAY, 16, 8), [SHARED]),
        (Plan(Family.RELAY, 15, 8), []),
        (Plan(Family.HESITATION, 16, 9), [SHARED]),
        (Plan(Family.HESITATION, 14, 8), []),
        (Plan(Family.WHIST, 12, 11), [SHARED]),
        (Plan(Family.WHIST, 24, 23), []),
        (Plan(Family.RAINBOW, 28, 6), ["Each plays 85 % of the boards."]),
    ],
)
def test_why_ends_with_what_is_needed(plan, after):
    assert [str(each) for each in why(plan, 0)][1:] == after


def test_why_of_a_three_quarter_howell_names_those_who_stay():
    (reason,) = why(Plan(Family.HOWELL, 14, 11), 3)
    assert str(reason) == "One ranking in fewer rounds than a Howell; 3 pairs stay."
    (reason,) = why(Plan(Family.HOWELL, 14, 11), 1)
    assert str(reason) == "One ranking in fewer rounds than a Howell; one pair stays."


def test_why_of_a_complete_individual_names_partners_and_opponents():
    complete, part = (
        next(why(Plan(Family.WHIST, 24, 23), 1)),
        next(why(Plan(Family.WHIST, 24, 12), 1)),
    )
    assert "partners everybody once and plays against everybody twice" in str(complete)
    assert "another partner in every round" in str(part)


@pytest.mark.parametrize("family", Family)
def test_why_any_family_has_a_reason(family):
    assert str(next(why(Plan(family, 20, 19), 1))).endswith(".")


def test_other_boards_are_explained_when_nothing_has_those_asked_for():
    reason = about_boards(26, 25, has_other=False)
    assert str(reason) == "It has 26 boards: nothing that fits has just 25."
