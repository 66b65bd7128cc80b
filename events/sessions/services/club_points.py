"""Club points: what a session gives its players by the rule that is chosen for it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from clubscore.actor import Actor
from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_session
from events.common.services.log import record
from events.common.services.validation import check
from events.models import LogEntry, PointsRule, Session
from events.sessions.domain.contract import Side
from events.sessions.domain.teams.club_points import FieldKind, Rule, club_points
from events.sessions.domain.teams.own_points import OwnRule, own_points
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.match_scoring import score_matches
from events.sessions.services.ranking import rank_session
from events.sessions.services.scoring import ScoredSession

Contestants = Mapping[int, ContestantRecord]
THIRDS = {33: Fraction(1, 3), 67: Fraction(2, 3)}
"""What a whole number of per cent stands for."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who came in a place, and the points of each player there, in hundredths."""

    place: int
    contestants: tuple[int, ...]
    points: int
    is_shared: bool = False


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


@in_transaction
def choose_rule(
    *, session: Session, rule: PointsRule | PointsRule.Preset | int | None, by: Actor
) -> None:
    """Let a session give points by a rule or by none; that of a union is made when it is chosen
    first. Raises :class:`Refused` for a rule that is gone."""
    stored = lock_session(session.pk)
    rule = _stored_rule(rule)
    if stored.points_rule_id == (rule.pk if rule else None):
        return
    before = str(stored.points_rule or "")
    stored.points_rule = rule
    stored.save(update_fields=["points_rule"])
    record(
        session_id=session.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={"points_rule": before},
        after={"points_rule": str(rule or "")},
    )


def _stored_rule(rule: PointsRule | PointsRule.Preset | int | None) -> PointsRule | None:
    if isinstance(rule, PointsRule.Preset):
        made = PointsRule.objects.filter(preset=rule).order_by("pk").first()
        if made is None:
            made = PointsRule(name=str(rule.label), preset=rule)
            save_rule(rule=made)
        return made
    if isinstance(rule, int):
        found = PointsRule.objects.filter(pk=rule).first()
        if found is None:
            gone = gettext_noop("This rule was deleted in the meantime. Choose another.")
            raise Refused(sentence(gone))
        return found
    return rule


@in_transaction
def save_rule(*, rule: PointsRule) -> None:
    """Store a rule, new or changed. Raises :class:`Refused` for a name that is taken."""
    check(rule)
    rule.save()


@in_transaction
def delete_rule(*, rule_id: int) -> None:
    """Delete a rule; :class:`Refused` while a session uses it."""
    rule = PointsRule.objects.select_for_update().filter(pk=rule_id).first()
    if rule is None:
        return
    if Session.objects.filter(points_rule=rule).exists():
        used = gettext_noop("“%(name)s” is used by a session and cannot be deleted.")
        raise Refused(sentence(used, name=rule.name))
    rule.delete()


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
                    Award(place, who, each, places.count(place) > 1)
                    for (place, who), each in zip(field.placed, points, strict=True)
                    if each
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
        before = sorted(_place(row.place) for row in played)
        kind = FieldKind.PAIRS if matches.matches.play.is_pairs else FieldKind.TEAMS
        # Without gaps where others, who played no match, are left out.
        placed = [
            (before.index(_place(row.place)) + 1, teams[row.side].contestants) for row in played
        ]
        yield Field(kind, placed, len(placed), len(placed), boards)
        return
    is_individual = any(len(line.ns) > 1 for line in scored.lines)
    lists = rank_session(scored, contestants)
    seated: Counter[str] = Counter()
    for each in lists:
        seated[each.section] += len(each.scratch)
    for each in lists:
        kind = FieldKind.TWO_WINNER if each.direction else FieldKind.PAIRS
        if is_individual:
            kind = FieldKind.INDIVIDUAL
        # Whoever played too little has no place.
        ranked = [(_place(line.place), (line.contestant,)) for line in each.scratch if line.place]
        number = len(each.scratch)
        yield Field(
            *(kind, ranked, number, seated[each.section], boards),
            *(each.section, each.direction),
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


def _place(text: str) -> int:
    return int(text.rstrip("="))


def _hundredths(points: Decimal | None) -> int:
    return 0 if points is None else int(points * 100)
