import pytest

from clubscore.problems import Refused
from events.tournaments.domain.go.rules import Float, GoSettings, GoWeights, Seeding
from events.tournaments.formats.opengotha.reader import read_opengotha
from tests.events.tournaments.go_events import event, xml

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
    return read_opengotha(xml(event(0), parameters))


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
    with pytest.raises(Refused, match=message):
        read(PARAMETERS.replace(old, new))
