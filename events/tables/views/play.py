"""The phone's page: a shell that is the same for all and may be kept for half a day, and the state
of its table, asked for every few seconds.

The words of the phone's page in the active language: the shell carries them in all languages.
"""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from clubscore.text.moments import is_lately
from clubscore.web.caching import kept
from events.devices.services import SEEN_EVERY, note_seen
from events.devices.views import as_polled, make_shell, only_where_written, poll, shell_answer
from events.models import TableDevice
from events.sessions.core.domain.letters import letters_of
from events.tables.selectors.play_state import keys_of, play_state
from events.tables.selectors.polls import Polled
from events.tables.services.directing import press_by_itself
from events.tables.views.device import Asker, for_device, read, results_page


@require_GET
@only_where_written
def play(request: HttpRequest) -> HttpResponse:
    """The shell: no data, no token, the words of both languages."""
    return shell_answer(_shell()[0])


@cache
def _shell() -> tuple[str, str]:
    """The page, and the name of its release."""
    return make_shell(
        "events/tables/play.html",
        lambda language: texts() | {"letters": keys_of(letters_of(language))},
    )


@require_GET
@ensure_csrf_cookie
@for_device
def now(request: HttpRequest, found: Polled) -> HttpResponse:
    """The state of the device's table. 304 while nothing has changed that it shows: from the stamp
    alone, in one query, or after a look at what another stamp comes to."""
    _note_time(found)
    return poll(request, stamp=found.stamp, make=lambda: _polled(found))


def _polled(found: Polled) -> tuple[str, str] | None:
    asker = read(found)
    if asker is None:
        return None
    # A result elsewhere changes what few devices show.
    name = ("device", found.device, translation.get_language())
    return kept(name, state=found.stamp, make=lambda: _state(asker))


def _state(asker: Asker) -> tuple[str, str]:
    values: dict[str, Any] = play_state(asker.state, asker.device) | {"app": _shell()[1]}
    if asker.state.is_public:
        values["session"] |= {"page": results_page(asker.state, asker.device)}
    return as_polled(values)


def _note_time(found: Polled) -> None:
    """What the time alone does: the device was seen, and a round may end by itself."""
    moment = timezone.now()
    if not is_lately(found.seen_at, SEEN_EVERY, now=moment):
        note_seen(kind=TableDevice, device_id=found.device)
    if found.ends_at and found.ends_at <= moment:
        press_by_itself(session_id=found.session)


def texts() -> dict[str, str]:
    """All words and sentences by name; ``%(name)s`` stands for a value."""
    return {**_table(), **_line(), **_pad(), **_more(), **_connection()}


def _table() -> dict[str, str]:
    return {
        "table": _("Table"),
        "round": _("Round"),
        "board": _("Board"),
        "boards": _("boards"),
        "all_boards": _("Boards"),
        "pair": _("Pair"),
        "ns": _("North–South"),
        "ew": _("East–West"),
        "N": _("North"),
        "E": _("East"),
        "S": _("South"),
        "W": _("West"),
        "dealer": _("dealer %(seat)s"),
        "vul_none": _("nobody vulnerable"),
        "vul_NS": _("%(side)s vulnerable"),
        "vul_EW": _("%(side)s vulnerable"),
        "vul_both": _("both vulnerable"),
        "which": _("Which board is on the table?"),
        "left": _("Left from earlier rounds"),
        "you_are": _("You are %(side)s now."),
        "switched": _("Arrow switch: %(names)s sit %(side)s in this round."),
        "next": pgettext("what comes after", "Next"),
        "move": _("Move: pair %(pair)s to table %(table)s %(side)s, boards %(boards)s"),
        "stay": _("Pair %(pair)s stays at table %(table)s %(side)s, boards %(boards)s"),
        "move_sitout": _("Pair %(pair)s sits out in round %(round)s"),
        "sitout": _("Your pair sits out in this round."),
        "at_round": _("We are at round %(round)s"),
        "say_round": _("%(side)s say that you are at round %(round)s. Is that so?"),
        "last": _("That was the last round. Thank you!"),
        "not_drawn": _("Round %(round)s is not drawn yet. Your next table appears here."),
        "done": _("Round %(round)s: %(done)s of %(all)s tables are done"),
        "waits": _("This phone waits to be let in"),
        "waits_help": _("The director lets it in."),
        "waits_help_pair": _("Allow it on the other phone of your pair, or ask the director."),
        "waits_help_table": _("Allow it on another phone at this table, or ask the director."),
        "allow": _("Another phone (%(name)s) says that it is %(pair)s’s. Allow it?"),
        "allow_table": _("Another phone (%(name)s) wants to enter here. Allow it?"),
        "allow_yes": _("Allow"),
        "looks": _("This phone only looks."),
        "finished": _("The session is finished."),
        "checked": _("Results are being checked."),
        "published": _("The results are published."),
        "should_be": _("What should it be?"),
        "own_card_page": _("Your card with all results"),
        "off": _("The director has switched off results from the tables. Use paper."),
        "gone": _("Your pair has left the session."),
        "closed": _("This table is closed. Scan another one."),
        "scan": _("Scan the code on your table."),
        "type_code": _("Type the code of the card"),
        "ask": _("This phone is not bound to a table any more. Ask the director."),
        "browser": _("You have just scanned it? Then open the address in your browser."),
        "coming": _("The director comes."),
        "called": _("The director is called."),
        "moved_on": _("The movement has changed."),
        **_names(),
    }


def _names() -> dict[str, str]:
    return {
        "names": _("Names"),
        "names_missing": _("Who sits here? Names are missing."),
        "names_enter": _("Enter names"),
        "names_help": _(
            "Three letters of your name or your number in the club; or the whole name."
        ),
        "names_send": _("These are the names"),
        "names_of": _("%(seat)s, pair %(pair)s"),
        "names_again": _("Write them again"),
        "ask_names": _("Is it right who sits here? %(names)s"),
        "names_asked": _("Your opponents are asked whether the names are right."),
    }


def _line() -> dict[str, str]:
    return {
        "enter": pgettext("a result", "Enter"),
        "change": _("Change"),
        "confirm": _("Confirm"),
        "not_right": _("Not right"),
        "win": _("You win %(score)s"),
        "lose": _("You lose %(score)s"),
        "zero": _("No score: 0"),
        "by": _("%(contract)s by %(seat)s, %(over)s"),
        "tricks": _("%(tricks)s tricks"),
        "made": _("made"),
        "passed": _("Passed out"),
        "np": _("Not played"),
        "ruling": _("Ruling: %(ruling)s"),
        "director": _("Entered by the director"),
        "director_sign": pgettext("entered by the director", "D"),
        "object": _("Object"),
        "waiting": _("waiting for %(side)s"),
        "we_are": _("We are %(side)s"),
        "confirmed": _("Confirmed"),
        "alike": _("Entered alike by both sides"),
        "disagree": _("You do not agree"),
        "stands": _("Entered: %(result)s"),
        "proposed": _("The other side says: %(result)s"),
        "you_say": _("You say: %(result)s"),
        "settle": _("Settle it"),
        "accept": _("Accept theirs"),
        "agree_after_all": _("Agree after all"),
        "check": _("Please check declarer and tricks once more."),
        "hand_over": _("Hand the phone to %(side)s"),
        "not_seen": _("entered"),
        "saved_here": _("saved on this phone"),
        "other_result": _("What was it?"),
        "only_object": _("Just not right"),
        "back": _("Back"),
    }


def _pad() -> dict[str, str]:
    return {
        "C": _("clubs"),
        "D": _("diamonds"),
        "H": _("hearts"),
        "SP": _("spades"),
        "NT": _("no trump"),
        "plus": _("plus"),
        "minus": _("minus"),
        "equal": _("just made"),
        "pass": _("Pass"),
        "x": _("doubled"),
        "xx": _("redoubled"),
        "ok": _("OK"),
        "cancel": _("Cancel"),
        "lead": _("Lead"),
        "no_lead": _("No lead"),
        "level_wanted": _("Which level?"),
        "suit_wanted": _("Which suit?"),
        "seat_wanted": _("Played by?"),
        "result_wanted": _("With what result?"),
        "not_played": _("Not played…"),
        "np_time": _("No time"),
        "np_director": _("The director said so"),
        "np_ask": _("Why was board %(board)s not played?"),
        "np_wait": _("The director is asked."),
    }


def _more() -> dict[str, str]:
    return {
        "call": _("Call the director"),
        "withdraw": _("Take the call back"),
        "more": _("More"),
        "card": _("My card"),
        "standings": _("Standings"),
        "after_rounds": _("after %(rounds)s rounds"),
        "after_one_round": _("after one round"),
        "traveller": _("Results of board %(board)s"),
        "show_traveller": _("Results"),
        "other_board": _("Another board"),
        "other_board_help": _("Which board is on your table?"),
        "where": _("Board %(board)s is at table %(tables)s in this round."),
        "nowhere": _("Board %(board)s is at no table in this round."),
        "exchange": _("Exchange two boards"),
        "exchange_help": _("Two results are under each other’s number: choose both boards."),
        "turned": _("We sit the other way round"),
        "turned_help": _("For all boards of this round: %(ns)s North–South, %(ew)s East–West."),
        "ask_seats": _("The other side says: we sit the other way round in this round. Agree?"),
        "ask_boards": _(
            "The other side says: boards %(board)s and %(other)s are exchanged. Agree?"
        ),
        "ask_result": _("The other side says: board %(board)s was %(result)s. Agree?"),
        "asked_round": _("You say that you are at round %(round)s. Waiting for %(side)s."),
        "asked_seats": _(
            "You say: we sit the other way round in this round. Waiting for the other side."
        ),
        "asked_boards": _(
            "You say: boards %(board)s and %(other)s are exchanged. Waiting for the other side."
        ),
        "asked_result": _("You say: board %(board)s was %(result)s. Waiting for the other side."),
        "take_back": _("Take it back"),
        "yes": _("Yes"),
        "no": _("No"),
        "settings": _("This phone"),
        "size": _("Size of the text"),
        "colours": _("Four colours"),
        "left_hand": _("Left hand"),
        "turn": _("Turn for the player opposite"),
        "dark": _("Dark"),
        "in_language": _("Language"),
        "leave": _("Leave this table"),
        "leave_sure": _("The phone is no longer bound. Results stay. Leave?"),
        "this_is_wrong": _("This is wrong"),
        "claimed": _("%(pair)s say: board %(board)s was %(result)s. Do you agree?"),
        "claim_waits": _("Claimed: %(result)s. Waiting for your opponents."),
        "claim_director": _("Claimed: %(result)s. The director decides."),
        "claim_accepted": _("Corrected by the director."),
        "claim_refused": _("The director has refused the claim. %(reason)s"),
        "nothing": _("Nothing to show yet."),
        "place": _("Place"),
        "percent": "%",
        "score": _("Score"),
    }


def _connection() -> dict[str, str]:
    return {
        "no_contact": _("No contact for %(seconds)s s. You can go on entering."),
        "unsent": _("%(count)s saved on this phone, not sent yet"),
        "refused": _("Board %(board)s, %(result)s: %(message)s"),
        "ok_understood": _("Understood"),
        "cannot_store": _(
            "This phone cannot store anything: do not close the page before all is sent."
        ),
    }
