import csv
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from events.exchange.domain.session_plan import compare
from events.exchange.formats import pbn, usebio
from events.exchange.services.planning import plan_of
from events.models import Contestant, ContestantPlayer, Session, TravellerLine
from tests.events.exchange.files import data_of

pytestmark = pytest.mark.django_db


def stored(name, tmp_path, capsys):
    path = tmp_path / "in"
    path.write_bytes(data_of(name))
    call_command("import_session", str(path), json=True)
    capsys.readouterr()
    return Session.objects.get()


def exported(session, to, tmp_path):
    path = tmp_path / f"out.{to}"
    call_command("export_session", str(session.pk), "--format", to, "--output", str(path))
    return path.read_bytes()


@pytest.mark.parametrize("name", ["sections.xml", "direct.xml", "evening.bws.xz"])
def test_usebio_is_read_back_as_the_same_session(name, tmp_path, capsys):
    session = stored(name, tmp_path, capsys)
    data = exported(session, "usebio", tmp_path)
    reading = usebio.read(data)
    plan = plan_of(reading)
    (section,) = reading.events[0].sections
    assert reading.notices == ()
    assert (plan.title, plan.date, plan.winners) == (
        session.title, str(session.date), session.winners,
    )  # fmt: skip
    # What was not played is left out: the format has no mark for it.
    lines = TravellerLine.objects.exclude(adjustment="NP")
    assert sorted((each.board, repr(each.result)) for each in plan.lines) == sorted(
        (line.board, repr(line.result)) for line in lines
    )
    numbers = [each.number for each in section.contestants]
    assert len(set(numbers)) == len(numbers)
    comparison = compare(plan)
    assert comparison.differing == ()
    assert exported(session, "usebio", tmp_path) == data


def contents(session, *, leads):
    """All that a session is, whatever its keys."""
    contestants = {
        each.pk: (each.section.letter, each.direction, each.number)
        for each in session_contestants_of(session)
    }
    return (
        session.title, session.date, session.method, session.winners, session.scale,
        session.neuberg, session.rounding,
        sorted(
            (contestants[each.contestant_id], each.place, each.player.name)
            for each in ContestantPlayer.objects.filter(session=session).select_related("player")
        ),
        sorted(
            (
                line.section.letter, line.board,
                repr(line.result if leads else replace(line.result, lead=None)),
                sorted((each.direction, contestants[each.contestant_id]) for each in sides),
            )
            for line in TravellerLine.objects.filter(section__session=session)
            if (sides := line.sides.all())
        ),
    )  # fmt: skip


def session_contestants_of(session):
    return Contestant.objects.filter(section__session=session).select_related("section")


# A table of PBN has no column for the lead.
@pytest.mark.parametrize(("to", "leads"), [("usebio", True), ("pbn", False)])
def test_session_that_was_exported_and_imported_is_the_same(to, leads, tmp_path, capsys):
    first = stored("sections.xml", tmp_path, capsys)
    path = tmp_path / "back"
    path.write_bytes(exported(first, to, tmp_path))

    call_command("import_session", str(path), json=True)

    answer = json.loads(capsys.readouterr().out)
    again = Session.objects.get(pk=answer["session"])
    assert contents(again, leads=leads) == contents(first, leads=leads)
    assert answer["differing"] == []


def test_pbn_has_every_result_and_the_same_bytes_again(tmp_path, capsys):
    session = stored("evening.bws.xz", tmp_path, capsys)
    data = exported(session, "pbn", tmp_path)
    reading = pbn.read(data.decode("latin-1").replace("\r\n", "\n"))
    assert reading.notices == ()
    assert (len(reading.boards), sum(len(each.lines) for each in reading.boards)) == (27, 264)
    first = reading.boards[0].lines[0]
    assert (first.ns, first.ew, first.contract, first.score_ns) == ("1NS", "1EW", "4S", 480)
    assert exported(session, "pbn", tmp_path) == data


def test_artificial_score_in_pbn_json_and_csv(tmp_path, capsys):
    session = stored("sections.xml", tmp_path, capsys)
    reading = pbn.read(exported(session, "pbn", tmp_path).decode("latin-1").replace("\r\n", "\n"))
    assert reading.boards[1].lines[0].artificial == (50, 50)
    (event,) = json.loads(exported(session, "json", tmp_path))["events"]
    assert event["sections"][0]["boards"][1]["lines"][0]["artificial"] == [50, 50]
    rows = list(csv.DictReader(exported(session, "csv", tmp_path).decode().splitlines()))
    assert [row["adjustment"] for row in rows] == ["", "", "A5050", ""]


def test_missing_session():
    with pytest.raises(CommandError) as refused:
        call_command("export_session", "77")
    assert refused.value.returncode == 2


def test_on_the_screen(tmp_path, capsys):
    session = stored("sections.xml", tmp_path, capsys)
    call_command("export_session", str(session.pk))
    assert "<!DOCTYPE USEBIO" in capsys.readouterr().out
