"""The settings of an OpenGotha file: general, handicap, placement and pairing parameters."""

from datetime import date
from xml.etree.ElementTree import Element

from clubscore.problems import Problem
from events.tournaments.domain.go.event import GoFacts
from events.tournaments.domain.go.ranks import MAX_RANK, MIN_RANK, read_rank
from events.tournaments.domain.go.rules import Float, GoSettings, GoWeights, Seeding
from events.tournaments.domain.points import read_points
from events.tournaments.formats.opengotha.elements import Attributes

MAX_ROUNDS = 20
MAX_KOMI = 99
NO_CRITERION = "NULL"


def read_settings(root: Element, problems: list[Problem]) -> GoSettings:
    """What is worth what; a tournament is a Swiss when its first criterion is wins."""
    general = Attributes(root.find(".//GeneralParameterSet"), "GeneralParameterSet", problems)
    handicap = Attributes(root.find(".//HandicapParameterSet"), "HandicapParameterSet", problems)
    criteria = _criteria(root)
    return GoSettings(
        rounds=general.whole("numberOfRounds", 5, least=1, most=MAX_ROUNDS),
        swiss=bool(criteria) and criteria[0] == "NBW",
        bar=general.rank("genMMBar", MAX_RANK),
        floor=general.rank("genMMFloor", MIN_RANK),
        zero=general.rank("genMMZero", MIN_RANK),
        mms_absent=general.whole("genMMS2ValueAbsent", 1, most=2),
        mms_bye=general.whole("genMMS2ValueBye", 2, most=4),
        wins_absent=general.whole("genNBW2ValueAbsent", 0, most=4),
        wins_bye=general.whole("genNBW2ValueBye", 2, most=4),
        round_down=general.flag("genRoundDownNBWMMS", default=True),
        category_limits=_categories(root, general.whole("numberOfCategories", 1, most=9)),
        handicap_by_mms=handicap.flag("hdBasedOnMMS", default=True),
        handicap_ceiling=handicap.whole("hdCeiling", 9, most=9),
        handicap_correction=handicap.whole("hdCorrection", 1, least=-9, most=40),
        handicap_threshold=handicap.rank("hdNoHdRankThreshold", 0),
        criteria=criteria or GoSettings().criteria,
        komi=_komi(general.text("komi")),
    )


def read_facts(root: Element) -> GoFacts:
    """Days, place, director and time control."""
    general = Attributes(root.find(".//GeneralParameterSet"), "GeneralParameterSet", [])
    minutes = general.text("basicTime")
    return GoFacts(
        start=_day(general.text("beginDate")),
        finish=_day(general.text("endDate")),
        city=general.text("location"),
        time_control=f"{minutes} min" if minutes.isdecimal() else "",
        director=general.text("director"),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _komi(text: str) -> int:
    """Komi, doubled; the usual one for what is no number of halves."""
    points = read_points(text)
    if points is None or abs(points) > MAX_KOMI or (2 * points).denominator != 1:
        return GoSettings().komi
    return int(2 * points)


def _criteria(root: Element) -> tuple[str, ...]:
    """The placement criteria in their order; those of teams stand elsewhere."""
    found = root.findall(".//PlacementParameterSet/PlacementCriteria/PlacementCriterion")
    names = {each.get("number", ""): each.get("name", "").strip().upper() for each in found}
    ordered = sorted(names.items(), key=lambda item: (len(item[0]), item[0]))
    return tuple(name for _number, name in ordered if name and name != NO_CRITERION)


def _categories(root: Element, count: int) -> tuple[int, ...]:
    """The lowest rank of every category but the last."""
    ranks = [read_rank(each.get("lowerLimit", "")) for each in root.findall(".//Category")]
    return tuple(rank for rank in ranks if rank is not None)[: max(count - 1, 0)]


def read_weights(root: Element, problems: list[Problem]) -> GoWeights:
    """The pairing parameters."""
    read = Attributes(root.find(".//PairingParameterSet"), "PairingParameterSet", problems)
    usual = GoWeights()
    return GoWeights(
        convexity_percent=_percent(read.text("paiStandardNX1Factor", "0.5")),
        met=read.whole("paiBaAvoidDuplGame", usual.met),
        random=read.whole("paiBaRandom", usual.random),
        colour=read.whole("paiBaBalanceWB", usual.colour),
        category=read.whole("paiMaAvoidMixingCategories", usual.category),
        score=read.whole("paiMaMinimizeScoreDifference", usual.score),
        draw=read.whole("paiMaDUDDWeight", usual.draw),
        compensate=read.flag("paiMaCompensateDUDD", default=True),
        upper_float=read.choice("paiMaDUDDUpperMode", Float, usual.upper_float),
        lower_float=read.choice("paiMaDUDDLowerMode", Float, usual.lower_float),
        seeding=read.whole("paiMaMaximizeSeeding", usual.seeding),
        first_seeding=read.choice("paiMaSeedSystem1", Seeding, usual.first_seeding),
        later_seeding=read.choice("paiMaSeedSystem2", Seeding, usual.later_seeding),
        first_seeding_until=read.whole("paiMaLastRoundForSeedSystem1", 1, most=MAX_ROUNDS),
        first_extra=read.text("paiMaAdditionalPlacementCritSystem1", usual.first_extra),
        later_extra=read.text("paiMaAdditionalPlacementCritSystem2", usual.later_extra),
        wins_threshold=read.flag("paiSeNbWinsThresholdActive", default=True),
        bar_threshold=read.flag("paiSeBarThresholdActive", default=True),
        rank_threshold=read.rank("paiSeRankThreshold", usual.rank_threshold),
        geography=read.whole("paiSeAvoidSameGeo", usual.geography),
        country=read.whole("paiSePreferMMSDiffRatherThanSameCountry", usual.country, most=99),
        club=read.whole("paiSePreferMMSDiffRatherThanSameClub", usual.club, most=99),
    )


def _percent(text: str) -> int:
    """The factor in hundredths, from 0 to 1; the usual half for anything else."""
    whole, _point, rest = text.strip().partition(".")
    digits = f"{whole}{rest[:2]:0<2}"
    if not whole or not (digits.isascii() and digits.isdecimal()) or len(digits) > 4:
        return GoWeights().convexity_percent
    return min(int(digits), 100)
