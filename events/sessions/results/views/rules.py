"""The settings in force, in words: printed under every ranking, so that a list on the wall shows
how it was made.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _, ngettext

from clubscore.text.sentences import decimals
from events.models import Series, Session
from events.sessions.scoring.figures.carry_over import CarriedOver
from events.sessions.scoring.figures.series import SeriesScore

IMP_METHODS = (Session.Method.BUTLER, Session.Method.CROSS_IMPS)


def scoring_rules(session: Session, *, sections: int = 1) -> str:
    """How a session is scored and ranked, a sentence for each choice that matters to it."""
    return " ".join([*_points(session), *_ranking(session, sections)])


def _points(session: Session) -> Iterator[str]:
    yield from _compared(session)
    if session.unopposed and session.method != Session.Method.TOTAL:
        plus = _("For a board whose opponents had left or came late there is an average plus.")
        average = _("For a board whose opponents had left or came late there is an average.")
        yield plus if session.unopposed == Session.Unopposed.PLUS else average


def _compared(session: Session) -> Iterator[str]:
    match session.method:
        case Session.Method.MATCHPOINTS:
            yield _("Matchpoints, %(scale)s.") % {"scale": session.get_scale_display()}
            if session.missing_ties:
                yield _("On boards with fewer results each that is missing counts as a tie.")
            else:
                yield from _short_boards(session)
            if session.neuberg and not session.missing_ties:
                yield _few_results(session)
            if session.sit_out:
                yield _(
                    "A board that is sat out is worth %(percent)s %% of a full top; it is compared"
                    " with nothing, and does not count in Neuberg’s formula."
                ) % {"percent": session.sit_out}
            if session.session_average:
                yield _(
                    "An A+ is 60 %, or the pair’s own percentage if that is higher; an A− is 40 %,"
                    " or the pair’s own percentage if that is lower."
                )
            else:
                yield _("An A+ is 60 %, an A− is 40 %.")
        case Session.Method.BUTLER:
            yield from _datum(session)
        case Session.Method.CROSS_IMPS:
            if session.cross_imps_mean:
                yield _("IMPs against every other result of the board, divided by their number.")
            else:
                yield _("IMPs against every other result of the board, added up.")
                if session.cross_imps_award_each:
                    yield _(
                        "An average plus is 3 IMPs times the results of a board less one, an"
                        " average minus as much below zero."
                    )
            yield from _short_boards(session)
        case _:
            yield _("Total points: the scores added up.")


def _datum(session: Session) -> Iterator[str]:
    dropped = dropped_of_datum(
        session.butler_drop, session.butler_percent, in_parts=session.butler_parts
    )
    if dropped:
        yield (
            _("IMPs for the difference from the datum, the mean of the board without %(dropped)s.")
            % {"dropped": dropped}
        )
    else:
        yield _("IMPs for the difference from the datum, the mean of the board.")
    if session.butler_even:
        yield _("A mean half way between two tens goes to the even one.")
    if session.datums:
        yield _("The datums of these boards are given: %(datums)s.") % {"datums": session.datums}


def dropped_of_datum(drop: int, percent: int, *, in_parts: bool) -> str:
    """What a datum leaves out, in words; empty for nothing."""
    if not percent:
        return str(Session.Dropped(drop).label) if drop else ""
    if in_parts:
        text = _("the best and the worst %(percent)s %% of the results")
    else:
        text = _(
            "the best and the worst %(percent)s %% of the results, rounded up to whole results,"
            " of six or more"
        )
    return text % {"percent": percent}


def _short_boards(session: Session) -> Iterator[str]:
    if not session.neuberg:
        yield _("Boards with fewer results stay as they are, without Neuberg’s formula.")
    elif session.expected:
        yield _(
            "Boards with fewer than %(expected)s results count as much as the others"
            " (Neuberg’s formula)."
        ) % {"expected": session.expected}
    else:
        yield _("Boards with fewer results count as much as the others (Neuberg’s formula).")


def _few_results(session: Session) -> str:
    if session.small_groups:
        return _(
            "One, two or three results, no more than a third of a full board, get 60 %; 65 and"
            " 55 %; 70, 60 and 50 %."
        )
    return _("The formula also applies to boards with only one, two or three results.")


def _ranking(session: Session, sections: int) -> Iterator[str]:
    if sections > 1:
        yield (
            _("All sections are compared with each other.")
            if session.one_field
            else _("Each section is scored and ranked separately.")
        )
    if session.rounding != Session.Rounding.EXACT:
        yield {
            Session.Rounding.BOARD_TENTH: _("The points of each board are rounded to 0.1."),
            Session.Rounding.BOARD_HUNDREDTH: _("The points of each board are rounded to 0.01."),
            Session.Rounding.TOTAL_HUNDREDTH: _("The total points are rounded to 0.01."),
        }[Session.Rounding(session.rounding)]
    if session.minimum_part:
        yield _(
            "Those who played fewer than %(part)s %% of the boards are listed without a place "
            "once the session is finished."
        ) % {"part": session.minimum_part}
    if session.method in IMP_METHODS and session.imps_by != Session.ImpsBy.TOTAL:
        yield {
            Session.ImpsBy.UNEQUAL: _(
                "Where the numbers of boards played differ, the IMPs per board decide."
            ),
            Session.ImpsBy.BOARD: _("The IMPs per board decide."),
        }[Session.ImpsBy(session.imps_by)]
    yield _("Equal printed values share the place.")


def strata_rules(session: Session, strata: Sequence[str]) -> list[str]:
    """Who is ranked in which strata, and the limits; nothing where there are none."""
    if not strata:
        return []
    rules = [_("A contestant of a lower stratum is also ranked in those above it.")]
    limits = ", ".join(
        f"{letter} {decimals(f'{limit.normalize():f}')}"
        for letter, limit in (("B", session.strata_b), ("C", session.strata_c))
        if limit is not None
    )
    if session.strata_by == Session.StrataBy.RATING:
        rules.append(
            _("Strata by the mean rating of the players, below these limits: %(limits)s.")
            % {"limits": limits}
            if session.strata_mean
            else _("Strata by the rating of the stronger player, below these limits: %(limits)s.")
            % {"limits": limits}
        )
    elif session.strata_by == Session.StrataBy.HANDICAP:
        text = _("Strata by the handicap, from these limits: %(limits)s.")
        rules.append(text % {"limits": limits})
    return rules


def carry_over_rule(over: CarriedOver) -> str:
    """What the total of a session with a carry-over is."""
    values = {"source": over.source.name, "weight": over.source.carry_over.weight}
    if over.adding == Series.Adding.TOTAL:
        return _("The total is that of this session and %(weight)s %% of “%(source)s”.") % values
    if over.adding == Series.Adding.MATCHPOINTS:
        return (
            _(
                "The total is the percentage of all matchpoints, of which those of “%(source)s”"
                " count %(weight)s %%."
            )
            % values
        )
    return (
        _(
            "The total is the average in which this session counts 100 %%, and each session of"
            " “%(source)s” %(weight)s %%."
        )
        % values
    )


def series_rules(score: SeriesScore) -> str:
    """How a series is added up and ranked, a sentence for each choice."""
    matches = any(evening.session.matches for evening in score.evenings)
    return " ".join(_series_rules(score.series, matches=matches))


def _series_rules(series: Series, *, matches: bool) -> Iterator[str]:
    match series.adding:
        case Series.Adding.AVERAGE:
            yield _("Ranked by the average of the percentages of the sessions.")
        case Series.Adding.MATCHPOINTS:
            yield _("Ranked by the matchpoints of all sessions over their tops.")
        case _:
            yield _("Ranked by the sum of the sessions’ totals.")
    if matches:
        yield _(
            "A session of matches counts by its pairs’ results across the room; victory points "
            "and matches won do not count."
        )
    if series.unit == Series.Unit.PAIR:
        yield _("A pair that plays with a substitute is another pair.")
    else:
        yield _("Everybody has the results of the pairs they played in.")
    if series.best:
        yield ngettext(
            "Of everybody’s sessions the best %(number)s counts; a result that is dropped stands"
            " in brackets.",
            "Of everybody’s sessions the best %(number)s count; results that are dropped stand in"
            " brackets.",
            series.best,
        ) % {"number": series.best}
    if series.minimum > 1:
        yield ngettext(
            "Those who played fewer than %(number)s session are listed without a place.",
            "Those who played fewer than %(number)s sessions are listed without a place.",
            series.minimum,
        ) % {"number": series.minimum}
    if series.handicap:
        yield _("In the handicap list everybody’s handicap is added to each session’s result.")
    if series.earlier:
        yield _("Each session of “%(earlier)s” is carried forward and counts %(weight)s %%.") % {
            "earlier": series.earlier.name,
            "weight": series.earlier_weight,
        }
    yield _("Equal printed values share the place.")
