"""Views to compare with: what the server, the database and the templates cost at the least."""

import re
from functools import cache

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from events.models import TravellerLine


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing at all, through all of the middleware."""
    return HttpResponse()


@csrf_exempt
def row(request: HttpRequest, line_id: int) -> HttpResponse:
    """What saving cannot do without: one row is updated, and the twelve of its board are read."""
    with transaction.atomic():
        line = TravellerLine.objects.get(pk=line_id)
        TravellerLine.objects.filter(pk=line_id).update(version=F("version") + 1)
        rows = TravellerLine.objects.filter(section=line.section_id, board=line.board)
        scores = list(rows.values_list("pk", "score_ns"))
    return HttpResponse(str(len(scores)))


def strings(request: HttpRequest, session_id: int) -> HttpResponse:
    """A page of the ranking's size, from strings that are ready."""
    before, rows, after = ready_strings(reverse("events:ranking", args=[session_id]))
    return render(request, "bench/strings.html", {"before": before, "rows": rows, "after": after})


@cache
def ready_strings(path: str) -> tuple[str, list[list[str]], str]:
    """The cells of a page's tables, with what comes before the first and after the last row."""
    page = Client(headers={"host": "127.0.0.1"}).get(path).content.decode()
    before, _, rest = page.partition("<tbody>")
    tables, _, after = rest.rpartition("</tbody>")
    rows = re.findall(r"<tr>(.*?)</tr>", tables, re.DOTALL)
    return before, [re.findall(r"<td.*?</td>", cells, re.DOTALL) for cells in rows], after
