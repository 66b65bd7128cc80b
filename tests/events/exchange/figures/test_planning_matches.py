"""Sessions of matches written as USEBIO and read back: the same teams, matches and standings."""

from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.exchange.domain.plan_comparison import compare
from events.exchange.domain.session_plan import SessionPlan
from events.exchange.figures.exporting import SessionFormat, export_session
from events.exchange.figures.planning import plan_of
from events.exchange.formats import usebio
from events.exchange.services.importing import import_session
from events.models import BridgeMatch, BridgeTeam, ContestantPlayer, Session
from events.sessions.core.selectors import read_matches
from events.sessions.matches.services.teams import award_match
from events.sessions.scoring.selectors.lines import session_lines
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from tests.events.sessions import match_evenings
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


def planned(session: Session) -> SessionPlan:
    return plan_of(usebio.read(export_session(session, SessionFormat.USEBIO)))


def imported(plan: SessionPlan) -> Session:
    comparison = compare(plan)
    assert comparison.differing == ()
    return import_session(plan=plan, comparison=comparison, by=Actor())


def teams_of(session: Session) -> list[Any]:
    teams = read_matches(session.pk)
    assert teams
    return [
        (team.number, team.name, len(team.contestants), team.added, team.last_round)
        for team in teams.teams.values()
    ]


def matches_of(session: Session) -> list[Any]:
    return sorted(
        (
            each.match.round, each.match.home, each.match.away or 0, each.match.boards,
            each.result.points,
        )
        for each in match_evenings.scored(session).scored
    )  # fmt: skip


def standings_of(session: Session) -> list[Any]:
    return [
        (str(standing.place), standing.side, standing.points, standing.imps, standing.played)
        for standing in match_evenings.scored(session).standings
    ]


def lines_of(session: Session) -> list[Any]:
    matches = read_matches(session.pk)
    assert matches
    return sorted(
        (line.board, matches.team_of[line.ns[0]], matches.team_of[line.ew[0]], str(line.result))
        for line in session_lines(session.pk)
        if not line.is_empty
    )


def evening(kind: str, contestants: int, *, rounds: int = 2, **values: Any) -> Session:
    if kind != "teams":
        values["rounds"] = rounds
    session = match_evenings.made(kind, contestants, **values)
    match_evenings.play(session)
    if kind != "teams":
        for _round in range(rounds - 1):
            match_evenings.draw(session)
            match_evenings.play(session)
    return session


KINDS = [
    ("teams", 4, {}),
    ("teams", 5, {"scored_by": "imps"}),
    ("teams", 4, {"scored_by": "point-a-board"}),
    ("teams", 4, {"scored_by": "won-lost"}),
    ("teams", 4, {"scale": "acbl20", "boards": 8}),
    ("swiss-teams", 4, {}),
    ("swiss-teams", 5, {"odd": "bye"}),
    ("swiss-teams", 7, {"odd": "triangle"}),
    ("swiss-teams", 5, {"odd": "halves", "boards": 4}),
    ("swiss-pairs", 6, {"method": "mp"}),
    ("swiss-pairs", 7, {"method": "mp", "odd": "halves", "boards": 4}),
    ("swiss-pairs", 7, {"odd": "bye"}),
]


@pytest.mark.parametrize(("kind", "contestants", "values"), KINDS)
def test_what_is_written_is_read_as_the_same(kind: str, contestants: int, values: Any):
    session = evening(kind, contestants, **values)
    again = imported(planned(session))
    assert again.matches == kind
    assert teams_of(again) == teams_of(session)
    assert matches_of(again) == matches_of(session)
    assert standings_of(again) == standings_of(session)
    assert lines_of(again) == lines_of(session)
    assert again.match_play.odd in (session.match_play.odd, "bye")


def test_names_fines_and_awards():
    session = evening("swiss-teams", 4)
    BridgeTeam.objects.filter(session=session, number=1).update(
        name="Aalst", added=Decimal("-1.50"), reason="Late"
    )
    names = [read_name("Ann Ax"), read_name("Bea Box")]
    enter_names(session=session, names={"A1": names}, by=Actor())
    match = BridgeMatch.objects.filter(session=session).order_by("pk")[1]
    award_match(
        session_id=session.pk,
        match_id=match.pk,
        points=(Decimal(3), Decimal("11.25")),
        reason="Slow",
        by=Actor(),
    )
    plan = planned(session)
    again = imported(plan)
    assert teams_of(again) == teams_of(session)
    assert matches_of(again) == matches_of(session)
    assert standings_of(again) == standings_of(session)
    [award] = BridgeMatch.objects.filter(session=again, home_points__isnull=False)
    assert (award.home_points, award.reason) == (Decimal(3), "As the file has it")
    assert ContestantPlayer.objects.filter(session=again, contestant__number=1).count() == 2
    assert any("3.00 : 11.25" in translate(notice) for notice in plan.all_notices)


def test_points_that_no_match_gives():
    session = evening("swiss-teams", 4)
    file = export_session(session, SessionFormat.USEBIO).decode()
    before = file.index("<TOTAL_SCORE>") + len("<TOTAL_SCORE>")
    after = file.index("</TOTAL_SCORE>")
    total = Decimal(file[before:after]) + 2
    plan = plan_of(usebio.read(f"{file[:before]}{total}{file[after:]}".encode()))
    assert compare(plan).differing == ()
    assert any("come from no match" in translate(notice) for notice in plan.all_notices)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<OPPOSING_TEAM>", "<OPPOSING_TEAM>9", "which is not in the list of contestants"),
        ("<ROUND_NUMBER>", "<ROUND_NUMBER>x", "no matches in this file"),
        ("VPS<", "LOTS<", "Matches scored by LOTS cannot be imported"),
        ("<BOARD_SCORING_METHOD>IMPS", "<BOARD_SCORING_METHOD>HYBRID", "HYBRID cannot be"),
        ("<TEAM_SCORE>", "<TEAM_SCORE>9999", "more points than a match"),
        ("<NS_PAIR_NUMBER>", "<NS_PAIR_NUMBER>77", "is none of the pairs"),
        ("<MATCH>", "<MACH>", "no matches in this file"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_reason(old: str, new: str, said: str):
    file = export_session(evening("swiss-teams", 4), SessionFormat.USEBIO).decode()
    changed = file.replace(old, new)
    if "MACH" in new:
        changed = changed.replace("</MATCH>", "</MACH>")
    assert changed != file
    with pytest.raises(Refused) as refused:
        plan_of(usebio.read(changed.encode()))
    assert said in " ".join(translate(problem) for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("old", "new", "said", "matches", "lines"),
    [
        ("<OPPOSING_TEAM>", "<OPPOSING_TEAM>9", "which is not in the list of contestants", 1, 4),
        ("<ROUND_NUMBER>1", "<ROUND_NUMBER>x", "is not the number of a round", 1, 4),
        ("<START_BOARD_NUMBER>1", "<START_BOARD_NUMBER>-1", "are not the boards of a match", 0, 0),
        ("<END_BOARD_NUMBER>2", "<END_BOARD_NUMBER>900", "more than 100 boards", 1, 4),
        ("<NS_PAIR_NUMBER>", "<NS_PAIR_NUMBER>77", "is none of the pairs", 0, 1),
    ],
)
def test_what_makes_no_sense_costs_its_match_or_its_line(
    old: str, new: str, said: str, matches: int, lines: int
):
    file = export_session(evening("swiss-teams", 4), SessionFormat.USEBIO).decode()
    whole = plan_of(usebio.read(file.encode()))
    reading = usebio.read(file.replace(old, new, 1).encode())
    plan = plan_of(reading)
    assert said in " ".join(translate(problem) for problem in (*reading.losses, *plan.lost))
    # Whoever met nobody then is taken for a bye.
    met, still = (
        [match for match in each.matches.matches if match.away] if each.matches else []
        for each in (whole, plan)
    )
    assert len(met) - len(still) == matches
    assert len(whole.lines) - len(plan.lines) == lines


OTHER = """<?xml version="1.0"?>
<USEBIO Version="1.2"><EVENT EVENT_TYPE="SWISS_TEAMS">
<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD><EVENT_DESCRIPTION>Cup</EVENT_DESCRIPTION>
<DATE>05/03/2026</DATE><SESSION SESSION_ID="1"><PARTICIPANTS>
<TEAM TEAM_ID="1" TEAM_NAME="Reds"><TOTAL_SCORE>12.86</TOTAL_SCORE><PLACE>1</PLACE>
<PLAYER><PLAYER_NAME>Ann Ax</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Bo Box</PLAYER_NAME></PLAYER>
<PLAYER><PLAYER_NAME>Cy Cox</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Di Dix</PLAYER_NAME></PLAYER>
</TEAM>
<TEAM TEAM_ID="2" TEAM_NAME="Blues"><TOTAL_SCORE>7.14</TOTAL_SCORE><PLACE>2</PLACE></TEAM>
</PARTICIPANTS><MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>
<TEAM_SCORE>12.86</TEAM_SCORE><OPPOSING_TEAM_SCORE>7.14</OPPOSING_TEAM_SCORE>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><SCORE>420</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><DIRECTION>EW</DIRECTION><SCORE>-50</SCORE></TRAVELLER_LINE></BOARD>
</MATCH></SESSION></EVENT></USEBIO>"""


def test_teams_of_another_program_without_pairs():
    plan = plan_of(usebio.read(OTHER.encode()))
    session = imported(plan)
    assert [(team[0], team[1]) for team in teams_of(session)] == [(1, "Reds"), (2, "Blues")]
    assert lines_of(session) == sorted(lines_of(session))
    assert [standing[:2] for standing in standings_of(session)] == [("1", 1), ("2", 2)]
    assert ContestantPlayer.objects.filter(session=session).count() == 4
    assert session.sections.get().contestants.filter(team__isnull=True).count() == 0


def test_two_lines_of_one_room_have_two_places():
    pairs = "<NS_PAIR_NUMBER>1-2</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2-1</EW_PAIR_NUMBER>"
    file = OTHER.replace("<DIRECTION>EW", f"{pairs}<DIRECTION>NS")
    plan = plan_of(usebio.read(file.encode()))
    assert [line.table for line in plan.lines] == [1, 2]


@pytest.mark.parametrize(("kind", "contestants"), [("teams", 3), ("swiss-pairs", 4)])
def test_every_page_of_it_opens(kind: str, contestants: int):
    session = imported(planned(evening(kind, contestants)))
    director = browser(Role.DIRECTOR)
    match = BridgeMatch.objects.filter(session=session, away__isnull=False).order_by(F("pk"))[0]
    for path in ("", "ranking/", "matches/", f"matches/{match.pk}/", "results/", "teams/settings/"):
        assert director.get(f"/sessions/{session.pk}/{path}").status_code in (200, 302, 404), path
