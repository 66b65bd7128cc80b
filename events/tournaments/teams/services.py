"""Whether teams meet each other in a tournament, and by which rules.

Correcting a single fact of teams: a number, a bye, a forfeit, a seat, who must not meet.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, refuse_if, sentence
from clubscore.web.visitors import Actor
from events.common.services import as_text, check, lock_tournament, record
from events.models import LineUpSeat, LogEntry, Team, TeamBye, TeamForfeit, TeamsApart, Tournament
from events.models.team_rules import columns_of_rules
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.teams.selectors import usual_line_ups


@in_transaction
def set_team_matches(
    *,
    tournament: Tournament,
    rules: TeamRules | None,
    tie_breaks: Sequence[str] | None = None,
    by: Actor,
) -> None:
    """Let teams meet by these rules, or not at all with ``None``. A bye of the pairing is then one
    of a whole team, and brings its players nothing. ``tie_breaks`` are codes of the teams' ones:
    ``None`` leaves them as they are, none at all are the usual ones; without rules they go."""
    stored = lock_tournament(tournament.pk, alone=True)
    columns = columns_of_rules(rules)
    if rules is None or tie_breaks is not None:
        columns["team_tie_breaks"] = list(tie_breaks or ()) if rules else []
    if all(getattr(stored, name) == value for name, value in columns.items()):
        return
    if rules is None:
        columns["team_type_code"] = ""
    if rules and stored.pairing_bye_points:
        columns["pairing_bye_points"] = Fraction(0)
    before = {name: getattr(stored, name) for name in columns}
    for name, value in columns.items():
        setattr(stored, name, value)
    stored.save(update_fields=list(columns))
    record(
        tournament_id=stored.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before=as_text({name: before[name] for name in columns if before[name] != columns[name]}),
        after=as_text({name: columns[name] for name in columns if before[name] != columns[name]}),
    )


@in_transaction
def set_line_ups(
    *,
    tournament: Tournament,
    round_number: int,
    line_ups: Mapping[int, Sequence[int | None]],
    by: Actor,
) -> None:
    """Store who sits on the boards in a round, by the team and the ids of entries, ``None`` for an
    empty board; the order of the team itself needs no storing. Raises :class:`Refused` for a player
    of another team, or on two boards."""
    stored = lock_tournament(tournament.pk, alone=True)
    refuse_if(_wrong_seats(stored, line_ups))
    before = _seats(stored, round_number)
    LineUpSeat.objects.filter(team__tournament=stored, round=round_number).delete()
    usual = usual_line_ups(stored, round_number)
    LineUpSeat.objects.bulk_create(
        LineUpSeat(team_id=team, round=round_number, board=board, entry_id=entry)
        for team, entries in line_ups.items()
        if list(entries) != usual[team]
        for board, entry in enumerate(entries, start=1)
    )
    after = _seats(stored, round_number)
    if after != before:
        record(
            tournament_id=stored.pk,
            action=LogEntry.Action.CHANGED,
            by=by,
            before={"round": round_number, "lineupseat": before},
            after={"round": round_number, "lineupseat": after},
        )


def _wrong_seats(
    tournament: Tournament, line_ups: Mapping[int, Sequence[int | None]]
) -> Iterator[Problem]:
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    for team, sitting in line_ups.items():
        players = [pk for pk in sitting if pk is not None]
        for pk in dict.fromkeys(players):
            entry = entries.get(pk)
            if entry is None or entry.team_id != team:
                yield Problem(sentence("A player of the line-up is not in this team."))
            elif players.count(pk) > 1:
                yield Problem(sentence("%(name)s sits on two boards.", name=entry.name))


def _seats(tournament: Tournament, round_number: int) -> list[str]:
    seats = LineUpSeat.objects.filter(team__tournament=tournament, round=round_number)
    return [str(seat) for seat in seats.select_related("team", "entry")]


TeamFact = Team | TeamBye | TeamForfeit | LineUpSeat | TeamsApart


@in_transaction
def change_team_fact(
    *, tournament: Tournament, fact: TeamFact, fields: Sequence[str], by: Actor
) -> None:
    """Save the changed ``fields`` of a fact. Raises :class:`Refused` for what the model refuses."""
    if not fields:
        return
    lock_tournament(tournament.pk)
    check(fact)
    model: Any = type(fact)
    before = _described(model.objects.get(pk=fact.pk))
    fact.save(update_fields=fields)
    name = str(model._meta.model_name)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={name: before},
        after={name: _described(fact)},
    )


def _described(fact: TeamFact) -> str:
    if isinstance(fact, Team):
        parts = (fact.name, fact.number, fact.short, fact.strength)
        return ", ".join(str(part) for part in parts if part)
    return str(fact)
