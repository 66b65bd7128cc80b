"""Settings, all from the environment, with safe defaults for a single laptop.

``CLUBSCORE_DATA``        folder of the database, the secret and the first login (``var``)
``DATABASE_URL``          ``postgres://…``; SQLite in the data folder when unset
``CLUBSCORE_POOLER``      yes when that is a pooler's, which lends connections for a transaction
``CLUBSCORE_READ_ONLY``   yes for a server that only shows results, before a replica
``CLUBSCORE_SECRET_KEY``  signs logins; made into the data folder when unset
``CLUBSCORE_HOSTS``       host names, comma-separated (this machine only)
``CLUBSCORE_HALL``        yes for phones on the same Wi-Fi: listens to them, and adds our addresses
``CLUBSCORE_HALL_LOGIN``  yes lets directors log in from other machines of a hall without TLS
``CLUBSCORE_ORIGINS``     ``https://…`` origins that may post, behind a proxy
``CLUBSCORE_TLS``         yes when every visitor comes over TLS, through a proxy that says so
``CLUBSCORE_PROXIES``     the number of proxies in front (1 with TLS, else 0)
``CLUBSCORE_PROXY_HEADER``  by which the proxy reports TLS (``X-Forwarded-Proto: https``)
``CLUBSCORE_PRODUCTION``  yes on a server: TLS, and no start without secret, hosts and database
``CLUBSCORE_TIME_ZONE``   such as ``Europe/Dublin`` (the machine's own)
``CLUBSCORE_BACKUPS``     folder of the backups (``backups`` in the data folder)
``CLUBSCORE_STATIC``      folder of the collected styles and scripts (``staticfiles``)
``CLUBSCORE_DEBUG``       yes for Django's error pages; never on a server

The two with secrets may be in files: ``DATABASE_URL_FILE`` and ``CLUBSCORE_SECRET_KEY_FILE``.
"""

import os
from pathlib import Path
from typing import Any

import tzlocal
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from clubscore.server import environment, hall

BASE_DIR = environment.RESOURCES
DATA_DIR = environment.data_folder()

PRODUCTION = environment.flag("CLUBSCORE_PRODUCTION")
if PRODUCTION:
    environment.refuse_unready_production()
BACKUP_DIR = Path(os.environ.get("CLUBSCORE_BACKUPS") or DATA_DIR / "backups").expanduser()
READ_ONLY = environment.flag("CLUBSCORE_READ_ONLY")
BACKUP_AT_EVENING = not READ_ONLY

SECRET_KEY = environment.secret_key(DATA_DIR)
DEBUG = environment.flag("CLUBSCORE_DEBUG")
ALLOWED_HOSTS = environment.words("CLUBSCORE_HOSTS", "127.0.0.1,localhost,[::1]")
HALL = hall.is_on()
if HALL:
    ALLOWED_HOSTS += hall.own_hosts()
CSRF_TRUSTED_ORIGINS = environment.words("CLUBSCORE_ORIGINS")

INSTALLED_APPS = [
    "clubscore.web.admin.AdministratorsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "bootstrap",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "clubscore",
    "accounts",
    "players",
    "movements",
    "events",
]

MIDDLEWARE = [
    "clubscore.web.request_id.RequestIdMiddleware",
    "clubscore.web.middleware.HeadMiddleware",
    "clubscore.web.middleware.PlainHttpMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubscore.web.caching.CachingMiddleware",
    "clubscore.web.middleware.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "clubscore.web.middleware.ReadOnlyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LoginLastsMiddleware",
    "clubscore.keeping.backups.store.EveningBackupMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "clubscore.web.limits.LimitsMiddleware",
    "clubscore.web.middleware.RefusedMiddleware",
    "accounts.middleware.OneTimeKeyMiddleware",
]

ROOT_URLCONF = "clubscore.urls"
WSGI_APPLICATION = "clubscore.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "events.website.context.club_site",
            ],
            # Nearly every page with a form needs it.
            "builtins": ["clubscore.templatetags.one_time_keys"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, Any] = {
    "default": environment.database(
        DATA_DIR,
        conn_max_age=60,
        conn_health_checks=True,
        # Such a cursor outlives its transaction, and a pooler may lend another connection then.
        disable_server_side_cursors=environment.flag("CLUBSCORE_POOLER"),
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A reader that goes on to write would otherwise fail at once with "database is locked";
    # FULL, so that a line shown as saved survives a power cut.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA synchronous=FULL",
    }

# About the bytes of all pages and values that a process keeps to answer again. Every process keeps
# its own, and nothing that matters is lost with it.
KEPT_BYTES = 64 * 2**20

# How many seconds visitors may see results as they were: hundreds of phones that follow a live
# ranking cost a process one look a second. Directors always see the latest.
RESULTS_MAX_AGE = 1.0
# What goes on beside requests (clubscore.jobs), the most urgent first.
JOBS: dict[str, dict[str, Any]] = {
    "proposal": {"run": "events.tournaments.pairing.services.propose"},
    "import check": {"run": "events.tournaments.files.services.judging.judge_import"},
    "list": {"run": "players.services.uploads.load_uploaded"},
    "backup": {"run": "clubscore.keeping.backups.store.back_up", "is_low": True},
    "bin": {"run": "events.club.bin.empty", "is_low": True},
    "file": {
        "run": "events.exchange.services.batches.import_waiting",
        "failed": "events.exchange.services.batches.give_file_up",
    },
    "site": {
        "run": "events.website.services.sending.run_upload",
        "failed": "events.website.services.sending.give_up",
    },
    "site pages": {"run": "events.website.services.previewing.make_pages"},
    "analysis": {
        "run": "events.exchange.services.analysis.solve_next",
        "failed": "events.exchange.services.analysis.put_off_boards",
    },
}

BRIDGEWEBS_ADDRESS = "https://www.bridgewebs.com/cgi-bin/bwx/api.cgi"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

FORMAT_MODULE_PATH = "clubscore.date_formats"
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch"))]
# A club member chooses once.
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone(tzlocal.get_localzone_name() or "UTC")

STATIC_URL = "static/"
STATIC_ROOT = Path(
    os.environ.get("CLUBSCORE_STATIC")
    or (DATA_DIR if environment.IS_INSTALLED else BASE_DIR) / "staticfiles"
)
STATICFILES_DIRS = [BASE_DIR / "static", ("help", BASE_DIR / "docs" / "pictures")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "clubscore.web.static_files.HashedStaticFilesStorage"
    },
}

# Text uploads are read by clubscore.files.uploads, which says its limit of 1 MiB; a form that
# carries such a text needs a little more.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 2**20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# As much as any request may have (clubscore.web.limits): no upload is written to the disk, where
# a process that is killed would leave it.
FILE_UPLOAD_MAX_MEMORY_SIZE = 8 * 2**20

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        # Bootstrap's stylesheet draws its ticks and arrows from data: pictures.
        "img-src": [SELF, "data:"],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# After its last use: over a night between two days of a tournament, not over a week.
SESSION_COOKIE_AGE = 16 * 60 * 60
TLS = environment.flag("CLUBSCORE_TLS", default=PRODUCTION)
# In a hall without TLS the director's password would cross a Wi-Fi that everybody shares.
LOGIN_ONLY_HERE = HALL and not TLS and not environment.flag("CLUBSCORE_HALL_LOGIN")
# Whose word on the visitor's address is taken, counted from this server.
PROXIES = environment.number("CLUBSCORE_PROXIES", int(TLS))
if TLS:
    SECURE_PROXY_SSL_HEADER = environment.proxy_header()
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "clubscore.server.logs.PrivateFormatter"}},
    "filters": {"refusals": {"()": "clubscore.server.logs.WithoutRefusals"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refusals"]}
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # That a request waits a moment for a thread is no news.
    "loggers": {"waitress.queue": {"level": "ERROR"}},
}
