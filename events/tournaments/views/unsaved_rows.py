"""Pairings that were typed and not saved when a round is proposed: asked about, and not lost."""

from collections.abc import Iterable, Mapping, Sequence

from django.http import HttpRequest

from events.models import Entry, PairingJob, Round
from events.tournaments.domain.pairing.stored_proposal import proposal_from_json
from events.tournaments.domain.pairings import FIRST, SECOND, pairings_so_far
from events.tournaments.selectors.rounds import RoundLines
from events.tournaments.services.asked_byes import ASKED
from events.tournaments.views.pairing_rows import (
    PairingRow,
    pairing_rows,
    proposed_rows,
    typed_rows,
)
from players.domain.folding import search_key

REPLACE = "replace"
"""The field that says that a proposal may replace what was typed."""


def unsaved_rows(
    request: HttpRequest,
    here: Round,
    lines: RoundLines,
    entries: Sequence[Entry],
    names: Mapping[int, str],
) -> list[PairingRow]:
    """All rows that were sent along, if some of them would be lost by a proposal; no rows if none
    would: each is stored, was proposed, or is a bye that is kept by itself."""
    if REPLACE in request.POST:
        return []
    rows = typed_rows(request.POST.getlist(FIRST), request.POST.getlist(SECOND))
    stored = pairing_rows(lines, entries, here.number)
    known = {*_texts(stored), *_texts(_proposed(here, stored, entries)), ("", "")}
    lost = [row for row in rows if _text(row) not in known]
    if not lines.games:
        lost = [row for row in lost if not _is_kept(row, names)]
    return rows if lost else []


def _proposed(
    here: Round, stored: Sequence[PairingRow], entries: Sequence[Entry]
) -> list[PairingRow]:
    """The rows of the proposal that waits to be saved; of players who are still there."""
    job = PairingJob.objects.filter(round=here, state=PairingJob.State.DONE).first()
    if job is None:
        return []
    try:
        return proposed_rows(proposal_from_json(job.answer), stored, entries)
    except KeyError:
        return []


def _is_kept(row: PairingRow, names: Mapping[int, str]) -> bool:
    """Whether it is a bye that somebody asked for, which a proposal stores."""
    byes = pairings_so_far([(row.first, row.second)], names, key=search_key).pairings.byes
    return any(code in ASKED for _number, code in byes)


def _texts(rows: Iterable[PairingRow]) -> set[tuple[str, str]]:
    return {_text(row) for row in rows}


def _text(row: PairingRow) -> tuple[str, str]:
    return (row.first.strip(), row.second.strip())
