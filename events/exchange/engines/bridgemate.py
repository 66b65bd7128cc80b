"""Bridgemates through the Bridgemate Data Connector, by its maker's client.

The connector runs beside the maker's control program on a Windows computer in the same network;
the client speaks JSON over HTTP with it. The package is optional, and everything of it stands here.
"""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.exchange.domain.bridgemate import Evening, MachineResult
from events.sessions.core.domain.contract import RANKS, Card, Contract, Doubling, Seat, Strain

if TYPE_CHECKING:
    from bridgemate_dataconnector import DataConnectorClient

PACKAGE: Final = "bridgemate_dataconnector"
PORT: Final = 5079
MAX_REASON: Final = 200
_STRAINS: Final = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NO_TRUMP)
_DOUBLINGS: Final = (Doubling.UNDOUBLED, Doubling.DOUBLED, Doubling.REDOUBLED)
_AVERAGES: Final = ("--", "-=", "-+", "=-", "==", "=+", "+-", "+=", "++")
_NOT_PLAYED: Final = -10
_SEATS: Final = (Seat.N, Seat.E, Seat.S, Seat.W)
TIMEOUT: Final = 10.0
"""Seconds for an answer in the local network."""
_NOBODY = gettext_noop("Nobody answers at %(address)s: %(reason)s")
_FAILED = gettext_noop("The Bridgemate Data Connector answers: %(reason)s")


def is_available() -> bool:
    """Whether the maker's client is installed."""
    return importlib.util.find_spec(PACKAGE) is not None


@dataclass(slots=True)
class Connector:
    """A connection for one club. ``transport`` replaces the network in tests."""

    club_id: str
    licence_key: str
    address: str
    transport: Any = None
    _client: "DataConnectorClient | None" = None

    @property
    def client(self) -> "DataConnectorClient":
        if self._client is None:
            from bridgemate_dataconnector import DataConnectorClient, UrllibTransport

            transport = self.transport or UrllibTransport(TIMEOUT)
            self._client = DataConnectorClient(
                self.club_id, self.licence_key, self.address, transport
            )
        return self._client

    def start(self, evening: Evening) -> None:
        """Give the Bridgemates an evening. Raises :class:`Refused` when it is not taken."""
        self.reach()
        self._check(self.client.initialize(init_of(evening, self.club_id)))

    def results(self, guid: str) -> list[MachineResult]:
        """The results since those that were accepted last. Raises :class:`Refused` where nobody
        answers, which the maker's client does not say."""
        self.reach()
        return [read_result(each) for each in self.client.poll_for_results(guid)]

    def reach(self) -> None:
        """Raise :class:`Refused` where the connector does not answer."""
        from bridgemate_dataconnector.dto import DataConnectorResponseData

        response = self.client.connect()
        if response.data_type == DataConnectorResponseData.Error:
            reason = str(response.serialized_data or "").strip('"')[:MAX_REASON]
            raise Refused(sentence(_NOBODY, address=self.address, reason=reason))

    def accept(self, guid: str) -> None:
        """Say that the results are stored: they are not given again."""
        from bridgemate_dataconnector.dto import DataConnectorResponseData

        self._check(self.client.accept_queue_data(guid, DataConnectorResponseData.Results))

    def _check(self, response: Any) -> None:
        from bridgemate_dataconnector.dto import DataConnectorResponseData

        if response.data_type == DataConnectorResponseData.Error:
            reason = response.serialized_data or response.error_type.name
            raise Refused(sentence(_FAILED, reason=reason))


def init_of(evening: Evening, club_id: str) -> Any:
    """The evening as the connector takes it."""
    from bridgemate_dataconnector import dto

    year, month, day = evening.day
    group = dto.ScoringGroupDTO(
        session_guid=evening.guid,
        club_id=club_id,
        scoring_group_number=1,
        scoring_method=dto.ScoringGroupDTO.ScoringType_Pairs,
        name=evening.name,
        sections=[_section(evening, letters) for letters in evening.sections],
    )
    session = dto.SessionDTO(
        session_guid=evening.guid,
        name=evening.name,
        year=year,
        month=month,
        day=day,
        scoring_groups=[group],
    )
    commands = (
        dto.InitDTO.StartBCS
        + dto.InitDTO.Command_Reset
        + dto.InitDTO.Command_StartReading
        + dto.InitDTO.Command_ClearData
    )
    numbered = list(enumerate(evening.players, start=1))
    player_data = [
        dto.PlayerDataDTO(
            session_guid=evening.guid,
            club_id=club_id,
            player_number=str(number),
            first_name=each.given or None,
            last_name=each.family,
        )
        for number, each in numbered
    ]
    participations = [
        dto.ParticipationDTO(
            session_guid=evening.guid,
            section_letters=each.section,
            table_number=each.table,
            direction=dto.TableDirection(_SEATS.index(each.seat) + 1),
            player_number=str(number),
        )
        for number, each in numbered
    ]
    return dto.InitDTO(
        commands=commands,
        club_id=club_id,
        sessions=[session],
        player_data=player_data,
        participations=participations,
    )


def _section(evening: Evening, letters: str) -> Any:
    from bridgemate_dataconnector import dto

    own_rounds = [each for each in evening.rounds if each.section == letters]
    tables = []
    for number in sorted({own_round.table for own_round in own_rounds}):
        rounds = [
            dto.RoundDTO(
                session_guid=evening.guid,
                section_letters=letters,
                table_number=number,
                round_number=own_round.round,
                low_board_number=own_round.low,
                high_board_number=own_round.high,
                pair_ns=own_round.ns,
                pair_ew=own_round.ew,
            )
            for own_round in sorted(own_rounds, key=lambda one: one.round)
            if own_round.table == number
        ]
        tables.append(
            dto.TableDTO(
                session_guid=evening.guid,
                section_letters=letters,
                table_number=number,
                rounds=rounds,
            )
        )
    return dto.SectionDTO(
        session_guid=evening.guid,
        scoring_group_number=1,
        letters=letters,
        winners=evening.winners,
        game_type=dto.SectionDTO.GameType_Pairs,
        tables=tables,
    )


def read_result(given: Any) -> MachineResult:
    """A result of the connector; what it has beyond its own numbers is none."""
    level = given.level
    played = 1 <= level <= 7
    contract = None
    if played and 1 <= given.denomination <= 5 and 0 <= given.stake <= 2:
        contract = Contract(level, _STRAINS[given.denomination - 1], _DOUBLINGS[given.stake])
    declarer = _pick(_SEATS, given.declarer_direction) if played else None
    return MachineResult(
        section=given.section_letters or "",
        table=given.table_number,
        round=given.round_number,
        board=given.board_number,
        ns=given.pair_north_south,
        ew=given.pair_east_west,
        is_deleted=given.is_deleted,
        is_passed_out=level == 0,
        is_not_played=level == _NOT_PLAYED,
        average=_AVERAGES[-level - 1] if -len(_AVERAGES) <= level <= -1 else None,
        contract=contract,
        declarer=declarer,
        tricks=given.total_tricks if played and 0 <= given.total_tricks <= 13 else None,
        lead=_lead(given.lead_card_suit, given.lead_card_rank) if played else None,
    )


def _pick(values: Sequence[Seat], number: int) -> Seat | None:
    return values[number - 1] if 1 <= number <= len(values) else None


def _lead(suit: int, rank: int) -> Card | None:
    if not (1 <= suit <= 4 and 2 <= rank <= 14):
        return None
    return Card(_STRAINS[suit - 1], RANKS[14 - rank])
