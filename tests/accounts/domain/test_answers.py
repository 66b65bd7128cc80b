import pytest

from accounts.domain.answers import Answer, Told, close, digest, open_again

ANSWERS = (
    Answer(302, "/sessions/1/", messages=(Told(25, "“Élan” is stored.", "", False),)),
    Answer(201, page="<p>three-blue-boats</p>" * 1000),
    Answer(302, "/", messages=(Told(25, "<b>Done</b>", "safe", True), Told(30, "But", "", False))),
)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_opened_with_its_key(answer: Answer):
    assert open_again(close(answer, "key"), "key") == answer


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_not_read_without_its_key(answer: Answer):
    closed = close(answer, "key")

    assert b"boats" not in closed
    assert b"sessions" not in closed
    assert digest("key").encode() not in closed
    with pytest.raises(ValueError, match=r"."):
        open_again(closed, "another key")
