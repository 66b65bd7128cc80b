"""The page of a deletion: what it would change, and the button.

What is deleted lies in the bin first, so that nothing has to be typed or backed up. The demo is
removed at once, and backed up before.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from clubscore.database.models import KEPT_IN_BIN
from clubscore.keeping.backups.store import Reason, make_backup
from clubscore.text.problems import Refused, Sentence, gettext_noop
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.visitors import actor


@dataclass(frozen=True, slots=True)
class Page:
    """The texts of the page, and the addresses before and after it."""

    heading: str
    button: str
    back: str
    after: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be deleted: its ``name``, how many results it has, and a sentence for each thing
    that changes with it."""

    name: str
    results: int = 0
    changes: tuple[Sentence, ...] = ()


def ask(
    request: HttpRequest, *, plan: Callable[[], Plan], delete: Callable[..., object], page: Page
) -> HttpResponse:
    """Show the plan; on the button, ``delete(by=…)``."""
    current = plan()
    problems: list[str] = []
    if request.method == "POST":
        try:
            delete(by=actor(request))
        except Refused as refusal:
            problems = translate_refusal(refusal)
        else:
            done = _("“%(name)s” is in the bin. There it can be brought back for %(days)s days.")
            done %= {"name": current.name, "days": KEPT_IN_BIN.days}
            bin_page = f"{reverse('events:deleted')}?{urlencode({'next': page.after})}"
            link = format_html('<a href="{}">{}</a>', bin_page, _("Open the bin"))
            messages.success(request, format_html("{} {}", done, link))
            return redirect(page.after)
    context = {
        "page": page,
        "plan": current,
        "changes": [translate(change) for change in current.changes],
        "days": KEPT_IN_BIN.days,
        "problems": problems,
    }
    return render(request, "clubscore/delete.html", context, status=422 if problems else 200)


def back_up() -> str:
    """Make the backup without which nothing is removed; its name. Raises :class:`Refused`."""
    backup = make_backup(Reason.DELETION)
    return backup.name if backup else ""


CHANGED = gettext_noop(
    "This was changed in the meantime. Nothing was deleted; look at the page again."
)
