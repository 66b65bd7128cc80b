import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.go_settings import Float, GoSettings, GoWeights, Seeding
from events.tournaments.files.formats import opengotha as reader
from events.tournaments.files.formats.opengotha import is_xml, read_opengotha
from events.tournaments.files.formats.opengotha_settings import corrections
from events.tournaments.go.domain.event import GoEvent, GoPlayer, GoResult, tournament_of
from tests.events.tournaments.go_events import BLACK, event, field, game, xml

NO_BYE = 'Bye, round 2: there is no player "X"; it is left out.'


def notices(text):
    return [str(notice) for notice in read_opengotha(text).notices]


def problems(text):
    with pytest.raises(Refused) as refused:
        read_opengotha(text)
    return [str(problem) for problem in refused.value.problems]


def test_players_games_and_byes_are_read():
    games = (game(1, 1, 2, handicap=2, table=1), game(2, 3, 1, BLACK, table=2))
    written = GoEvent("", field(3), games, frozenset({(1, 3), (2, 2)}))

    assert read_opengotha(xml(written)).event == written


def test_absences_corrections_and_registration():
    (player,) = event(0).players
    text = xml(event(0)).replace('smmsCorrection="0"', 'smmsCorrection="-2"')
    text = text.replace('participating="1111', 'participating="1010').replace("FIN", "PRE")

    assert read_opengotha(text).event.players == (
        GoPlayer(
            1, player.name, "First", 0, player.rating, "", "", -2, frozenset({2, 4}), False
        ),
    )  # fmt: skip


def test_who_is_not_registered_or_absent_takes_no_part():
    text = xml(event(0, 0, 0)).replace('"FIN"', '"PRE"', 1)
    here = read_opengotha(text).event

    assert here.players_of(1) == {2, 3}


def test_who_has_a_game_or_the_bye_takes_part():
    here = event(0, 0, 0, 0, games=[game(1, 1, 2)], byes=[(1, 4)])

    assert here.players_of(1) == {1, 2, 4}


@pytest.mark.parametrize("result", GoResult)
@pytest.mark.parametrize("by_default", ["", "_BYDEF"])
def test_results(result, by_default):
    text = xml(event(0, 0, games=[game(1, 1, 2, result)]))
    (read,) = read_opengotha(text.replace(result.value, result.value + by_default)).event.games

    assert (read.result, read.by_default) == (result, bool(by_default))


def test_names_are_found_in_capitals_and_without_blanks():
    text = xml(event(0, 0, games=[game(1, 1, 2)]))
    text = text.replace('name="Name01"', 'name="Van der Nàme"').replace("NAME01", "VANDERNÀME")

    assert read_opengotha(text).event.games[0].white == 1


def test_every_problem_is_reported_at_once():
    text = xml(event(0, -3, 0, games=[game(1, 1, 2), game(1, 2, 3), game(2, 3, 1)]))
    text = text.replace('rank="3K"', 'rank="3Q"').replace('roundNumber="2"', 'roundNumber="99"')
    text = text.replace('blackPlayer="NAME01FIRST"', 'blackPlayer="NOBODY"')

    assert notices(text) == [
        'Player 2, First Name02: "3Q" is not a rank from 30K to 9D; read as 3k.',
        "Round 1: player 2 has two games; game 2 is left out.",
        'Game 3: "99" is not a round; it is left out.',
    ]
    assert len(read_opengotha(text).event.games) == 1


def test_two_players_of_one_name_are_both_kept():
    text = xml(event(0, 0, 0, games=[game(1, 1, 3)])).replace("Name02", "name01")

    assert notices(text) == [
        'Players 1 and 2 have the same name, "NAME01FIRST"; games that name it are left out.',
        'Game 1: there is no player "NAME01FIRST"; it is left out.',
    ]
    assert len(read_opengotha(text).event.players) == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("RESULT_WHITEWINS", "RESULT_LATER", 'Game 1: "RESULT_LATER" is not a result;'),
        ('blackPlayer="NAME02FIRST"', 'blackPlayer="NAME01FIRST"', "Game 1: a player cannot play"),
        ('handicap="0"', 'handicap="10"', 'Game 1: "10" is not a valid handicap.'),
        ('handicap="0"', 'handicap="-"', 'Game 1: "-" is not a valid handicap.'),
        ('knownColor="true"', 'knownColor="ja"', 'Game 1: "ja" is not a valid knownColor.'),
        ('name="Name01" firstName="First"', "", 'Player 1 has no name; it is called "No. 1".'),
        ('participating="11', 'participating="1x', 'Player 1: "1x111111111111111111" is not a'),
        ('ByePlayer player="NAME02FIRST"', 'ByePlayer player="X"', NO_BYE),
    ],
)
def test_what_is_wrong_is_named(old, new, message):
    text = xml(event(0, 0, games=[game(1, 1, 2)], byes=[(2, 2)]))

    assert notices(text.replace(old, new, 1))[0].startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<Tournament>", "This is not a valid XML file: no element found"),
        ("<html></html>", "This is not an OpenGotha file: it has no players."),
        (
            '<!DOCTYPE Tournament SYSTEM "a.dtd"><Tournament></Tournament>',
            "The file declares entities of its own, which are not read.",
        ),
        (
            '<!DOCTYPE x [<!ENTITY e "e">]><Tournament>&e;</Tournament>',
            "The file declares entities of its own, which are not read.",
        ),
    ],
)
def test_other_files_are_refused(text, message):
    assert problems(text)[0].startswith(message)


def test_too_many_players_are_refused(monkeypatch):
    monkeypatch.setattr(reader, "MAX_PLAYERS", 1)

    assert problems(xml(event(0, 0))) == ["The file has 2 players; at most 1 are read."]


def test_settings_that_are_missing_have_the_usual_values():
    assert read_opengotha(xml(event(0))).event.settings == GoSettings()


@pytest.mark.parametrize(("text", "answer"), [("﻿ \n<a/>", True), ("012 Name", False)])
def test_xml_is_recognized(text, answer):
    assert is_xml(text) is answer


PARAMETERS = """
<GeneralParameterSet name="Cup" numberOfRounds="6" genMMBar="4D" genMMFloor="20K" genMMZero="30K"
 genMMS2ValueAbsent="0" genMMS2ValueBye="1" genNBW2ValueAbsent="1" genNBW2ValueBye="0"
 genRoundDownNBWMMS="false" numberOfCategories="3">
 <Categories><Category lowerLimit="1D" number="1"/>
 <Category lowerLimit="10K" number="2"/></Categories>
</GeneralParameterSet>
<HandicapParameterSet hdBasedOnMMS="false" hdCeiling="5" hdCorrection="2"
 hdNoHdRankThreshold="3K"/>
<PlacementParameterSet><PlacementCriteria>
 <PlacementCriterion name="SOSW" number="2"/><PlacementCriterion name="NBW" number="1"/>
 <PlacementCriterion name="NULL" number="3"/>
</PlacementCriteria></PlacementParameterSet>
<PairingParameterSet paiStandardNX1Factor="0.25" paiBaAvoidDuplGame="500" paiBaRandom="7"
 paiBaBalanceWB="6" paiMaAvoidMixingCategories="5" paiMaMinimizeScoreDifference="4"
 paiMaDUDDWeight="3" paiMaCompensateDUDD="false" paiMaDUDDUpperMode="TOP" paiMaDUDDLowerMode="BOT"
 paiMaMaximizeSeeding="2" paiMaSeedSystem1="SPLITANDFOLD" paiMaSeedSystem2="SPLITANDRANDOM"
 paiMaLastRoundForSeedSystem1="2" paiMaAdditionalPlacementCritSystem1="Rank"
 paiMaAdditionalPlacementCritSystem2="Rating" paiSeNbWinsThresholdActive="false"
 paiSeBarThresholdActive="false" paiSeRankThreshold="2D" paiSeAvoidSameGeo="1"
 paiSePreferMMSDiffRatherThanSameCountry="0" paiSePreferMMSDiffRatherThanSameClub="9"/>
"""


def read(parameters):
    return read_opengotha(xml(event(0), parameters)).event


def test_the_settings():
    here = read(PARAMETERS)

    assert here.name == "Cup"
    assert here.settings == GoSettings(
        rounds=6,
        swiss=True,
        bar=3,
        floor=-20,
        zero=-30,
        mms_absent=0,
        mms_bye=1,
        wins_absent=1,
        wins_bye=0,
        round_down=False,
        category_limits=(0, -10),
        handicap_by_mms=False,
        handicap_ceiling=5,
        handicap_correction=2,
        handicap_threshold=-3,
        criteria=("NBW", "SOSW"),
    )


def test_the_weights():
    assert read(PARAMETERS).weights == GoWeights(
        convexity_percent=25,
        met=500,
        random=7,
        colour=6,
        category=5,
        score=4,
        draw=3,
        compensate=False,
        upper_float=Float.TOP,
        lower_float=Float.BOTTOM,
        seeding=2,
        first_seeding=Seeding.FOLD,
        later_seeding=Seeding.RANDOM,
        first_seeding_until=2,
        first_extra="Rank",
        later_extra="Rating",
        wins_threshold=False,
        bar_threshold=False,
        rank_threshold=1,
        geography=1,
        country=0,
        club=9,
    )


@pytest.mark.parametrize(
    ("text", "percent"), [("0.5", 50), ("1", 100), ("2", 100), ("0,5", 50), ("x", 50), ("", 50)]
)
def test_the_convexity(text, percent):
    here = read(f'<PairingParameterSet paiStandardNX1Factor="{text}"/>')

    assert here.weights.convexity_percent == percent


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('genMMBar="4D"', 'genMMBar="40D"', 'GeneralParameterSet: "40D" is not a valid genMMBar.'),
        ('numberOfRounds="6"', 'numberOfRounds="0"', '"0" is not a valid numberOfRounds.'),
        ("SPLITANDFOLD", "SPLIT", '"SPLIT" is not a valid paiMaSeedSystem1.'),
    ],
)
def test_what_cannot_be_read_is_named(old, new, message):
    told = notices(xml(event(0), PARAMETERS.replace(old, new)))
    assert any(notice.endswith(message) for notice in told)


def found(reduction: int, ceiling: int = 9) -> list[str]:
    settings = GoSettings(handicap_correction=reduction, handicap_ceiling=ceiling)
    return [str(correction) for correction in corrections(settings)]


@pytest.mark.parametrize("reduction", [0, 1, 9])
def test_a_reduction_up_to_nine_is_stored_as_it_is(reduction: int) -> None:
    assert found(reduction) == []


def test_a_negative_reduction_is_named() -> None:
    assert found(-2) == [
        "handicaps are larger than the difference of the scores (hdCorrection -2), which is not"
        " supported; the whole difference is used"
    ]


def test_a_reduction_above_nine_is_named() -> None:
    assert found(10) == [
        "handicaps are reduced by 10 stones (hdCorrection), more than the nine that are possible;"
        " games have no handicap"
    ]


def test_without_handicaps_nothing_is_reduced() -> None:
    assert found(40, ceiling=0) == []


TURKISH = """<Tournament><Players>
<Player name="\u00c7ivi" firstName="Elif" rank="1D" registeringStatus="FIN"/>
<Player name="Y\u0131lmaz" firstName="\u0130pek" rank="1K" registeringStatus="FIN"/>
<Player name="Mu\u00f1oz" firstName="Bea" rank="2K" registeringStatus="FIN"/>
<Player name="Lamb" firstName="Ada" rank="2K" registeringStatus="FIN"/>
</Players><Games>
<Game whitePlayer="\u00c7\u0130V\u0130EL\u0130F" blackPlayer="YILMAZ\u0130PEK" roundNumber="1"
 result="RESULT_BOTHLOSE_BYDEF"/>
<Game whitePlayer="MUNOZBEA" blackPlayer="LAMBADA" roundNumber="1" result="RESULT_BOTHLOOSE"/>
</Games></Tournament>"""


def test_names_are_found_whatever_the_capitals_of_the_machine():
    reading = read_opengotha(TURKISH)

    assert [(each.white, each.black) for each in reading.event.games] == [(1, 2), (3, 4)]
    assert [(each.result, each.by_default) for each in reading.event.games] == [
        (GoResult.BOTH_LOSE, True), (GoResult.BOTH_LOSE, False),
    ]  # fmt: skip
    assert reading.notices == ()


@pytest.mark.parametrize(
    ("rank", "rating", "read_as", "told"),
    [
        ("99K", "-7800", "30k", 2), ("31K", "-1000", "30k", 1), ("", "1900", "2k", 1),
        ("10D", "2900", "9d", 1), ("3Q", "x", "30k", 2),
    ],
)  # fmt: skip
def test_a_grade_off_the_scale_costs_itself_alone(rank, rating, read_as, told):
    text = xml(event(0, 0)).replace(
        'rank="1D" rating="2100"', f'rank="{rank}" rating="{rating}"', 1
    )
    reading = read_opengotha(text)

    assert tournament_of(reading.event).entrants[0].grade == read_as
    assert len(reading.notices) == told


CRITERIA = (
    "<PlacementParameterSet><PlacementCriteria>{}</PlacementCriteria></PlacementParameterSet>"
)


@pytest.mark.parametrize(
    ("names", "swiss", "told"),
    [
        ("MMS SOSM SOSOSM", False, []),
        ("CAT NBW SOSW", True, []),
        ("NBW DC SDC SOSW", True, ["DC", "SDC"]),
        ("NBW EXT EXR RATING CUSSW", True, ["EXT", "EXR", "RATING", "CUSSW"]),
        ("MMS SOSMM1 NBW", False, ["SOSMM1", "NBW"]),
        ("RANK NBW", True, ["RANK"]),
    ],
)
def test_criteria_that_are_not_followed_are_named(names, swiss, told):
    criteria = "".join(
        f'<PlacementCriterion name="{name}" number="{place}"/>'
        for place, name in enumerate(names.split(), start=1)
    )
    reading = read_opengotha(xml(event(0), CRITERIA.format(criteria)))

    assert reading.event.settings.swiss is swiss
    assert [notice.value for notice in reading.notices] == told


@pytest.mark.parametrize(
    ("part", "notice"),
    [
        ('<Teams><Team teamName="Reds"/></Teams>', "The file has 1 teams; they are not kept."),
        ("<ClubsGroups><ClubsGroup/></ClubsGroups>", "Groups of clubs that are not to meet"),
        (
            '<GeneralParameterSet genCountNotPlayedGamesAsHalfPoint="true"/>',
            "Games that were not played count half a point",
        ),
        ('<HandicapParameterSet hdBase="RATING"/>', 'Handicaps by "RATING" are not known;'),
    ],
)
def test_what_is_not_kept_is_told(part, notice):
    (told,) = notices(xml(event(0), part))
    assert told.startswith(notice)


def test_a_tournament_that_nobody_has_entered():
    settings = '<X><GeneralParameterSet name="T" numberOfRounds="4"/></X>'
    text = f"<Tournament><Players/>{settings}</Tournament>"
    value = tournament_of(read_opengotha(text).event)

    assert (value.name, value.rounds, value.entrants) == ("T", 4, ())


def test_who_is_present_and_not_paired_has_nothing_for_it():
    here = event(0, -1, -2, -2, -3, games=[game(1, 1, 2), game(2, 3, 4)], byes=[(1, 5)])
    value = tournament_of(read_opengotha(xml(here)).event)

    codes = [result and result.code.value for result in value.entrants[4].results]
    assert codes == ["U", "Z", None, None, None]


def test_handicaps_by_rank_and_pins_are_kept():
    text = xml(event(0, 0), '<HandicapParameterSet hdBasedOnMMS="false"/>')
    value = tournament_of(
        read_opengotha(text.replace("<Player ", '<Player egfPin="123" ', 1)).event
    )

    assert value.go
    assert not value.go.settings.handicap_by_mms
    assert [entrant.egd_pin for entrant in value.entrants] == ["123", ""]
    assert notices(text.replace("<Player ", '<Player egfPin="x" ffgLicence="1" ', 1)) == [
        'Player 1, First Name01: "x" is not an EGD pin; it is left out.',
        "Numbers of other federations (FFG) are not kept.",
    ]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("", "60 min"),
        ('complementaryTimeSystem="FISCHER" fischerTime="20"', "60 min + 20 s"),
        ('complementaryTimeSystem="STDBYOYOMI" stdByoYomiTime="30"', "60 min, byo-yomi 30 s"),
        (
            'complementaryTimeSystem="CANBYOYOMI" nbMovesCanTime="15" canByoYomiTime="300"',
            "60 min, 15 moves in 300 s",
        ),
    ],
)
def test_the_time_control_in_words(extra, words):
    text = xml(event(0), f'<GeneralParameterSet basicTime="60" {extra}/>')

    assert read_opengotha(text).event.facts.time_control == words
