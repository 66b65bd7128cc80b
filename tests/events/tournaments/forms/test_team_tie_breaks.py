from events.tournaments.domain.teams.tie_breaks import KNOWN
from events.tournaments.forms.team_tie_breaks import name_and_meaning


def test_every_tie_break_of_teams_has_a_name():
    assert all(all(name_and_meaning(code)) for code in KNOWN)
