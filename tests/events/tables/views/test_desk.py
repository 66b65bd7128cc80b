"""Devices of tables and how a result was confirmed, in the reader's language."""

from django.utils import translation

from events.tables.views.desk import show_agreement, show_sender

STORED = "Table A5, NS, device 2 (Safari on iPhone)"


def test_a_device_is_shown_in_the_readers_language():
    assert show_sender(STORED) == STORED
    with translation.override("nl"):
        assert show_sender(STORED) == "Tafel A5, NZ, apparaat 2 (Safari op iPhone)"
        assert show_sender("Table 3, W, device 4") == "Tafel 3, West, apparaat 4"
        assert show_sender("Firefox on Windows") == "Firefox op Windows"


def test_how_a_result_was_confirmed_is_shown_in_the_readers_language():
    with translation.override("nl"):
        assert show_agreement("same device") == "hetzelfde apparaat"
    assert show_agreement("The slip says so") == "The slip says so"
