"""Every form that creates something, filled in: the table of ``test_once.py``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.events.sessions.bridgescore.test_views import EXAMPLE
from tests.movements.factories import FOUR_PAIRS
from tests.site.doors import DOORS, SLIP
from tests.site.editing import EDITED

PLAYERS = "GIVEN\tFAMILY\tGRADE\tCLUB\n{}\tQuill\t3d\tOurs\n"
CUP = (Path(__file__).parent.parent / "data" / "krause" / "trf26.tab").read_text()


@dataclass(frozen=True, slots=True)
class Creation:
    """What is filled in, and the page of the form, if that is not at its own address; ``sent`` is
    what has to be sent to that page first."""

    values: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    sent: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that the test client can send any number of times."""

    name: str
    data: bytes

    def read(self) -> bytes:
        return self.data


IMPORT = {"import": "yes"}
LINES = b"board,ns,ew,score\n1,1,2,420\n"

CREATING: dict[str, Creation] = {
    "accounts/add/": Creation({"username": "newcomer"}, page="accounts/"),
    "accounts/<int:user_id>/password/": Creation(page="accounts/"),
    "backups/make/": Creation(page="backups/"),
    "players/new/": Creation({"given": "Nora", "family": "North"}),
    "players/import/": Creation(
        IMPORT, page="players/import/", sent={"text": PLAYERS.format("Zelda")}
    ),
    "movements/new/keep/": Creation(
        {"name": "New"}, page="movements/new/", sent={"text": FOUR_PAIRS}
    ),
    "movements/choose/<slug:family>/<int:contestants>/<int:rounds>/": Creation(),
    "movements/<int:movement_id>/edit/": Creation({"action": "copy", "name": "Copied"}),
    "sessions/new/": Creation({"title": "New", "movement": "{movement_id}"}),
    "club-points/rules/new/": Creation({"name": "New"}),
    "sessions/new/matches/": Creation({"title": "New"}),
    "sessions/<int:session_id>/teams/late/": Creation(page="sessions/<int:session_id>/teams/"),
    "sessions/<int:session_id>/sections/new/": Creation(),
    "sessions/<int:session_id>/penalties/new/": Creation(
        {"contestant": "{contestant_id}", "amount": "10", "reason": "Slow play."}
    ),
    "series/new/": Creation({"name": "New"}),
    "bridgescore/keep/": Creation({"title": "New"}, page="bridgescore/", sent={"text": EXAMPLE}),
    "open/import/": Creation(
        {"date": "2026-03-07"}, page="open/", sent={"file": Upload("evening.csv", LINES)}
    ),
    "tournaments/new/": Creation({"name": "New"}),
    "tournaments/import/keep/": Creation(
        # The rules pair these rounds otherwise.
        {"accept": "on"},
        page="tournaments/import/",
        sent={"pasted": CUP, "profile": "lenient", "encoding": ""},
    ),
    "tournaments/<slug:slug>/players/add/": Creation(
        {"name": "Wes West", "new": "on"}, page="tournaments/<slug:slug>/players/"
    ),
    "tournaments/<slug:slug>/registration/add/": Creation(
        {"name": "Eve East", "new": "on"}, page="tournaments/<slug:slug>/registration/"
    ),
    "tournaments/<slug:slug>/registration/import/": Creation(
        IMPORT,
        page="tournaments/<slug:slug>/registration/import/",
        sent={"text": PLAYERS.format("Zoe")},
    ),
    "admin/auth/user/add/": Creation(
        {"username": "another", "password1": "three-blue-boats", "password2": "three-blue-boats"}
    ),
    "admin/movements/movement/add/": Creation({"name": "Pasted", "text": FOUR_PAIRS}),
    "admin/players/club/add/": Creation({"name": "New"}),
    "admin/players/player/add/": Creation({"given": "Sam", "family": "South"}),
}

KEYED = "every submission of a phone carries a key, and the same key gets the same answer"
LOOKS = "looks at what is sent, and stores nothing"
ACTIONS = "does something that can be done once, or that changes nothing the second time"
TYPED = "typed results carry versions"
READ = "nothing can be sent there in the admin"
"""Why an address that is sent to creates nothing."""

OTHERS: dict[str, str] = {
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
            "hall/check-in/",
            "hall/requests/",
            "hall/requests/<int:request_id>/",
            *(
                f"hall/games/<int:game_id>/{what}/"
                for what in ("report", "agree", "dispute", "take-back")
            ),
            "hall/call/",
            "hall/line-up/",
        ),
        KEYED,
    ),
    **dict.fromkeys(
        ("movements/new/", "bridgescore/", "tournaments/import/", "players/delete/", "open/"), LOOKS
    ),
    **dict.fromkeys(
        (
            "login/",
            "logout/",
            "try/",
            "table/<int:number>/",
            "TABLE/<int:number>/",
            "sessions/<int:session_id>/tables/",
            "sessions/<int:session_id>/tables/<str:letter>/<int:number>/",
            "sessions/<int:session_id>/claims/",
            "sessions/<int:session_id>/cards/<int:contestant_id>/claim/",
            "sessions/<int:session_id>/clock/",
            "t/<str:code>/join/",
            "T/<str:code>/join/",
            "tournaments/<slug:slug>/hall/do/",
            "tournaments/<slug:slug>/clock/",
            "h/<str:code>/join/",
            "H/<str:code>/join/",
            "hall/devices/<int:device_id>/allow/",
            "hall/leave/",
            "play/devices/<int:device_id>/allow/",
            "play/leave/",
            "play/kind/",
            "language/choose/",
            "admin/login/",
            "accounts/own-password/",
            "accounts/lift/",
            "accounts/<int:user_id>/lift/",
            "players/lookup/",
            "try/hall/",
            "players/ratings/",
            "players/lookup/begin/",
            "players/lookup/files/<int:upload_id>/",
            "tournaments/<slug:slug>/ratings/update/",
            "tournaments/<slug:slug>/ratings/k/",
            "sessions/<int:session_id>/bridgemates/account/",
            "sessions/<int:session_id>/bridgemates/send/",
            "sessions/<int:session_id>/bridgemates/take/",
            "players/lookup/<int:list_id>/remove/",
            *(f"site/{what}/" for what in ("account", "try", "upload", "stop", "pages")),
            "own-club/",
            "deleted/restore/",
            "open/many/<int:batch_id>/",
            "players/<int:number>/delete/",
            "players/<int:number>/link/",
            "players/<int:number>/link/withdraw/",
            "players/<int:number>/merge/",
            "players/<int:number>/rename/",
            "players/<int:number>/join/",
            "players/<int:number>/take/",
            "players/<int:number>/erase/",
            "movements/<int:movement_id>/delete/",
            "sessions/<int:session_id>/movement/",
            "sessions/<int:session_id>/bridgewebs/account/",
            "sessions/<int:session_id>/bridgewebs/send/",
            "sessions/<int:session_id>/hands/deal/",
            "sessions/<int:session_id>/hands/file/",
            "sessions/<int:session_id>/hands/plays/",
            "sessions/<int:session_id>/hands/open/",
            "sessions/<int:session_id>/hands/remove/",
            "sessions/<int:session_id>/hands/save/",
            "sessions/<int:session_id>/matches/<int:match_id>/award/",
            "sessions/<int:session_id>/draw/",
            "sessions/<int:session_id>/club-points/rule/",
            "club-points/rules/<int:rule_id>/delete/",
            "sessions/<int:session_id>/delete/",
            "sessions/<int:session_id>/state/",
            "sessions/<int:session_id>/sections/<int:section_id>/remove/",
            "sessions/<int:session_id>/penalties/<int:penalty_id>/take-back/",
            "sessions/<int:session_id>/undo/",
            "series/<int:series_id>/state/",
            "series/<int:series_id>/delete/",
            "tournaments/<slug:slug>/delete/",
            "tournaments/<slug:slug>/state/",
            "tournaments/<slug:slug>/fide/leave/",
            "tournaments/<slug:slug>/fide/accept/",
            "tournaments/<slug:slug>/undo/",
            "tournaments/<slug:slug>/players/number/",
            "tournaments/<slug:slug>/entries/<int:entry_id>/remove/",
            "tournaments/<slug:slug>/entries/<int:entry_id>/withdraw/",
            "tournaments/<slug:slug>/registration/close/",
            "tournaments/<slug:slug>/rounds/<int:number>/pairings/judge/",
            "tournaments/<slug:slug>/rounds/<int:number>/publish/",
            "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/play-off/",
            "tournaments/<slug:slug>/rounds/all/",
            "tournaments/<slug:slug>/rounds/<int:number>/line-ups/",
            "tournaments/<slug:slug>/rounds/<int:number>/proposal/",
            "tournaments/<slug:slug>/rounds/<int:number>/proposal/stop/",
            "tournaments/<slug:slug>/registration/all/",
            "tournaments/<slug:slug>/registration/reopen/",
        ),
        ACTIONS,
    ),
    **dict.fromkeys(
        (
            "sessions/<int:session_id>/boards/<int:board>/deals/",
            "sessions/<int:session_id>/boards/<int:board>/pasted/",
            "sessions/<int:session_id>/boards/<int:board>/doubt/",
            f"{SLIP}seats/",
            "sessions/<int:session_id>/lines/<int:line_id>/",
            "sessions/<int:session_id>/lines/<int:line_id>/ruling/",
            "sessions/<int:session_id>/lines/<int:line_id>/history/",
            "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/",
            "tournaments/<slug:slug>/rounds/<int:number>/games/<int:game_id>/correct/",
            "tournaments/<slug:slug>/rounds/<int:number>/byes/<int:result_id>/",
        ),
        TYPED,
    ),
    **{
        pattern: READ
        for pattern, door in DOORS.items()
        if pattern.startswith("admin/")
        and door.post is not None
        and pattern not in CREATING
        and pattern not in EDITED
        and pattern != "admin/login/"
    },
}
