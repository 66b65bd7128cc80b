"""The page of a phone in a tournament."""

from django.test import Client

from events.hall.views.shell import release, texts


def test_case_6_the_shell_holds_no_data_and_is_kept(db: None, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Client().get("/hall/")

    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, max-age=43200")
    assert (answer.cookies.output(), f'data-app="{release()}"' in answer.text) == ("", True)
    assert [text for text in texts().values() if text not in answer.text and "’" not in text] == []
