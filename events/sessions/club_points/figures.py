"""Club points: what a session gives its players by the rule that is chosen for it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from clubscore.text.problems import Refused, Sentence
from events.common.domain import Place
from events.models import PointsRule, Session
from events.sessions.club_points.domain import FieldKind, OwnRule, Rule, club_points, own_points
from events.sessions.core.domain.contract import Side
from events.sessions.matches.figures.matches import score_matches
from events.sessions.scoring.figures.ranking import rank_session
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import Contestants

THIRDS = {33: Fraction(1, 3), 67: Fraction(2, 3)}
"""What a whole number of per cent stands for."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who came in a place, and the points of each player there, in hundredths."""

    place: Place
    contestants: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Field:
    """A list of a session: places with who came there, how many are compared, how many places
    the tables have for pairs or players, both lines together, and how many boards."""

    kind: FieldKind
    placed: Sequence[tuple[int, tuple[int, ...]]]
    size: int
    seated: int
    boards: int
    section: str = ""
    direction: Side | None = None


@dataclass(frozen=True, slots=True)
class SessionPoints:
    """The awards of a session, list by list, what each list is of, and why there are none, if
    so."""

    lists: tuple[tuple[Award, ...], ...]
    fields: tuple[Field, ...] = ()
    problem: Sentence | None = None


def session_points(
    session: Session, rule: PointsRule, scored: ScoredSession, contestants: Contestants
) -> SessionPoints:
    """What a session gives by a rule; the rule may have nothing for a field of this kind."""
    lists = []
    fields = []
    try:
        for field in _fields(session, scored, contestants):
            places = [place for place, _who in field.placed]
            # Nothing is scored yet.
            points = _points(rule, field, places) if places else []
            fields.append(field)
            lists.append(
                tuple(
                    Award(Place(place, places.count(place) > 1), who, point)
                    for (place, who), point in zip(field.placed, points, strict=True)
                    if point
                )
            )
    except Refused as refusal:
        return SessionPoints((), problem=refusal.problems[0].message)
    return SessionPoints(tuple(lists), tuple(fields))


def points_of_players(points: SessionPoints, contestants: Contestants) -> dict[int, int]:
    """The points of every player of a session, by the player's id."""
    found: defaultdict[int, int] = defaultdict(int)
    for awards in points.lists:
        for award in awards:
            for contestant in award.contestants:
                for player in contestants[contestant].player_ids:
                    found[player] = award.points
    return dict(found)


def _points(rule: PointsRule, field: Field, places: Sequence[int]) -> list[int]:
    if rule.is_own:
        own = OwnRule(
            THIRDS.get(rule.part, Fraction(rule.part, 100)),
            _hundredths(rule.step),
            _hundredths(rule.least),
            _hundredths(rule.most),
            rule.ties == PointsRule.Ties.BEST,
        )
        return own_points(own, places=places, size=field.size)
    preset = Rule(rule.preset)
    return club_points(
        preset,
        field.kind,
        places=places,
        tables=tables_of(preset, field),
        size=field.size,
        boards=field.boards,
        weight=None if rule.weight is None else Fraction(rule.weight),
    )


def tables_of(rule: Rule, field: Field) -> int:
    """Full tables, or for all rules but the English one halves rounded up; for teams their
    number."""
    if field.kind is FieldKind.TEAMS:
        return field.size
    at_a_table = 4 if field.kind is FieldKind.INDIVIDUAL else 2
    if rule is Rule.EBU_CLUB:
        return field.seated // at_a_table
    return -(-field.seated // at_a_table)


def _fields(session: Session, scored: ScoredSession, contestants: Contestants) -> Iterable[Field]:
    boards = _length(scored)
    matches = score_matches(session, scored)
    if matches is not None:
        teams = matches.matches.teams
        played = [row for row in matches.standings if row.played]
        before = sorted(row.place.number for row in played)
        kind = FieldKind.PAIRS if matches.matches.play.is_pairs else FieldKind.TEAMS
        # Without gaps where others, who played no match, are left out.
        placed = [
            (before.index(row.place.number) + 1, teams[row.side].contestants) for row in played
        ]
        yield Field(kind, placed, len(placed), len(placed), boards)
        return
    is_individual = any(len(line.ns) > 1 for line in scored.lines)
    lists = rank_session(scored, contestants)
    seated: Counter[str] = Counter()
    for ranked_list in lists:
        seated[ranked_list.section] += len(ranked_list.scratch)
    for ranked_list in lists:
        kind = FieldKind.TWO_WINNER if ranked_list.direction else FieldKind.PAIRS
        if is_individual:
            kind = FieldKind.INDIVIDUAL
        # Whoever played too little has no place.
        ranked = [
            (line.place.number, (line.contestant,)) for line in ranked_list.scratch if line.place
        ]
        number = len(ranked_list.scratch)
        yield Field(
            kind,
            ranked,
            number,
            seated[ranked_list.section],
            boards,
            ranked_list.section,
            ranked_list.direction,
        )


def _length(scored: ScoredSession) -> int:
    """How many boards somebody played, at most: of a triangle and of a large movement more boards
    are in play than anybody meets."""
    played = {
        (pk, line.board)
        for line in scored.lines
        if not line.is_empty
        for pk in (*line.ns, *line.ew)
    }
    return max(Counter(pk for pk, _ in played).values(), default=0)


def _hundredths(points: Decimal | None) -> int:
    return 0 if points is None else int(points * 100)
