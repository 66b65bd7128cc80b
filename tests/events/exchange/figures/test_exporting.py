"""Sessions of matches as USEBIO, read back by our own reader."""

from xml.etree.ElementTree import Element, fromstring

import pytest

from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.exchange.figures.exporting import SessionFormat, export_session
from events.exchange.formats import pbn, usebio
from events.models import BridgeTeam
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def written(session) -> tuple[bytes, Element]:
    data = export_session(session, SessionFormat.USEBIO)
    event = fromstring(data).find("EVENT")
    assert event is not None
    return data, event


def test_teams_with_both_rooms():
    session = match_evenings.made("teams", 3)
    match_evenings.play(session)
    names = [read_name("Ann Ax"), read_name("Bea Box")]
    enter_names(session=session, names={"A1": names}, by=Actor())
    BridgeTeam.objects.filter(session=session, number=1).update(name="Aalst")

    data, event = written(session)

    assert event.get("EVENT_TYPE") == "TEAMS"
    assert (event.findtext("BOARD_SCORING_METHOD"), event.findtext("MATCH_SCORING_METHOD")) == (
        "IMPS",
        "VPS",
    )
    first = event.find("SESSION/PARTICIPANTS/TEAM")
    assert first is not None
    assert (first.get("TEAM_NAME"), first.findtext("TOTAL_SCORE")) == ("Aalst", "31.00")
    assert [each.text for each in first.iter("PLAYER_NAME")] == ["Ann Ax", "Bea Box"]
    matches = event.findall("SESSION/MATCH")
    assert len(matches) == 3
    for match in matches:
        assert len(match.findall("BOARD")) == 2
        for board in match.findall("BOARD"):
            assert {each.findtext("DIRECTION") for each in board.iter("TRAVELLER_LINE")} == {
                "NS",
                "EW",
            }
            assert board.findtext("IMPS") in {"4.00", "-4.00"}
    (read,) = usebio.read(data).events
    assert (read.type, len(read.sections[0].contestants)) == ("TEAMS", 3)
    assert sum(len(board.lines) for board in read.sections[0].boards) == 12


def test_swiss_pairs():
    session = match_evenings.made("swiss-pairs", 5, method="mp")
    match_evenings.play(session)

    data, event = written(session)

    assert event.get("EVENT_TYPE") == "SWISS_PAIRS"
    matches = event.findall("SESSION/MATCH")
    # The bye is no match.
    assert len(matches) == 2
    assert all(match.findtext("NS_SCORE") for match in matches)
    (read,) = usebio.read(data).events
    assert read.type == "SWISS_PAIRS"
    assert sum(len(board.lines) for board in read.sections[0].boards) == 4


def test_a_match_without_results_has_no_points():
    session = match_evenings.made("swiss-teams", 4)

    _data, event = written(session)

    match = event.find("SESSION/MATCH")
    assert match is not None
    assert match.findtext("TEAM_SCORE") in {"", None}
    assert match.findall("BOARD") == []


def test_pbn_says_that_it_loses_the_matches():
    session = match_evenings.made("swiss-teams", 4)
    match_evenings.play(session)

    reading = pbn.read(export_session(session, SessionFormat.PBN).decode("latin-1"))

    [notice] = reading.notices
    assert translate(notice).startswith("The file is of teams or of a Swiss event.")
    assert "VPs are not kept" in translate(notice)
