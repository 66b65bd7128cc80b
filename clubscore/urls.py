"""The addresses of the site: home and health here, everything else in the apps."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from clubscore.help import views as help_pages
from clubscore.keeping.backups import views as backups
from clubscore.web import connection_check as connection_check, hall as hall, pages as pages

admin.site.index_title = _("Administration")

urlpatterns = [
    path("", include("events.home_urls")),
    path("favicon.ico", pages.favicon),
    path("about/", pages.about, name="about"),
    path("help/", help_pages.index, name="help"),
    path("help/<slug:name>/", help_pages.guide, name="help-guide"),
    path("healthz", pages.healthz, name="healthz"),
    path("language/", pages.language, name="language"),
    path("language/choose/", require_POST(set_language), name="set_language"),
    path("try/hall/", hall.change, name="hall"),
    path("try/", connection_check.try_page, name="try"),
    path("try/check/", connection_check.check, name="try-check"),
    path("try/check/now/", connection_check.check_now, name="try-check-now"),
    path("", include("accounts.login_urls")),
    path("backups/", backups.index, name="backups"),
    path("backups/make/", backups.make, name="backups-make"),
    path("backups/<str:name>", backups.download, name="backups-download"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("accounts/", include("accounts.urls")),
    path("players/", include("players.urls")),
    path("movements/", include("movements.urls")),
    path("", include("events.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "clubscore.web.pages.bad_request"
handler403 = "clubscore.web.pages.forbidden"
handler404 = "clubscore.web.pages.not_found"
handler500 = "clubscore.web.pages.server_error"
