"""The WSGI entry point, for every server; with it begins the work beside requests."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

application = get_wsgi_application()

# What is loaded now stays for ever: the garbage collector need not look through it again and again,
# which took a third of the time of whatever makes many objects.
gc.freeze()

# Only now are the models there.
from clubscore.jobs.worker import start  # noqa: E402

start()
