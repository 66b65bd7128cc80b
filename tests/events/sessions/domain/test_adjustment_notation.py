import pytest

from events.sessions.domain.adjustment_notation import notation
from events.sessions.domain.adjustments import read_adjustment


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("A6040", "A60/40"),
        ("A62.5/37.5", "A62.5/37.5"),
        ("A+-", "A+/A−"),
        ("A+40", "A+/A40"),
        ("A50/=", "A50/A="),
        ("A=", "A="),
        ("NP", "not played"),
        ("100:420", "+420"),
        ("100:0(PASS)", "0"),
        ("100:-50(4SN-1)", "4♠N−1 −50"),
        ("60:420(4SN=)/40:-50", "60 % 4♠N= +420, 40 % −50"),
        ("100:420|60:420(4SN=)/40:-50", "NS +420; EW 60 % 4♠N= +420, 40 % −50"),
    ],
)
def test_usual_notation(text, usual):
    assert str(notation(read_adjustment(text))) == usual
