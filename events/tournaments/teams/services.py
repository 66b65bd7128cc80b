"""Whether teams meet each other in a tournament, and by which rules.

They are stored as the records of a TRF26 file, which is what they are written to.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record
from events.models import LogEntry, Tournament
from events.tournaments.files.formats.krause.preserved import END
from events.tournaments.files.formats.krause.team_matches import OF_STANDINGS
from events.tournaments.files.formats.krause.team_records import SETTINGS, rules_records
from events.tournaments.teams.domain.event import TeamRules


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
    replaced = SETTINGS if rules and tie_breaks is None else SETTINGS | OF_STANDINGS
    old = [each for each in stored.kept_records if each["text"][:3] in replaced]
    others = [each for each in stored.kept_records if each["text"][:3] not in replaced]
    texts = rules_records(rules) if rules else []
    if rules and tie_breaks:
        texts.append(f"202 {','.join(tie_breaks)}")
    new = [{"text": text, "after": END} for text in texts]
    if _texts(old) == _texts(new):
        return
    stored.kept_records = [*others, *new]
    fields = ["kept_records"]
    if rules and stored.pairing_bye_points:
        stored.pairing_bye_points = Fraction(0)
        fields.append("pairing_bye_points")
    stored.save(update_fields=fields)
    record(
        tournament_id=stored.pk,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={"team_matches": _texts(old)},
        after={"team_matches": _texts(new)},
    )


def _texts(records: list[dict[str, Any]]) -> list[str]:
    return sorted(each["text"] for each in records)
