"""Club points: what a session gives its players by the rule that is chosen for it."""

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import check, lock_session, record
from events.models import LogEntry, PointsRule, Session


@in_transaction
def choose_rule(
    *, session: Session, rule: PointsRule | PointsRule.Preset | int | None, by: Actor
) -> None:
    """Let a session give points by a rule or by none. A union's rule is stored when it is chosen
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
        points_rule = PointsRule.objects.filter(pk=rule).first()
        if points_rule is None:
            raise Refused.because("This rule was deleted in the meantime. Choose another.")
        return points_rule
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
    if Session.everything.filter(points_rule=rule).exists():
        raise Refused.because(
            "“%(name)s” is used by a session and cannot be deleted.", name=rule.name
        )
    rule.delete()
