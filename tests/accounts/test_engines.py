import pytest

from accounts.domain import Answer, StoredMessage, digest
from accounts.engines import WrongKeyError, decrypt, encrypt

ANSWERS = (
    Answer(302, "/sessions/1/", messages=(StoredMessage(25, "“Élan” is stored.", "", False),)),
    Answer(201, page="<p>three-blue-boats</p>" * 1000),
    Answer(
        302,
        "/",
        messages=(
            StoredMessage(25, "<b>Done</b>", "safe", True),
            StoredMessage(30, "But", "", False),
        ),
    ),
)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_decrypted_with_its_key(answer: Answer):
    assert decrypt(encrypt(answer, "key"), "key") == answer


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_not_read_without_its_key(answer: Answer):
    encrypted = encrypt(answer, "key")

    assert b"boats" not in encrypted
    assert b"sessions" not in encrypted
    assert digest("key").encode() not in encrypted
    with pytest.raises(WrongKeyError):
        decrypt(encrypted, "another key")


def test_the_same_answer_looks_different_each_time():
    assert encrypt(ANSWERS[0], "key") != encrypt(ANSWERS[0], "key")
