import pytest

from players.domain.facts import FACTS, Game, in_order, usual_facts

ALWAYS = {"club_number", "club", "born", "email", "telephone", "note"}


@pytest.mark.parametrize(
    ("games", "facts"),
    [
        ([Game.BRIDGE], {"national_number", "handicap"}),
        ([Game.CHESS], {"national_number", "fide_number", "title", "rating", "federation",
                        "gender"}),
        ([Game.GO], {"grade", "egd_pin", "country"}),
        ([Game.BRIDGE, Game.GO], {"national_number", "handicap", "grade", "egd_pin", "country"}),
    ],
)  # fmt: skip
def test_facts_follow_from_what_is_played(games: list[Game], facts: set[str]) -> None:
    assert set(usual_facts(games)) == ALWAYS | facts


def test_a_club_that_plays_everything_uses_every_fact_in_order() -> None:
    assert usual_facts(list(Game)) == FACTS


def test_facts_come_in_one_order() -> None:
    assert in_order(["note", "club_number", "nonsense"]) == ("club_number", "note")
