"""A request whose answer goes into the club's site, a folder of files: what its
environment carries beside HTTP."""

from typing import Final

IN_FOLDER: Final = "clubscore.in_folder"
"""True in such a request, and absent in every other."""

SITE_ADDRESS: Final = "clubscore.site_address"
"""Where the site is read, with a slash behind it; empty where nobody has said it."""

PAGE_ADDRESS: Final = "clubscore.address"
"""Where this page is read; empty where nobody has said where the site is."""
