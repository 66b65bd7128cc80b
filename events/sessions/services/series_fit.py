"""What can be added up: which sessions fit a series, and what can be carried forward into what.

Percentages, IMPs of different methods and points are never mixed; every refusal says which
session, why, and what to do.
"""

from collections.abc import Collection, Sequence

from django.utils.formats import date_format

from clubscore.problems import Sentence, gettext_noop, sentence
from events.models import Series, Session


def session_label(session: Session) -> str:
    """A session as messages name it: its title with its date."""
    return f"“{session.title}” ({date_format(session.date, 'j F Y')})"


def unfit_sessions(
    series: Series,
    sessions: Sequence[Session],
    individuals: Collection[int],
    *,
    measure: Session | None = None,
) -> dict[int, Sentence]:
    """Why sessions cannot be in the series, by their ids.

    ``individuals`` are the ids of the individual sessions. The others must be scored as the
    ``measure`` is: by default the first session that fits the series.
    """
    found: dict[int, Sentence] = {}
    for session in sessions:
        reason = _unfit_alone(session, series, individuals)
        if reason is None and measure is not None:
            reason = _unfit_together(session, measure, series.adding)
        if reason is not None:
            found[session.pk] = reason
        else:
            measure = measure or session
    return found


def carry_forward_problem(earlier: Series, later: Series) -> Sentence | None:
    """Why a series cannot be carried forward into another one; ``None`` where it can."""
    if earlier.unit != later.unit:
        units = gettext_noop(
            "“%(earlier)s” ranks %(unit)s and “%(later)s” %(other)s: nothing can be carried"
            " forward."
        )
        return sentence(
            units,
            earlier=earlier.name,
            unit=earlier.get_unit_display(),
            later=later.name,
            other=later.get_unit_display(),
        )
    if earlier.adding != later.adding:
        ways = gettext_noop(
            "“%(earlier)s” has the %(way)s and “%(later)s” the %(other)s: nothing can be carried"
            " forward."
        )
        return sentence(
            ways,
            earlier=earlier.name,
            way=earlier.get_adding_display(),
            later=later.name,
            other=later.get_adding_display(),
        )
    return None


def _unfit_alone(session: Session, series: Series, individuals: Collection[int]) -> Sentence | None:
    if series.unit == Series.Unit.PAIR and session.pk in individuals:
        alone = gettext_noop(
            "%(session)s is an individual and has no pairs to rank. Rank players, or leave it out."
        )
        return sentence(alone, session=session_label(session))
    by_matchpoints = session.method == Session.Method.MATCHPOINTS
    if by_matchpoints == (series.adding != Series.Adding.TOTAL):
        return None
    if by_matchpoints:
        percentages = gettext_noop(
            "%(session)s is scored by matchpoints: choose the average of the percentages or"
            " matchpoints over tops, or leave it out."
        )
        return sentence(percentages, session=session_label(session))
    totals = gettext_noop(
        "%(session)s is scored by %(method)s and has no percentages: choose the sum of the IMPs or"
        " points, or leave it out."
    )
    return sentence(totals, session=session_label(session), method=session.get_method_display())


def _unfit_together(session: Session, other: Session, adding: str) -> Sentence | None:
    values = {"session": session_label(session), "other": session_label(other)}
    # Matchpoints over tops: the same score counts double on the scale of two for a win.
    if adding == Series.Adding.MATCHPOINTS and session.scale != other.scale:
        scales = gettext_noop(
            "%(session)s and %(other)s give different matchpoints for a win: choose the average of"
            " the percentages, or leave one out."
        )
        return sentence(scales, **values)
    if adding != Series.Adding.TOTAL:
        return None
    if session.method != other.method:
        methods = gettext_noop(
            "%(session)s is scored by %(method)s, %(other)s by %(other_method)s: they do not add"
            " up. Leave one out."
        )
        return sentence(
            methods,
            **values,
            method=session.get_method_display(),
            other_method=other.get_method_display(),
        )
    crossed = session.method == Session.Method.CROSS_IMPS
    if crossed and session.cross_imps_mean != other.cross_imps_mean:
        means = gettext_noop(
            "Of %(session)s and %(other)s, one has the mean of the cross-IMPs and one their sum:"
            " they do not add up. Leave one out."
        )
        return sentence(means, **values)
    return None
