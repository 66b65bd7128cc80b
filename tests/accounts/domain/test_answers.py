from accounts.domain.answers import digest


def test_digest_differs_by_key_and_does_not_hold_it():
    assert digest("key") == digest("key") != digest("kez")
    assert len(digest("key" * 1000)) == 64
