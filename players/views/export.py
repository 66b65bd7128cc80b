"""The register as a file: everybody, or whom the list's search and filters match.

A list of members has the facts in use and can be imported again, as text, CSV and spreadsheet; the
register file of old is for GoDraw. CSV and spreadsheet with everything have all that is stored.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import IO

from django.contrib import messages
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError
from clubscore.spreadsheets.writing import XLSX, Cell, Row, csv_lines, write_sheet
from players.domain.strict_names import StrictName, strict_name_of
from players.domain.strict_places import read_strict_club, read_strict_country
from players.formats import member_list, register
from players.formats.register_fields import RegisterRow
from players.forms.listing import WantedForm
from players.models import Player
from players.selectors.club_settings import facts_in_use
from players.selectors.register import wanted_players
from players.services.log import FIELDS, values_of

BATCH_SIZE = 2000
LINES_PER_CHUNK = 500
NAMED = 5
"""How many names a refusal shows."""


@require_safe
@director_required
def export(request: HttpRequest, kind: str) -> HttpResponseBase:
    """The file of this name. Refused for a register file when somebody has no grade or club."""
    wanted = WantedForm(request.GET).wanted
    if wanted is None or kind not in KINDS:
        raise NothingHereError(_("There is no such file, or the search is not valid."))
    players = wanted_players(wanted)
    if kind == "register.txt":
        lacking = [player for player in players if not _fits(player)]
        if lacking:
            messages.error(request, _lacking(lacking))
            return redirect(f"{reverse('players:list')}?{request.GET.urlencode()}")
    response = KINDS[kind](players.iterator(chunk_size=BATCH_SIZE))
    response["Content-Disposition"] = f'attachment; filename="{kind}"'
    return response


def _fits(player: Player) -> bool:
    """Whether a register file can hold the player: grade, club and a name by its grammar."""
    try:
        strict_name_of(player.whole_name)
        read_strict_club(player.club.name if player.club else "")
        read_strict_country(player.country)
    except Refused:
        return False
    return bool(player.grade)


def _lacking(players: list[Player]) -> str:
    count = len(players)
    template = ngettext(
        "A register file needs a grade, a club, and letters alone in names, clubs and countries."
        " It cannot hold %(count)s player: %(names)s.",
        "A register file needs a grade, a club, and letters alone in names, clubs and countries."
        " It cannot hold %(count)s players: %(names)s.",
        count,
    )
    names = ", ".join(map(str, players[:NAMED])) + (", …" if count > NAMED else "")
    return template % {"count": count, "names": names}


def _register(players: Iterable[Player]) -> HttpResponseBase:
    return _text(register.lines_of(map(_row, players)), "text/plain")


def _members(players: Iterable[Player]) -> HttpResponseBase:
    return _text(member_list.tabbed(_in_use(players)), "text/plain")


def _members_csv(players: Iterable[Player]) -> HttpResponseBase:
    return _text(csv_lines(_in_use(players)), "text/csv")


def _members_xlsx(players: Iterable[Player]) -> HttpResponseBase:
    return _file(partial(write_sheet, _in_use(players), title="Players", text_format=True))


def _everything_csv(players: Iterable[Player]) -> HttpResponseBase:
    return _text(csv_lines(_everything(players)), "text/csv")


def _everything_xlsx(players: Iterable[Player]) -> HttpResponseBase:
    return _file(partial(write_sheet, _everything(players), title="Players"))


def _text(lines: Iterator[str], kind: str) -> HttpResponseBase:
    """Lines that are sent as they are made, whatever their number."""
    # In chunks: each piece that a streaming response yields is a write to the network.
    chunks = iter(lambda: "".join(islice(lines, LINES_PER_CHUNK)), "")
    return StreamingHttpResponse(chunks, content_type=f"{kind}; charset=utf-8")


def _file(write: Callable[[IO[bytes]], None]) -> HttpResponseBase:
    """A file that cannot be sent before it is complete, from a temporary file."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
    write(file)
    file.seek(0)
    return FileResponse(file, content_type=XLSX)


KINDS = {
    "register.txt": _register,
    "members.txt": _members,
    "members.csv": _members_csv,
    "members.xlsx": _members_xlsx,
    "players.csv": _everything_csv,
    "players.xlsx": _everything_xlsx,
}


def _row(player: Player) -> RegisterRow:
    return RegisterRow(
        line=0,
        name=_parts(player),
        grade=player.grade,
        club=player.club.name if player.club else "",
        country=player.country,
        note=player.note,
        identity=str(player.pk),
    )


def _parts(player: Player) -> StrictName:
    """The name in the columns of a register file, fit for its grammar or not."""
    return StrictName(player.whole_name.forenames, player.particle, player.family or player.given)


def _in_use(players: Iterable[Player]) -> Iterator[Row]:
    """Names and the facts in use, under the names by which they are imported again."""
    # Before the first line: lines are sent when the request is over.
    columns = (*member_list.NAME_COLUMNS, *facts_in_use())
    return chain(
        [member_list.headings(("id", *columns))],
        ([each.pk, *map(values_of(each).__getitem__, columns)] for each in players),
    )


def _everything(players: Iterable[Player]) -> Iterator[Row]:
    yield ("number", *FIELDS)
    for player in players:
        values = values_of(player)
        cells = (_cell(field, values[field]) for field in FIELDS)
        yield (player.pk, *cells)


def _cell(field: str, value: object) -> Cell:
    if isinstance(value, bool):
        return int(value)
    text = str(value)
    return int(text) if field == "fide_number" and text.isdecimal() else text
