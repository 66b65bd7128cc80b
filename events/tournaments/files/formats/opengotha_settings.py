"""The attributes of an element of an OpenGotha file, each read as what it is to be.

An attribute that is missing has OpenGotha's default; so has one that cannot be read, which is
named with the element, the attribute and its value.

The settings of an OpenGotha file: general, handicap, placement and pairing parameters.

What a tournament cannot store as an OpenGotha file has it; the director accepts it first.
"""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import TypeVar
from xml.etree.ElementTree import Element

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import gettext_noop, sentence
from events.tournaments.core.domain.go_settings import (
    MAX_RANK,
    MIN_RANK,
    Float,
    GoSettings,
    GoWeights,
    Seeding,
    read_rank,
)
from events.tournaments.core.domain.results import read_points
from events.tournaments.files.domain import FileProblem
from events.tournaments.go.domain.event import GoFacts

Choice = TypeVar("Choice", bound=StrEnum)

_WRONG = gettext_noop('%(element)s: "%(value)s" is not a valid %(attribute)s.')


class Attributes:
    """Reads the attributes of one element; ``problems`` collects what cannot be read."""

    def __init__(self, element: Element | None, name: str, problems: list[FileProblem]) -> None:
        self._values = {} if element is None else dict(element.attrib)
        self._name, self._problems = name, problems

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, default).strip()

    def flag(self, name: str, *, default: bool) -> bool:
        text = self.text(name).lower()
        if text in ("", "true", "false"):
            return text == "true" if text else default
        self._wrong(name, text)
        return default

    def whole(self, name: str, default: int, *, least: int = 0, most: int = 10**15) -> int:
        """A whole number, which may be negative where ``least`` allows it."""
        text = self.text(name)
        if not text:
            return default
        digits = whole_number(text.removeprefix("-"))
        number = None if digits is None else (-digits if text.startswith("-") else digits)
        if number is None or not least <= number <= most:
            self._wrong(name, text)
            return default
        return number

    def digits(self, name: str, allowed: str) -> str:
        """A text of these characters alone."""
        text = self.text(name)
        if set(text) <= set(allowed):
            return text
        self._wrong(name, text)
        return ""

    def rank(self, name: str, default: int) -> int:
        text = self.text(name)
        if not text:
            return default
        rank = read_rank(text)
        if rank is None:
            self._wrong(name, text)
            return default
        return rank

    def choice(self, name: str, choices: type[Choice], default: Choice) -> Choice:
        text = self.text(name).upper()
        if not text:
            return default
        try:
            return choices(text)
        except ValueError:
            self._wrong(name, text)
            return default

    def _wrong(self, attribute: str, value: str) -> None:
        message = sentence(_WRONG, element=self._name, attribute=attribute, value=value)
        self._problems.append(FileProblem(message, column=attribute, value=value))


MAX_ROUNDS = 20

MAX_KOMI = 99

NO_CRITERION = "NULL"


_BASE = gettext_noop('Handicaps by "%(value)s" are not known; the McMahon score decides.')


def read_settings(root: Element, problems: list[FileProblem]) -> GoSettings:
    """What is worth what; a tournament is a Swiss when wins come before McMahon scores."""
    general = Attributes(root.find(".//GeneralParameterSet"), "GeneralParameterSet", problems)
    handicap = Attributes(root.find(".//HandicapParameterSet"), "HandicapParameterSet", problems)
    criteria = _criteria(root)
    scores = [name for name in criteria if name in ("NBW", "MMS")]
    base = handicap.text("hdBase").upper()
    by_mms = handicap.flag("hdBasedOnMMS", default=True)
    if base:
        by_mms = "RANK" not in base
        if by_mms and "MMS" not in base:
            problems.append(FileProblem(sentence(_BASE, value=base), column="hdBase", value=base))
    return GoSettings(
        rounds=general.whole("numberOfRounds", 5, least=1, most=MAX_ROUNDS),
        # The first of the two scores decides; others stand before it or not.
        swiss=bool(criteria) and scores[:1] != ["MMS"],
        bar=general.rank("genMMBar", MAX_RANK),
        floor=general.rank("genMMFloor", MIN_RANK),
        zero=general.rank("genMMZero", MIN_RANK),
        mms_absent=general.whole("genMMS2ValueAbsent", 1, most=2),
        mms_bye=general.whole("genMMS2ValueBye", 2, most=4),
        wins_absent=general.whole("genNBW2ValueAbsent", 0, most=4),
        wins_bye=general.whole("genNBW2ValueBye", 2, most=4),
        round_down=general.flag("genRoundDownNBWMMS", default=True),
        category_limits=_categories(root, general.whole("numberOfCategories", 1, most=9)),
        handicap_by_mms=by_mms,
        handicap_ceiling=handicap.whole("hdCeiling", 9, most=9),
        handicap_correction=handicap.whole("hdCorrection", 1, least=-9, most=40),
        handicap_threshold=handicap.rank("hdNoHdRankThreshold", 0),
        criteria=criteria or GoSettings().criteria,
        komi=_komi(general.text("komi")),
    )


def read_facts(root: Element) -> GoFacts:
    """Days, place, director and time control."""
    general = Attributes(root.find(".//GeneralParameterSet"), "GeneralParameterSet", [])
    return GoFacts(
        start=_day(general.text("beginDate")),
        finish=_day(general.text("endDate")),
        city=general.text("location"),
        time_control=_time_control(general),
        director=general.text("director"),
    )


def _time_control(general: Attributes) -> str:
    """The time in words: ``60 min``, and what comes behind it."""
    minutes = general.text("basicTime")
    if not minutes.isdecimal():
        return ""
    extra = {
        "STDBYOYOMI": f", byo-yomi {general.text('stdByoYomiTime', '30')} s",
        "CANBYOYOMI": f", {general.text('nbMovesCanTime', '15')} moves in"
        f" {general.text('canByoYomiTime', '300')} s",
        "FISCHER": f" + {general.text('fischerTime', '10')} s",
    }
    return f"{minutes} min{extra.get(general.text('complementaryTimeSystem').upper(), '')}"


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


def read_weights(root: Element, problems: list[FileProblem]) -> GoWeights:
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
    return min(integer_of(digits), 100)


MAX_REDUCTION = 9
"""A handicap is at most nine stones."""

_NEGATIVE = gettext_noop(
    "handicaps are larger than the difference of the scores (hdCorrection %(value)s), which is not"
    " supported; the whole difference is used"
)

_LARGE = gettext_noop(
    "handicaps are reduced by %(value)s stones (hdCorrection), more than the nine that are"
    " possible; games have no handicap"
)


def corrections(settings: GoSettings) -> Iterator[FileProblem]:
    """The settings that are stored as something else."""
    reduction = settings.handicap_correction
    # Where games have no handicap at all, nothing is reduced.
    if 0 <= reduction <= MAX_REDUCTION or not settings.handicap_ceiling:
        return
    message = sentence(_NEGATIVE if reduction < 0 else _LARGE, value=reduction)
    yield FileProblem(message, column="hdCorrection", value=str(reduction))
