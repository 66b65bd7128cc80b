import json

import pytest

from events.tournaments.domain.go.rules import Float, GoRules, GoSettings, GoWeights, Seeding
from events.tournaments.domain.go.stored_rules import as_stored, codes_of, criteria_of, from_stored

RULES = GoRules(
    GoSettings(zero=-20, category_limits=(0, -10)),
    GoWeights(upper_float=Float.TOP, later_seeding=Seeding.FOLD, club=5),
)


def test_rules_come_back_from_plain_values():
    assert from_stored(json.loads(json.dumps(as_stored(RULES)))) == RULES


def test_only_what_differs_is_stored():
    assert as_stored(RULES) == {
        "settings": {"zero": -20, "category_limits": [0, -10]},
        "weights": {"upper_float": "TOP", "later_seeding": "SPLITANDFOLD", "club": 5},
    }
    assert from_stored({}) == GoRules()


def test_names_that_are_not_known_are_left_out():
    assert from_stored({"settings": {"moon": 3}}) == GoRules()


@pytest.mark.parametrize(
    ("codes", "swiss", "criteria"),
    [
        (("MMS", "SOS", "SOSOS"), False, ("MMS", "SOSM", "SOSOSM")),
        (("BH", "SB"), True, ("NBW", "SOSW", "SODOSW")),
        (("WIN",), False, ("MMS",)),
    ],
)
def test_the_order_of_the_groups_is_that_of_the_tie_breaks(codes, swiss, criteria):
    assert criteria_of(codes, swiss=swiss) == criteria


def test_tie_breaks_of_a_file():
    assert codes_of(("MMS", "SOSM", "SOSOSM", "CUSSM")) == ("MMS", "SOS", "SOSOS")
    assert codes_of(("NBW", "SOSW", "SODOSW")) == ("SOS", "SODOS")
