"""Every address of the site, and who may come in: the table that ``test_doors.py`` goes over.

A row is ``pattern: Door(get, post)``: the least role that may read, and the least that may send,
``None`` where a method is refused to all. What is *published* opens for a role below the
director's only when it is; else it is not found.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from django.urls import URLPattern, URLResolver, get_resolver


class Role(IntEnum):
    """Whoever comes, by what they may."""

    VISITOR = 0
    READER = 1  # has a login, and no rights
    DIRECTOR = 2
    ADMINISTRATOR = 3


@dataclass(frozen=True, slots=True)
class Door:
    """Who may read at an address, and who may send something to it."""

    get: Role | None
    post: Role | None = None
    published: bool = False
    to_all: bool = False
    """What is not published is not there for directors, either."""


OPEN = Door(Role.VISITOR)
PUBLISHED = Door(Role.VISITOR, published=True)
PUBLISHED_ALONE = Door(Role.VISITOR, published=True, to_all=True)
READ = Door(Role.DIRECTOR)
FORM = Door(Role.DIRECTOR, Role.DIRECTOR)
SEND = Door(None, Role.DIRECTOR)
ADMIN = Door(Role.ADMINISTRATOR, Role.ADMINISTRATOR)

SLIP = "sessions/<int:session_id>/slips/<str:letter>/<int:round_number>/<int:table>/"

DOORS: dict[str, Door] = {
    "": OPEN,
    "favicon.ico": OPEN,
    "search/": OPEN,
    "site/": READ,
    "site/account/": SEND,
    "site/settings/": SEND,
    "site/try/": SEND,
    "site/pages/": SEND,
    "site/upload/": SEND,
    "site/stop/": SEND,
    "site/club-site.zip": READ,
    "feed.xml": OPEN,
    "calendar.ics": OPEN,
    "privacy/": OPEN,
    "widget/last-ranking/": OPEN,
    "about/": OPEN,
    "help/": OPEN,
    "help/<slug:name>/": OPEN,
    "healthz": OPEN,
    "backups/": READ,
    "backups/make/": SEND,
    "backups/<str:name>": Door(Role.ADMINISTRATOR),
    "own-club/": FORM,
    "past/": OPEN,
    "deleted/": READ,
    "deleted/restore/": SEND,
    "open/": FORM,
    "open/import/": SEND,
    "open/many/<int:batch_id>/": FORM,
    "language/": OPEN,
    "language/choose/": Door(None, Role.VISITOR),
    "try/hall/": SEND,
    "try/": Door(Role.VISITOR, Role.VISITOR),
    "try/check/": READ,
    "try/check/now/": READ,
    "login/": Door(Role.VISITOR, Role.VISITOR),
    "logout/": Door(None, Role.VISITOR),
    "accounts/": Door(Role.ADMINISTRATOR),
    "accounts/add/": Door(None, Role.ADMINISTRATOR),
    "accounts/own-password/": Door(Role.READER, Role.READER),
    "accounts/lift/": Door(None, Role.ADMINISTRATOR),
    "accounts/<int:user_id>/password/": Door(None, Role.ADMINISTRATOR),
    "accounts/<int:user_id>/rights/": Door(None, Role.ADMINISTRATOR),
    "accounts/<int:user_id>/lift/": Door(None, Role.ADMINISTRATOR),
    "players/": READ,
    "players/new/": FORM,
    "players/import/": FORM,
    "players/export/<str:kind>": READ,
    "players/ratings/": FORM,
    "players/lookup/begin/": SEND,
    "players/lookup/files/<int:upload_id>/": SEND,
    "players/lookup/files/<int:upload_id>/now/": READ,
    "players/search/": READ,
    "players/lookup/": FORM,
    "players/lookup/search/": READ,
    "players/lookup/<int:list_id>/remove/": SEND,
    "players/settings/": FORM,
    "players/name-parts/": READ,
    "players/delete/": SEND,
    "players/clubs/": READ,
    "players/clubs/<int:club_id>/": FORM,
    "players/<int:number>/": READ,
    "players/<int:number>/edit/": FORM,
    "players/<int:number>/link/": SEND,
    "players/<int:number>/link/withdraw/": SEND,
    "players/own/<slug:token>/": OPEN,
    "players/<int:number>/delete/": FORM,
    "players/<int:number>/rename/": SEND,
    "players/<int:number>/merge/": FORM,
    "players/<int:number>/join/": SEND,
    "players/<int:number>/take/": SEND,
    "players/<int:number>/held/": READ,
    "players/<int:number>/held.json": READ,
    "players/<int:number>/erase/": FORM,
    "movements/": OPEN,
    "movements/new/": FORM,
    "movements/new/keep/": SEND,
    "movements/choose/": READ,
    "movements/choose/<slug:family>/<int:contestants>/<int:rounds>/": FORM,
    "movements/together/": OPEN,
    "movements/<int:movement_id>/": OPEN,
    "movements/<int:movement_id>/movement.asc": OPEN,
    "movements/<int:movement_id>/edit/": FORM,
    "movements/<int:movement_id>/rename/": FORM,
    "movements/<int:movement_id>/delete/": FORM,
    "movements/<int:movement_id>/paper/<str:kind>/": OPEN,
    "movements/<int:movement_id>/<int:number>/": OPEN,
    "sessions/new/": FORM,
    "sessions/new/names/": READ,
    "sessions/<int:session_id>/": PUBLISHED,
    "sessions/<int:session_id>/names/": FORM,
    "sessions/<int:session_id>/handicaps/": FORM,
    "sessions/<int:session_id>/strata/": FORM,
    "api/v1/": OPEN,
    "api/v1/openapi.json": OPEN,
    "api/v1/schema.json": OPEN,
    "api/v1/sessions": OPEN,
    "api/v1/sessions/<int:session_id>": PUBLISHED_ALONE,
    "api/v1/sessions/<int:session_id>/ranking": PUBLISHED_ALONE,
    "api/v1/sessions/<int:session_id>/boards": PUBLISHED_ALONE,
    "api/v1/sessions/<int:session_id>/boards/<int:board>": PUBLISHED_ALONE,
    "api/v1/sessions/<int:session_id>/pairs/<str:code>": PUBLISHED_ALONE,
    "api/v1/sessions/<int:session_id>/export.json": PUBLISHED_ALONE,
    "sessions/<int:session_id>/bridgemates/": READ,
    "sessions/<int:session_id>/bridgemates/account/": SEND,
    "sessions/<int:session_id>/bridgemates/send/": SEND,
    "sessions/<int:session_id>/bridgemates/take/": SEND,
    "sessions/<int:session_id>/bridgewebs/": READ,
    "sessions/<int:session_id>/bridgewebs/account/": SEND,
    "sessions/<int:session_id>/bridgewebs/send/": SEND,
    "sessions/<int:session_id>/hands/": PUBLISHED,
    "sessions/<int:session_id>/hands/deal/": SEND,
    "sessions/<int:session_id>/hands/file/": SEND,
    "sessions/<int:session_id>/hands/plays/": SEND,
    "sessions/<int:session_id>/hands/open/": SEND,
    "sessions/<int:session_id>/hands/remove/": SEND,
    "sessions/<int:session_id>/hands/save/": SEND,
    "sessions/<int:session_id>/hands/records/<int:per_page>/": PUBLISHED,
    "sessions/<int:session_id>/hands/curtain-cards/": READ,
    "sessions/<int:session_id>/paper/": READ,
    "sessions/<int:session_id>/paper/<str:kind>/": READ,
    "sessions/<int:session_id>/paper/table-cards/": READ,
    "sessions/<int:session_id>/tables/": FORM,
    "sessions/<int:session_id>/tables/settings/": FORM,
    "sessions/<int:session_id>/tables/now/": READ,
    "sessions/<int:session_id>/tables/<str:letter>/<int:number>/": SEND,
    "sessions/<int:session_id>/claims/": FORM,
    "sessions/<int:session_id>/cards/<int:contestant_id>/claim/": Door(
        Role.VISITOR, Role.VISITOR, published=True
    ),
    "sessions/<int:session_id>/clock/": SEND,
    "sessions/<int:session_id>/display/": READ,
    "sessions/<int:session_id>/display/now/": READ,
    "d/<slug:code>/": OPEN,
    "d/<slug:code>/now/": OPEN,
    "table/<int:number>/": Door(Role.VISITOR, Role.VISITOR),
    "TABLE/<int:number>/": Door(Role.VISITOR, Role.VISITOR),
    "sessions/<int:session_id>/settings/": FORM,
    "sessions/<int:session_id>/carry-over/": FORM,
    "sessions/<int:session_id>/movement/": FORM,
    "sessions/<int:session_id>/delete/": FORM,
    "sessions/<int:session_id>/state/": SEND,
    "sessions/<int:session_id>/finish/": READ,
    "sessions/<int:session_id>/boards/": READ,
    "sessions/<int:session_id>/boards/<int:board>/": READ,
    "sessions/<int:session_id>/boards/<int:board>/beside/": READ,
    "sessions/<int:session_id>/boards/<int:board>/deals/": FORM,
    "sessions/<int:session_id>/slips/": READ,
    SLIP: READ,
    f"{SLIP}now/": READ,
    f"{SLIP}beside/": READ,
    f"{SLIP}seats/": SEND,
    "sessions/<int:session_id>/sections/new/": FORM,
    "sessions/<int:session_id>/sections/<int:section_id>/remove/": SEND,
    "sessions/<int:session_id>/boards/<int:board>/pasted/": SEND,
    "sessions/<int:session_id>/lines/<int:line_id>/": SEND,
    "sessions/<int:session_id>/lines/<int:line_id>/reading/": READ,
    "sessions/<int:session_id>/lines/<int:line_id>/ruling/": FORM,
    "sessions/<int:session_id>/lines/<int:line_id>/ruling/preview/": READ,
    "sessions/<int:session_id>/lines/<int:line_id>/history/": FORM,
    "sessions/<int:session_id>/monitor/": READ,
    "sessions/<int:session_id>/monitor/now/": READ,
    "sessions/<int:session_id>/missing/": READ,
    "sessions/<int:session_id>/missing/now/": READ,
    "sessions/<int:session_id>/doubts/": READ,
    "sessions/<int:session_id>/boards/<int:board>/doubt/": SEND,
    "sessions/<int:session_id>/rulings/": READ,
    "sessions/<int:session_id>/penalties/new/": FORM,
    "sessions/<int:session_id>/penalties/<int:penalty_id>/take-back/": SEND,
    "sessions/<int:session_id>/undo/": SEND,
    "sessions/<int:session_id>/lines/<int:line_id>/points/<str:side>/": PUBLISHED,
    "sessions/<int:session_id>/ranking/": PUBLISHED,
    "sessions/new/matches/": FORM,
    "sessions/<int:session_id>/club-points/": PUBLISHED,
    "sessions/<int:session_id>/club-points/rule/": SEND,
    "club-points/": OPEN,
    "club-points/season.<str:kind>": OPEN,
    "club-points/rules/": READ,
    "club-points/rules/new/": FORM,
    "club-points/rules/<int:rule_id>/": FORM,
    "club-points/rules/<int:rule_id>/delete/": SEND,
    "sessions/<int:session_id>/matches/": PUBLISHED,
    "sessions/<int:session_id>/matches/<int:match_id>/": PUBLISHED,
    "sessions/<int:session_id>/matches/<int:match_id>/award/": FORM,
    "sessions/<int:session_id>/draw/": FORM,
    "sessions/<int:session_id>/draw/settings/": FORM,
    "sessions/<int:session_id>/teams/": FORM,
    "sessions/<int:session_id>/teams/late/": SEND,
    "sessions/<int:session_id>/teams/settings/": FORM,
    "sessions/<int:session_id>/travellers/": PUBLISHED,
    "sessions/<int:session_id>/travellers/<int:board>/": PUBLISHED,
    "sessions/<int:session_id>/travellers/<int:board>/<int:line_id>/": PUBLISHED,
    "sessions/<int:session_id>/find/": PUBLISHED,
    "sessions/<int:session_id>/frequencies/": PUBLISHED,
    "sessions/<int:session_id>/grid/": PUBLISHED,
    "sessions/<int:session_id>/cards/": PUBLISHED,
    "sessions/<int:session_id>/cards/<int:contestant_id>/": PUBLISHED,
    "sessions/<int:session_id>/bridgescore.txt": READ,
    "sessions/<int:session_id>/results.xlsx": PUBLISHED,
    "sessions/<int:session_id>/results.pbn": PUBLISHED,
    "sessions/<int:session_id>/results.xml": READ,
    "sessions/<int:session_id>/<str:name>.csv": PUBLISHED,
    **dict.fromkeys(("t/", "T/", "h/", "H/"), OPEN),
    **dict.fromkeys(("t/<str:code>/", "T/<str:code>/"), OPEN),
    **dict.fromkeys(("t/<str:code>/join/", "T/<str:code>/join/"), Door(None, Role.VISITOR)),
    **dict.fromkeys(("hall/", "hall/d/<str:code>/", "hall/d/<str:code>/now/"), OPEN),
    **dict.fromkeys(
        ("play/", "play/now/", "play/boards/<int:board>/", "play/card/", "play/standings/"), OPEN
    ),
    **dict.fromkeys(
        ("h/<str:code>/", "H/<str:code>/", "h/<str:code>/find/", "H/<str:code>/find/"), OPEN
    ),
    **dict.fromkeys(("h/<str:code>/join/", "H/<str:code>/join/"), Door(None, Role.VISITOR)),
    **dict.fromkeys(("hall/now/", "hall/rounds/<int:number>/", "hall/standings/"), OPEN),
    **dict.fromkeys(
        (
            "hall/check-in/",
            "hall/requests/",
            "hall/requests/<int:request_id>/",
            *(
                f"hall/games/<int:game_id>/{what}/"
                for what in ("report", "agree", "dispute", "take-back")
            ),
            "hall/call/",
            "hall/devices/<int:device_id>/allow/",
            "hall/line-up/",
            "hall/leave/",
        ),
        Door(None, Role.VISITOR),
    ),
    # A phone is let in by the cookie of its device: anybody else gets 401.
    **dict.fromkeys(
        (
            "play/lines/<int:line_id>/",
            *(
                f"play/lines/<int:line_id>/{what}/"
                for what in ("confirm", "object", "seats", "exchange", "change", "claim")
            ),
            "play/names/",
            "play/call/",
            "play/round/",
            "play/claims/<int:claim_id>/",
            "play/devices/<int:device_id>/allow/",
            "play/leave/",
            "play/kind/",
        ),
        Door(None, Role.VISITOR),
    ),
    "series/": OPEN,
    "series/new/": FORM,
    "series/<int:series_id>/": PUBLISHED,
    "series/<int:series_id>/edit/": FORM,
    "series/<int:series_id>/state/": SEND,
    "series/<int:series_id>/delete/": FORM,
    "bridgescore/": FORM,
    "bridgescore/keep/": SEND,
    "tournaments/<slug:slug>/hall/now/": READ,
    "tournaments/<slug:slug>/hall/do/": SEND,
    "tournaments/<slug:slug>/clock/": SEND,
    "tournaments/": OPEN,
    "tournaments/new/": FORM,
    "tournaments/import/": FORM,
    "tournaments/import/keep/": SEND,
    "tournaments/<slug:slug>/": PUBLISHED,
    "tournaments/<slug:slug>/trf/": READ,
    "tournaments/<slug:slug>/settings/": FORM,
    "tournaments/<slug:slug>/delete/": FORM,
    "tournaments/<slug:slug>/state/": SEND,
    "tournaments/<slug:slug>/paper/": READ,
    "tournaments/<slug:slug>/log/": READ,
    "tournaments/<slug:slug>/fide/": READ,
    "tournaments/<slug:slug>/fide/report/": READ,
    "tournaments/<slug:slug>/fide/report/trf/": READ,
    "tournaments/<slug:slug>/fide/norms/": READ,
    "tournaments/<slug:slug>/fide/norms/report/": READ,
    "tournaments/<slug:slug>/fide/norms/<int:number>/": READ,
    "tournaments/<slug:slug>/fide/norms/<int:number>/<str:title>/": READ,
    "tournaments/<slug:slug>/prizes/": PUBLISHED,
    "tournaments/<slug:slug>/prizes/edit/": FORM,
    "tournaments/<slug:slug>/fide/leave/": FORM,
    "tournaments/<slug:slug>/fide/accept/": SEND,
    "tournaments/<slug:slug>/hall/": FORM,
    "tournaments/<slug:slug>/hall/cards/": READ,
    "tournaments/<slug:slug>/display/": READ,
    "tournaments/<slug:slug>/display/now/": READ,
    "tournaments/<slug:slug>/undo/": SEND,
    "tournaments/<slug:slug>/players/": PUBLISHED,
    "tournaments/<slug:slug>/players/add/": SEND,
    "tournaments/<slug:slug>/players/number/": SEND,
    "tournaments/<slug:slug>/players/<int:number>/": PUBLISHED,
    "tournaments/<slug:slug>/entries/<int:entry_id>/": FORM,
    "tournaments/<slug:slug>/entries/<int:entry_id>/remove/": SEND,
    "tournaments/<slug:slug>/entries/<int:entry_id>/withdraw/": SEND,
    "tournaments/<slug:slug>/registration/": READ,
    "tournaments/<slug:slug>/registration/add/": SEND,
    "tournaments/<slug:slug>/registration/import/": FORM,
    "tournaments/<slug:slug>/registration/close/": FORM,
    "tournaments/<slug:slug>/registration/all/": SEND,
    "tournaments/<slug:slug>/registration/reopen/": SEND,
    "tournaments/<slug:slug>/registration/<int:entry_id>/": FORM,
    "tournaments/<slug:slug>/rounds/": PUBLISHED,
    "tournaments/<slug:slug>/rounds/<int:number>/": PUBLISHED,
    "tournaments/<slug:slug>/rounds/<int:number>/pairings/": FORM,
    "tournaments/<slug:slug>/rounds/<int:number>/pairings/judge/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/proposal/": FORM,
    "tournaments/<slug:slug>/rounds/<int:number>/proposal/stop/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/publish/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/sheet/": PUBLISHED,
    "tournaments/<slug:slug>/rounds/<int:number>/slips/": READ,
    "tournaments/<slug:slug>/rounds/all/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/line-ups/": FORM,
    "tournaments/<slug:slug>/rounds/dates/": FORM,
    "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/reading/": READ,
    "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/correct/": FORM,
    "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/play-off/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/byes/<int:result_id>/": SEND,
    "tournaments/<slug:slug>/rounds/<int:number>/byes/<int:result_id>/reading/": READ,
    "tournaments/<slug:slug>/results.xlsx": PUBLISHED,
    "tournaments/<slug:slug>/<str:name>.csv": PUBLISHED,
    "tournaments/<slug:slug>/standings/": PUBLISHED,
    "tournaments/<slug:slug>/standings/<int:through>/": PUBLISHED,
    "tournaments/<slug:slug>/standings/<int:through>/<int:number>/<slug:code>/": PUBLISHED,
    "tournaments/<slug:slug>/crosstable/": PUBLISHED,
    "tournaments/<slug:slug>/teams/": PUBLISHED,
    "tournaments/<slug:slug>/teams/matches/": FORM,
    "tournaments/<slug:slug>/places/": PUBLISHED,
    "tournaments/<slug:slug>/ratings/": PUBLISHED,
    "tournaments/<slug:slug>/ratings/k/": SEND,
    "tournaments/<slug:slug>/ratings/update/": FORM,
    "tournaments/<slug:slug>/find/": PUBLISHED,
    # Leads visitors to the login, and stops whoever is logged in and still comes here.
    "admin/login/": Door(Role.VISITOR, Role.VISITOR),
    **dict.fromkeys(
        (
            "admin/",
            "admin/logout/",
            "admin/password_change/",
            "admin/password_change/done/",
            "admin/autocomplete/",
            "admin/jsi18n/",
            "admin/r/<path:content_type_id>/<path:object_id>/",
            "admin/auth/user/<id>/password/",
            "admin/^(?P<app_label>auth|players|movements|events)/$",
            "admin/(?P<url>.*)$",
        ),
        ADMIN,
    ),
    **{
        f"admin/{model}/{page}": ADMIN
        for model in (
            "auth/user",
            "events/entry",
            "events/game",
            "events/lineupseat",
            "events/logentry",
            "events/round",
            "events/roundresult",
            "events/session",
            "events/team",
            "events/teambye",
            "events/teamforfeit",
            "events/teamsapart",
            "events/tournament",
            "events/travellerline",
            "movements/movement",
            "players/club",
            "players/player",
            "players/registerentry",
        )
        for page in (
            "",
            "add/",
            "<path:object_id>/history/",
            "<path:object_id>/delete/",
            "<path:object_id>/change/",
            "<path:object_id>/",
        )
    },
}


def patterns() -> Iterator[tuple[str, URLPattern]]:
    """Every address of the resolver, as it is written there."""
    return _below(get_resolver(), "")


def _below(resolver: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
    for url_pattern in resolver.url_patterns:
        if isinstance(url_pattern, URLPattern):
            yield before + str(url_pattern.pattern), url_pattern
        else:
            yield from _below(url_pattern, before + str(url_pattern.pattern))


def address(pattern: str, values: Mapping[str, Mapping[str, object]]) -> str:
    """An address of the pattern: its values are those of the longest beginning that has any."""
    if pattern.startswith("admin/^"):
        return "/admin/events/"
    if pattern == "admin/(?P<url>.*)$":
        return "/admin/nothing"

    def filled(found: re.Match[str]) -> str:
        name = found[1]
        begins = [value for value in values if pattern.startswith(value) and name in values[value]]
        return str(values[max(begins, key=len)][name])

    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", filled, pattern)
