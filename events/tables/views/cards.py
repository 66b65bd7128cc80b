"""Cards for the tables: a QR code each, and the evening's page of how to do it."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import director_required
from clubscore.phone_address import phone_base, phone_hosts
from clubscore.qr import card_qr, is_only_here, wifi_text
from clubscore.sentences import NothingHereError
from events.models import Session, TableCode, TableEntrySettings


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a table."""

    name: str
    address: str
    code: str
    qr: SafeString


@require_GET
@director_required
def table_cards(request: HttpRequest, session_id: int) -> HttpResponse:
    """The cards of all tables, ``?host=`` for another address of this server, ``?laminated=`` for
    those that are the same every week, and ``?wifi=`` with ``&key=`` for the Wi-Fi on each."""
    session = get_object_or_404(Session, pk=session_id)
    settings = TableEntrySettings.objects.filter(session=session, is_on=True).first()
    if settings is None:
        raise NothingHereError(_("Results from the tables are switched off in this session."))
    base = phone_base(request)
    laminated = bool(request.GET.get("laminated"))
    wifi = request.GET.get("wifi", "").strip()[:64]
    key = request.GET.get("key", "")[:64]
    context = {
        "session": session,
        "tab": "tables",
        "cards": _laminated(session, base) if laminated else _cards(session, base),
        "base": base,
        "hosts": phone_hosts(request),
        "is_only_here": is_only_here(base.partition("://")[2]),
        "laminated": laminated,
        "word": settings.evening_word,
        "wifi": wifi,
        "key": key,
        "wifi_qr": card_qr(wifi_text(wifi, key), label=_("Wi-Fi")) if wifi else "",
    }
    return render(request, "events/tables/cards.html", context)


def _cards(session: Session, base: str) -> list[TableCard]:
    codes = TableCode.objects.filter(session=session, revoked_at=None)
    several = session.sections.count() > 1
    cards = []
    for each in codes.select_related("section").order_by("section__letter", "table"):
        name = f"{each.section.letter if several else ''}{each.table}"
        # In capitals a QR code is smaller: the host and the path may be in either.
        address = f"{base}/T/{each.code}/".upper()
        cards.append(TableCard(name, f"{base}/t/{each.code}/", each.code, _qr(address, name)))
    return cards


def _laminated(session: Session, base: str) -> list[TableCard]:
    codes = TableCode.objects.filter(session=session, revoked_at=None)
    tables = sorted(set(codes.values_list("table", flat=True)))
    cards = []
    for table in tables:
        address = f"{base}{reverse('events:laminated', args=[table])}"
        cards.append(TableCard(str(table), address, "", _qr(address.upper(), str(table))))
    return cards


def _qr(address: str, name: str) -> SafeString:
    return card_qr(address, label=_("QR code of table %(table)s") % {"table": name})
