"""HTML compared without the white space that a reader does not see."""

import re


def squeezed(html: str) -> str:
    """HTML on one line: one blank for each run of white space, and none beside a tag."""
    return re.sub("(?<=>) | (?=<)", "", " ".join(html.split()))
