"""Writing a tournament of go as OpenGotha stores it: what
:mod:`events.tournaments.files.formats.opengotha` reads, in its names.

Games name players by family and first name together; a player of a name that another has is told
apart by the number behind it.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from events.tournaments.core.domain.go_settings import GoSettings, GoWeights, write_rank
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.formats.opengotha_settings import NO_CRITERION
from events.tournaments.go.domain.event import GoEvent, GoPlayer, go_event

CRITERIA = 6
"""Placement criteria of a file."""

ROUNDS = 20
"""The rounds that a file says of every player whether they take part."""


def write_opengotha(tournament: Tournament) -> bytes:
    """The tournament with the games of all rounds, in UTF-8."""
    rounds = max((len(entrant.results) for entrant in tournament.entrants), default=0)
    event = go_event(tournament, rounds)
    names = _names(event.players)
    root = Element("Tournament", dataVersion="201")
    _players(root, event, names, tournament)
    games = SubElement(root, "Games")
    for table, game in enumerate(sorted(event.games, key=lambda game: game.round), start=1):
        SubElement(
            games, "Game", roundNumber=str(game.round), tableNumber=str(game.table or table),
            whitePlayer=names[game.white], blackPlayer=names[game.black],
            handicap=str(game.handicap), knownColor=_flag(on=game.known_colour),
            result=game.result.value + ("_BYDEF" if game.by_default else ""),
        )  # fmt: skip
    byes = SubElement(root, "ByePlayers")
    for round_, number in sorted(event.byes):
        SubElement(byes, "ByePlayer", player=names[number], roundNumber=str(round_))
    _settings(SubElement(root, "TournamentParameterSet"), event, tournament)
    indent(root)
    return bytes(tostring(root, encoding="UTF-8", xml_declaration=True))


def _names(players: tuple[GoPlayer, ...]) -> Mapping[int, str]:
    """The names in games: family and first name in capitals, without blanks."""
    keys = {player.number: _key(player) for player in players}
    count = Counter(keys.values())
    return {number: f"{key}{number}" if count[key] > 1 else key for number, key in keys.items()}


def _key(player: GoPlayer) -> str:
    return "".join(player.full_name.split()).upper()


def _players(
    root: Element, event: GoEvent, names: Mapping[int, str], tournament: Tournament
) -> None:
    players = SubElement(root, "Players")
    absent = {entrant.number: entrant.absent for entrant in tournament.entrants}
    left = {entrant.number: entrant.left_after for entrant in tournament.entrants}
    paired = {game.round for game in event.games} | {round_ for round_, _number in event.byes}
    byes_to_come = {
        (round_, number) for round_, number, _points in event.granted if round_ not in paired
    }
    for player in event.players:
        is_twin = names[player.number] != _key(player)
        first = f"{player.first_name}{player.number if is_twin else ''}"
        last = left[player.number]
        # Nobody has a result yet in a round that is not paired: that is no absence.
        away = {*absent[player.number], *(player.absent & paired)} | {
            round_
            for round_ in range(1, ROUNDS + 1)
            if (last is not None and round_ > last) or (round_, player.number) in byes_to_come
        }
        rank = write_rank(player.rank).upper()
        SubElement(
            players, "Player", name=player.name, firstName=first, rank=rank, grade=rank,
            rating=str(player.rating), ratingOrigin="INI", country=player.country,
            club=player.club, egfPin=player.egd_pin, registeringStatus="FIN",
            smmsCorrection=str(player.correction),
            participating="".join(
                "0" if round_ in away else "1" for round_ in range(1, ROUNDS + 1)
            ),
        )  # fmt: skip


def _settings(parent: Element, event: GoEvent, tournament: Tournament) -> None:
    settings, weights = event.settings, event.weights
    SubElement(
        parent, "GeneralParameterSet", name=tournament.name, shortName=tournament.name[:20],
        location=tournament.city, director=tournament.chief_arbiter,
        beginDate=tournament.start.isoformat() if tournament.start else "",
        endDate=tournament.finish.isoformat() if tournament.finish else "",
        numberOfRounds=str(settings.rounds), komi=f"{float(Fraction(settings.komi, 2)):g}",
        genMMBar=write_rank(settings.bar).upper(), genMMFloor=write_rank(settings.floor).upper(),
        genMMZero=write_rank(settings.zero).upper(),
        genMMS2ValueAbsent=str(settings.mms_absent), genMMS2ValueBye=str(settings.mms_bye),
        genNBW2ValueAbsent=str(settings.wins_absent), genNBW2ValueBye=str(settings.wins_bye),
        genRoundDownNBWMMS=_flag(on=settings.round_down),
        numberOfCategories=str(len(settings.category_limits) + 1),
    )  # fmt: skip
    SubElement(
        parent, "HandicapParameterSet", hdBasedOnMMS=_flag(on=settings.handicap_by_mms),
        hdCeiling=str(settings.handicap_ceiling), hdCorrection=str(settings.handicap_correction),
        hdNoHdRankThreshold=write_rank(settings.handicap_threshold).upper(),
    )  # fmt: skip
    _placement(SubElement(parent, "PlacementParameterSet"), settings)
    _weights(parent, weights)
    if settings.category_limits:
        categories = SubElement(parent, "Categories")
        for place, limit in enumerate(settings.category_limits, start=1):
            SubElement(
                categories, "Category", number=str(place), lowerLimit=write_rank(limit).upper()
            )


def _placement(parent: Element, settings: GoSettings) -> None:
    criteria = SubElement(parent, "PlacementCriteria")
    empty = max(0, CRITERIA - len(settings.criteria))
    names = (*settings.criteria, *[NO_CRITERION] * empty)
    for number, name in enumerate(names, start=1):
        SubElement(criteria, "PlacementCriterion", name=name, number=str(number))


def _weights(parent: Element, weights: GoWeights) -> None:
    SubElement(
        parent, "PairingParameterSet",
        paiStandardNX1Factor=f"{weights.convexity_percent // 100}."
        f"{weights.convexity_percent % 100:02}",
        paiBaAvoidDuplGame=str(weights.met), paiBaRandom=str(weights.random),
        paiBaBalanceWB=str(weights.colour), paiMaAvoidMixingCategories=str(weights.category),
        paiMaMinimizeScoreDifference=str(weights.score), paiMaDUDDWeight=str(weights.draw),
        paiMaCompensateDUDD=_flag(on=weights.compensate),
        paiMaDUDDUpperMode=weights.upper_float.value, paiMaDUDDLowerMode=weights.lower_float.value,
        paiMaMaximizeSeeding=str(weights.seeding),
        paiMaSeedSystem1=weights.first_seeding.value, paiMaSeedSystem2=weights.later_seeding.value,
        paiMaLastRoundForSeedSystem1=str(weights.first_seeding_until),
        paiMaAdditionalPlacementCritSystem1=weights.first_extra,
        paiMaAdditionalPlacementCritSystem2=weights.later_extra,
        paiSeNbWinsThresholdActive=_flag(on=weights.wins_threshold),
        paiSeBarThresholdActive=_flag(on=weights.bar_threshold),
        paiSeRankThreshold=write_rank(weights.rank_threshold).upper(),
        paiSeAvoidSameGeo=str(weights.geography),
        paiSePreferMMSDiffRatherThanSameCountry=str(weights.country),
        paiSePreferMMSDiffRatherThanSameClub=str(weights.club),
    )  # fmt: skip


def _flag(*, on: bool) -> str:
    return "true" if on else "false"
