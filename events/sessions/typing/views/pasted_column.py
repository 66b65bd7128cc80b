"""The preview of a column pasted into a field: its meaning for the lines below."""

import re
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from events.models import Session
from events.sessions.core.domain.line_result import describe
from events.sessions.typing.figures import Pasted, PastedLine, read_pasted


@require_POST
@director_required
def pasted(request: HttpRequest, session_id: int, board: int) -> JsonResponse:
    """What each row means on its line, for the preview of the page's script.

    ``lines`` are the ids of the lines from the field on, with blanks between; 422 with a sentence
    when ``text`` is not one column.
    """
    session = get_object_or_404(Session, pk=session_id)
    try:
        read = read_pasted(
            session_id=session.pk,
            board=board,
            line_ids=_numbers(request.POST.get("lines", "")),
            text=request.POST.get("text", ""),
        )
    except Refused as refusal:
        return JsonResponse({"error": refusal_text(refusal)}, status=422)
    return JsonResponse({"lines": [_values(line) for line in read.lines], "notes": _notes(read)})


def _values(pasted: PastedLine) -> dict[str, Any]:
    line, meaning = pasted.line, pasted.meaning
    values: dict[str, Any] = {"id": line.pk, "typed": pasted.typed}
    if isinstance(meaning, Refused):
        return values | {"error": refusal_text(meaning)}
    values["understood"] = translate(describe(meaning))
    if not line.is_empty and meaning != line.result:
        values["replaces"] = _("instead of %(result)s") % {
            "result": translate(describe(line.result))
        }
    return values


def _notes(read: Pasted) -> list[str]:
    notes = []
    if read.heading:
        heading = _("The first row, “%(heading)s”, was read as a heading.")
        notes.append(heading % {"heading": read.heading})
    if read.left_over:
        left = ngettext(
            "%(count)s row more was pasted than there are lines from here on.",
            "%(count)s rows more were pasted than there are lines from here on.",
            read.left_over,
        )
        notes.append(left % {"count": read.left_over})
    return notes


def _numbers(text: str) -> list[int]:
    """The ids in a text, each once, in their order."""
    return list(
        # At most 18 digits, which always fit the databases’ 64-bit keys.
        dict.fromkeys(int(number) for number in re.findall(r"\b\d{1,18}\b", text, re.ASCII))
    )
