"""The list of the register: searched, filtered, sorted, a page at a time.

The register as a file: everybody, or whom the list's search and filters match.

A list of members has the facts in use and can be imported again, as text, CSV and spreadsheet; the
register file of old is for GoDraw. CSV and spreadsheet with everything have all that is stored.

Names while they are typed, for the pages of other parts.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import IO

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_safe

from clubscore.files.spreadsheets.writing import XLSX, csv_lines, write_sheet
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError
from clubscore.web.permissions import director_required
from players.domain.names import read_name
from players.figures import (
    everything_of,
    fits_register_file,
    member_lines,
    member_rows,
    register_lines,
)
from players.forms.player import WantedForm
from players.models import Player
from players.selectors.clubs import facts_in_use, label_of
from players.selectors.register import (
    SORTS,
    Wanted,
    facts_held,
    search_players,
    similar_names,
    wanted_players,
)

PAGE = 50

COLUMNS = {
    "title": "on-wide",
    "rating": "number",
    "rapid": "number on-wide",
    "blitz": "number on-wide",
    "grade": "number",
    "club": "",
    "federation": "on-wide",
    "country": "on-wide",
}
"""The facts that the list shows where they are in use, none of them private, with the classes of
their columns."""

MAX_PAGE_LENGTH = 1000
"""How many players one page shows when all are asked for, to print them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A heading that sorts: what to ask for, and how the list is sorted by it now, if it is."""

    label: str
    sort: str
    aria_sort: str
    css: str


@dataclass(frozen=True, slots=True)
class Row:
    """A player, with a text and a class for every column of facts."""

    player: Player
    cells: list[tuple[str, str]]


@require_safe
@director_required
def index(request: HttpRequest) -> HttpResponse:
    """The players wanted; nobody, with a sentence, when the search is not valid."""
    form = WantedForm(request.GET)
    sort, falling = _sort(request.GET.get("sort", ""))
    wanted = form.wanted
    players = wanted_players(wanted, sort=sort, falling=falling)
    # The list shows none of the private fields, so they are not even read.
    shown = players.defer(*Player.PRIVATE)
    facts = _shown_facts(wanted)
    size = MAX_PAGE_LENGTH if "all" in request.GET else PAGE
    page = Paginator(shown, size).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "wanted": wanted,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
        "fits_one_page": PAGE < page.paginator.count <= MAX_PAGE_LENGTH and size == PAGE,
        "columns": _columns(facts, sort, falling=falling),
        "rows": [_list_row(player, facts) for player in page],
    }
    return render(request, "players/list.html", context, status=200 if wanted else 422)


def _shown_facts(wanted: Wanted | None) -> dict[str, str]:
    """The facts in use that the list shows, with the classes of their columns: those that somebody
    has of whom are wanted."""
    held = facts_held(wanted)
    shown = {fact: COLUMNS[fact] for fact in facts_in_use() if fact in COLUMNS and fact in held}
    # A phone has room for one of them beside a strength, and for none beside two.
    if {"rating", "grade"} <= shown.keys() and "club" in shown:
        shown["club"] = "on-wide"
    return shown


def _list_row(player: Player, facts: Mapping[str, str]) -> Row:
    values = ((getattr(player, fact), css) for fact, css in facts.items())
    return Row(player, [("" if value is None else str(value), css) for value, css in values])


def _sort(text: str) -> tuple[str, bool]:
    """The column, and whether it is descending; by name when there is no such column."""
    sort = text.removeprefix("-")
    return (sort, text.startswith("-")) if sort in SORTS else ("name", False)


def _columns(facts: Mapping[str, str], sort: str, *, falling: bool) -> list[Column]:
    headings = [("name", _("Name"), ""), ("number", _("No."), "number")]
    headings += [(fact, label_of(fact), css) for fact, css in facts.items()]
    columns = []
    for key, label, css in headings:
        aria_sort = ("descending" if falling else "ascending") if key == sort else ""
        columns.append(
            Column(
                label=label,
                sort=f"-{key}" if key == sort and not falling else key,
                aria_sort=aria_sort,
                css=css,
            )
        )
    return columns


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
        lacking = [player for player in players if not fits_register_file(player)]
        if lacking:
            messages.error(request, _lacking(lacking))
            return redirect(f"{reverse('players:list')}?{request.GET.urlencode()}")
    response = KINDS[kind](players.iterator(chunk_size=BATCH_SIZE))
    response["Content-Disposition"] = f'attachment; filename="{kind}"'
    return response


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
    return _text(register_lines(players), "text/plain")


def _members(players: Iterable[Player]) -> HttpResponseBase:
    return _text(member_lines(players), "text/plain")


def _members_csv(players: Iterable[Player]) -> HttpResponseBase:
    return _text(csv_lines(member_rows(players)), "text/csv")


def _members_xlsx(players: Iterable[Player]) -> HttpResponseBase:
    return _file(partial(write_sheet, member_rows(players), title="Players", text_format=True))


def _everything_csv(players: Iterable[Player]) -> HttpResponseBase:
    return _text(csv_lines(everything_of(players)), "text/csv")


def _everything_xlsx(players: Iterable[Player]) -> HttpResponseBase:
    return _file(partial(write_sheet, everything_of(players), title="Players"))


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


@require_GET
@director_required
def search(request: HttpRequest) -> JsonResponse:
    """Players for a part of a name, or a number: ``{"players": [{number, name, club}]}``; with
    ``near`` where nobody is found: the names that are like it."""
    text = request.GET.get("q", "")[:100]
    players = list(search_players(text)) if text.strip() else []
    return JsonResponse(
        {
            "players": [
                {
                    "number": player.number,
                    "name": player.full_name,
                    "club": player.club.name if player.club else "",
                }
                for player in players
            ],
            "near": [] if players else _near(text),
        }
    )


def _near(text: str) -> list[str]:
    if text.strip().isdecimal():
        return []
    try:
        return similar_names(read_name(text))
    except Refused:
        return []
