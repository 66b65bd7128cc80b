from clubscore.editing.rows import Rows, compare_texts, shown_texts

ASKED = "Somebody else has changed this to “{}” meanwhile. Save again to overwrite with yours."


def test_texts_that_were_sent_without_what_the_page_showed_are_taken():
    assert compare_texts(shown=None, stored={"a": "1"}, sent={"a": "2"}) == Rows({"a": "2"}, {})


def test_an_empty_field_is_one_that_is_left_out():
    rows = compare_texts(shown="", stored={"a": "", "b": "2"}, sent={"a": "1"})

    assert rows == Rows({"a": "1", "b": "2"}, {})


def test_a_text_that_two_changed_is_asked_about():
    rows = compare_texts(shown="a=1&b=2", stored={"a": "3", "b": "2"}, sent={"a": "4", "b": "5"})

    assert rows == Rows({"a": "4", "b": "5"}, {"a": ASKED.format(3)})


def test_a_text_that_one_emptied_and_another_changed_is_asked_about():
    rows = compare_texts(shown="a=1", stored={}, sent={"a": "4"})

    emptied = "Somebody else has emptied this meanwhile. Save again to overwrite with yours."
    assert rows == Rows({"a": "4"}, {"a": emptied})


def test_blanks_around_a_text_are_no_change():
    assert compare_texts(shown="a=1", stored={"a": "3"}, sent={"a": " 1 "}) == Rows({"a": "3"}, {})


def test_the_field_holds_what_there_is():
    field = shown_texts("shown", {"a": "x & y", "b": ""})

    assert field == '<input type="hidden" name="shown" value="a=x+%26+y" autocomplete="off">'
