"""The start list as ready rows, with the columns that are not empty."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.sentences import translate
from events.models import Entry, Tournament
from events.tournaments.domain.outcome_text import describe_bye


@dataclass(frozen=True, slots=True)
class StartRow:
    pk: str
    number: str
    title: str
    name: str
    strength: str
    federation: str
    club: str
    team: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartList:
    """``strength`` is the heading of that column; a column that is empty for all is left out."""

    rows: list[StartRow]
    strength: str
    titles: bool
    strengths: bool
    federations: bool
    clubs: bool
    teams: bool


def start_list(tournament: Tournament, entries: Iterable[Entry], *, public: bool) -> StartList:
    """The entries in their order; ``public`` shows no more than everybody may read."""
    rows = [
        StartRow(
            pk=str(entry.pk),
            number=str(entry.number or ""),
            title=entry.title,
            name=entry.public_name if public else entry.name,
            strength=entry.strength_in(tournament),
            federation=entry.federation,
            club=entry.club,
            team=entry.team.name if entry.team else "",
            marks=tuple(_marks(entry, public)),
        )
        for entry in entries
    ]
    return StartList(
        rows=rows,
        strength=_("Grade") if tournament.has_grades else _("Rating"),
        titles=any(row.title for row in rows),
        strengths=any(row.strength for row in rows),
        federations=any(row.federation for row in rows),
        clubs=any(row.club for row in rows),
        teams=any(row.team for row in rows),
    )


def _marks(entry: Entry, public: bool) -> Iterable[str]:
    if entry.withdrawn_after is not None:
        yield _("withdrew after round %(round)s") % {"round": entry.withdrawn_after}
    if public:
        return
    if entry.player and entry.player.is_guest:
        yield _("guest")
    absent = [str(number) for number, bye in entry.missed_rounds.items() if bye is None]
    if absent:
        yield _("not in round %(rounds)s") % {"rounds": ", ".join(absent)}
    for number, bye in entry.missed_rounds.items():
        if bye is not None:
            kind = translate(describe_bye(bye))
            yield _("round %(number)s: %(kind)s") % {"number": number, "kind": kind}
    if entry.group:
        yield _("group %(group)s") % {"group": entry.group}
    if not entry.registered:
        yield _("not registered")
