"""What a director changes of teams and matches: names, points, withdrawals, late
entries, awards."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_session
from events.common.services.log import record
from events.common.services.validation import check
from events.models import BridgeMatch, BridgeTeam, LogEntry, MatchPlay, Section
from events.sessions.selectors.matches import read_matches
from events.sessions.services.match_setup import add_teams

MAX_TEAMS = 499


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """What is typed of a team; ``last_round`` is the round after which it withdrew, and
    ``keeps_table`` where its North–South pair, or the pair, always sits."""

    name: str
    added: Decimal
    reason: str
    last_round: int | None
    keeps_table: int | None = None


@in_transaction
def change_teams(*, session_id: int, entries: Mapping[int, TeamEntry], by: Actor) -> None:
    """Store what was typed of teams, by their numbers.

    Raises :class:`Refused` where two teams have the same name or keep the same table, points have
    no reason, or a round does not exist.
    """
    lock_session(session_id)
    teams = {team.number: team for team in BridgeTeam.objects.filter(session=session_id)}
    taken: dict[str, int] = {}
    tables: dict[int, int] = {}
    for number, entry in entries.items():
        team = teams.get(number)
        if team is None:
            gone = gettext_noop("There is no team %(number)s in this session.")
            raise Refused(sentence(gone, number=number))
        name = " ".join(entry.name.split())
        if name and taken.setdefault(name.casefold(), number) != number:
            twice = gettext_noop("“%(name)s” is the name of two teams.")
            raise Refused(sentence(twice, name=name))
        table = entry.keeps_table
        if table and tables.setdefault(table, number) != number:
            kept = gettext_noop("Table %(table)s is kept by both %(first)s and %(second)s.")
            raise Refused(sentence(kept, table=table, first=tables[table], second=number))
        if entry.added and not entry.reason.strip():
            why = gettext_noop("%(name)s: say why points are added or taken away.")
            raise Refused(sentence(why, name=name or str(number)))
        before = _logged(team)
        team.name, team.added, team.reason = name, entry.added, entry.reason.strip()
        team.last_round, team.keeps_table = entry.last_round, table
        if _logged(team) == before:
            continue
        check(team)
        team.save()
        record(
            session_id=session_id,
            action=LogEntry.Action.TEAM_CHANGED,
            by=by,
            before=before,
            after=_logged(team),
            reason=team.reason,
        )


@in_transaction
def add_late_team(*, session_id: int, by: Actor) -> int:
    """Add a team, or a pair, from the next round of a Swiss event on; returns its number.

    The matches that it missed are void: average minus on half of the boards, average on the rest
    (White Book; spec: teams, section 3).
    """
    lock_session(session_id, alone=True)
    matches = read_matches(session_id)
    if matches is None or not matches.play.is_swiss:
        raise Refused(sentence(gettext_noop("Only a Swiss event takes late entries.")))
    number = max(matches.teams) + 1
    if number > MAX_TEAMS:
        full = gettext_noop("An event has at most %(most)s contestants.")
        raise Refused(sentence(full, most=MAX_TEAMS))
    section = Section.objects.get(session=session_id)
    (team,) = add_teams(section=section, play=matches.play, numbers=[number])
    team.first_round = matches.drawn + 1
    team.save(update_fields=["first_round"])
    points = void_points(matches.play)
    BridgeMatch.objects.bulk_create(
        BridgeMatch(
            session_id=section.session_id,
            round=missed,
            last_round=missed,
            home_id=team.pk,
            home_points=points,
            away_points=0,
        )
        for missed in range(1, matches.drawn + 1)
    )
    record(
        session_id=session_id,
        action=LogEntry.Action.TEAM_CHANGED,
        by=by,
        after={"team": number, "first_round": team.first_round},
    )
    return number


def void_points(play: MatchPlay) -> Decimal:
    """What a contestant gets of a match that it missed; nothing where no VPs are counted."""
    if play.scored_by != MatchPlay.ScoredBy.VP:
        return Decimal(0)
    minus = -(-play.boards // 2)
    part = Fraction(40 * minus + 50 * (play.boards - minus), 100 * play.boards)
    points = part * play.total
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


@in_transaction
def award_match(
    *,
    session_id: int,
    match_id: int,
    points: tuple[Decimal, Decimal] | None,
    reason: str,
    by: Actor,
) -> None:
    """Give both sides of a match points in place of what the boards give, or, with ``None``, let
    the boards count again. Raises :class:`Refused` for a match that is gone, or without a reason.
    """
    lock_session(session_id)
    match = BridgeMatch.objects.filter(session=session_id, pk=match_id).first()
    if match is None:
        gone = gettext_noop("This match was removed in the meantime.")
        raise Refused(sentence(gone))
    if points is not None and not reason.strip():
        raise Refused(sentence(gettext_noop("Say why the match is awarded.")))
    before = _award(match)
    match.home_points, match.away_points = points or (None, None)
    match.reason = reason.strip() if points else ""
    if _award(match) == before:
        return
    match.save()
    record(
        session_id=session_id,
        action=LogEntry.Action.AWARDED,
        by=by,
        before=before,
        after=_award(match),
        reason=match.reason,
    )


def _award(match: BridgeMatch) -> dict[str, object]:
    return {
        "match": str(match),
        "home": str(match.home_points if match.home_points is not None else ""),
        "away": str(match.away_points if match.away_points is not None else ""),
        "reason": match.reason,
    }


def _logged(team: BridgeTeam) -> dict[str, object]:
    return {
        "team": team.number,
        "name": team.name,
        "added": str(team.added.normalize() if isinstance(team.added, Decimal) else team.added),
        "last_round": team.last_round or "",
        **({"keeps_table": team.keeps_table} if team.keeps_table else {}),
    }
