from events.tournaments.teams.domain.tie_breaks import KNOWN
from events.tournaments.teams.forms import name_and_meaning


def test_every_tie_break_of_teams_has_a_name():
    assert all(all(name_and_meaning(code)) for code in KNOWN)
