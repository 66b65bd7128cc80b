"""A session on Bridgemates, before the maker's client with its network replaced."""

import json
from dataclasses import replace

import pytest
from bridgemate_dataconnector import HttpTransport, TransportException, validate_init_dto
from bridgemate_dataconnector.dto import ResultDTO
from django.core.management import CommandError, call_command

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.exchange.engines import bridgemate as engine
from events.exchange.engines.bridgemate import Connector, init_of, read_result
from events.exchange.services.bridgemate import evening_of, guid_of, take_results
from events.models import BridgemateAccount, LogEntry, Session
from events.sessions.core.domain.line_result import write_result
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from tests.events import factories

pytestmark = pytest.mark.django_db

BY = Actor(device="Bridgemate")
RESULTS, ERROR, OK = 12, 4, 1
DOUBLED = {
    "level": 3, "denomination": 5, "stake": 1, "declarer_direction": 4, "total_tricks": 7,
}  # fmt: skip


class Network(HttpTransport):
    """Answers as the connector does: results until they are accepted, and nothing but errors where
    ``refuses`` says so."""

    def __init__(self) -> None:
        self.sent: list[dict] = []
        self.results: list[ResultDTO] = []
        self.refuses = ""
        self.is_down = False

    def get(self, url: str) -> str:
        if self.is_down:
            raise TransportException("nobody listens")
        return "Bridgemate dataconnector service version 5"

    def post(self, url: str, json_body: str) -> str:
        if self.is_down:
            raise TransportException("nobody listens")
        asked = json.loads(json_body)
        self.sent.append(asked)
        answer = {"RequestCommand": asked["Command"], "DataType": OK, "ErrorType": 0}
        if self.refuses:
            answer |= {"DataType": ERROR, "ErrorType": 5, "SerializedData": self.refuses}
        elif len(self.sent) > 1 and self.results and "Results" not in str(asked):
            found = json.dumps([each.to_dict() for each in self.results])
            answer |= {"DataType": RESULTS, "LastQueueItemId": 7, "SerializedData": found}
        return json.dumps(answer)


@pytest.fixture
def session() -> Session:
    """Four pairs, boards 1 to 3, the first pair with names."""
    made = factories.session(boards_per_round=1)
    names = [read_name("Ada van der Lark"), read_name("Bob Finch")]
    enter_names(session=made, names={"A1": names}, by=BY)
    return made


def result(session: Session, board: int = 1, table: int = 1, **values: int) -> ResultDTO:
    """4♠ by North, ten tricks, at the table as scheduled."""
    line = factories.line(session, board, table)
    sides = {
        side.direction: side.contestant.number for side in line.sides.select_related("contestant")
    }
    usual = {
        "pair_north_south": sides["NS"],
        "pair_east_west": sides["EW"],
        "declarer_direction": 1,
        "level": 4,
        "denomination": 4,
        "total_tricks": 10,
    }
    return ResultDTO(
        session_guid=guid_of(session),
        section_letters="A",
        table_number=table,
        round_number=line.round,
        board_number=board,
        scoring_direction=3,
        **(usual | values),
    )


def taken(session: Session, *results: ResultDTO):
    return take_results(session=session, results=map(read_result, results), by=BY)


def test_what_is_sent_is_valid_and_the_movement_with_its_names(session):
    init = init_of(evening_of(session), "club")
    assert validate_init_dto(init), init.validation_messages
    (sent,) = init.sessions
    (section,) = sent.scoring_groups[0].sections
    assert (section.letters, len(section.tables)) == ("A", 2)
    rounds = [each for table in section.tables for each in table.rounds]
    assert sorted((each.low_board_number, each.high_board_number) for each in rounds) == sorted(
        (number, number) for number in (1, 2, 3) for _ in range(2)
    )
    assert [(each.first_name, each.last_name) for each in init.player_data] == [
        ("Ada", "van der Lark"),
        ("Bob", "Finch"),
    ]
    # North and South of a table, in the first round.
    directions = [
        (participation.player_number, int(participation.direction))
        for participation in init.participations
    ]
    assert directions in ([("1", 1), ("2", 3)], [("1", 2), ("2", 4)])
    assert guid_of(session) == guid_of(session)
    assert len(guid_of(session)) == 32


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({}, "4SN="),
        (DOUBLED, "3NTxW-2"),
        ({"level": 0, "denomination": 0, "declarer_direction": 0, "total_tricks": 0}, "P"),
        ({"level": -7, "denomination": 0}, "A+-"),
        ({"level": -5, "denomination": 0}, "A="),
        ({"level": -10, "denomination": 0}, "NP"),
        ({"lead_card_suit": 3, "lead_card_rank": 14}, "4SN= HA"),
    ],
)  # fmt: skip
def test_a_result_is_stored_in_its_empty_line(session, values, text):
    done = taken(session, result(session, **values))
    assert (done.stored, done.known, done.notices) == (1, 0, [])
    line = factories.line(session, 1)
    assert write_result(line.result) == text
    assert LogEntry.objects.filter(line=line, action="entered").get().device == "Bridgemate"
    again = taken(session, result(session, **values))
    assert (again.stored, again.known) == (0, 1)


def test_a_lead_comes_with_its_contract(session):
    taken(session, result(session, lead_card_suit=3, lead_card_rank=14))
    assert str(factories.line(session, 1).result.lead) == "HA"


def test_what_is_not_stored_is_said(session):
    factories.enter(session, 2, "110", "")
    strange = result(session, 3, level=4, denomination=9)
    swapped = result(session, 1)
    swapped = replace(
        swapped, pair_north_south=swapped.pair_east_west, pair_east_west=swapped.pair_north_south
    )
    elsewhere = replace(result(session, 1), table_number=9)
    gone = replace(result(session, 2), is_deleted=True)
    done = taken(session, result(session, 2), strange, swapped, elsewhere, gone)
    assert done.stored == 0
    sentences = sorted(map(str, done.notices))
    assert len(sentences) == 5
    assert any(
        "the Bridgemate has" in sentence and "is entered" in sentence for sentence in sentences
    )
    assert any("result is none" in sentence for sentence in sentences)
    assert any("others are scheduled" in sentence for sentence in sentences)
    assert any("not in the movement" in sentence for sentence in sentences)
    assert any("deleted on the Bridgemate; ours stays" in sentence for sentence in sentences)
    assert factories.line(session, 2).score_ns == 110


def test_an_individual_and_a_session_without_rounds_are_refused(session):
    session.sections.all().delete()
    with pytest.raises(Refused, match="no rounds and tables"):
        evening_of(session)


def test_the_connector_s_refusal_is_a_sentence(session):
    network = Network()
    network.refuses = "the licence key is unknown"
    connector = Connector("club", "key", "http://localhost:5079", network)
    with pytest.raises(Refused, match="the licence key is unknown"):
        connector.start(evening_of(session))


def test_the_command_sends_and_takes(session, monkeypatch, capsys):
    network = Network()
    network.results = [result(session)]
    real = Connector
    monkeypatch.setattr(
        engine, "Connector", lambda club, key, address: real(club, key, address, network)
    )
    monkeypatch.setenv("CLUBSCORE_BRIDGEMATE_KEY", "secret key")
    call_command("bridgemate", str(session.pk), send=True, once=True, club="club")
    printed = capsys.readouterr().out
    assert printed.splitlines() == [f"Sent: {session}.", "Stored 1 results; 0 were there already."]
    assert "secret key" not in printed
    assert all(each["ClubId"] == "club" for each in network.sent)
    with pytest.raises(CommandError, match="There is no session 0"):
        call_command("bridgemate", "0", club="club")


def test_without_the_client_the_command_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(engine, "is_available", lambda: False)
    with pytest.raises(CommandError, match=r"requirements-bridgemate\.txt") as error:
        call_command("bridgemate", "1", club="club")
    assert error.value.returncode == 3


ADDRESS = "http://192.0.2.1:5079"


@pytest.fixture
def network(monkeypatch) -> Network:
    """The network between the page and the connector."""
    found = Network()
    real = Connector
    monkeypatch.setattr(
        engine, "Connector", lambda club, key, address: real(club, key, address, found)
    )
    return found


def page(client, session: Session, do: str = "", **values: str):
    path = f"/sessions/{session.pk}/bridgemates/{do}"
    return client.post(path, values, follow=True) if do else client.get(path)


def test_the_page_sends_and_takes_and_says_what_was_tried(session, network, director_client):
    network.results = [result(session)]
    text = page(director_client, session).text
    assert "never on real Bridgemates" in text
    assert "Send the movement and the names" not in text
    page(director_client, session, "account/", club="club", address="192.0.2.1", key="secret key")
    stored = BridgemateAccount.objects.get()
    assert (stored.club, stored.address) == ("club", ADDRESS)
    assert "secret" not in stored.sealed_key

    assert "The Bridgemates have the movement" in page(director_client, session, "send/").text
    answer = page(director_client, session, "take/").json()
    assert answer == {"stored": 1, "text": "1 result was taken.", "notices": []}
    assert LogEntry.objects.filter(action="entered").get().device == "Bridgemate"
    network.is_down = True
    for _again in range(2):
        failed = page(director_client, session, "take/").json()
        assert failed == {"failed": f"Nobody answers at {ADDRESS}: nobody listens"}
    shown = page(director_client, session)
    assert [each["text"] for each in shown.context["tries"]] == [
        "It did not work.",
        "1 result was taken.",
        "The movement and the names were sent.",
    ]
    assert "secret key" not in shown.text
    page(director_client, session, "account/", action="forget")
    assert not BridgemateAccount.objects.exists()


@pytest.mark.parametrize("address", ["", "ftp://192.0.2.1", "http://a b", "http://x/y", "x:999999"])
def test_what_is_no_address_of_a_connector_is_said(session, director_client, address):
    answer = page(director_client, session, "account/", club="club", address=address)
    assert answer.status_code == 422
    assert not BridgemateAccount.objects.exists()
