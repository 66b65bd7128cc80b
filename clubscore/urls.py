"""The addresses of the site: home and health here, everything else in the apps."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.views import LoginPage, admin_login
from clubscore import about, try_views, views
from clubscore.backups import views as backups
from clubscore.help import views as help_pages

admin.site.index_title = _("Administration")

urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.favicon),
    path("search/", views.search, name="search"),
    path("about/", about.about, name="about"),
    path("help/", help_pages.index, name="help"),
    path("help/<slug:name>/", help_pages.guide, name="help-guide"),
    path("healthz", views.healthz, name="healthz"),
    path("language/", views.language, name="language"),
    path("language/choose/", require_POST(set_language), name="set_language"),
    path("try/", try_views.try_page, name="try"),
    path("try/check/", try_views.check, name="try-check"),
    path("try/check/now/", try_views.check_now, name="try-check-now"),
    path("login/", LoginPage.as_view(), name="login"),
    path("backups/", backups.index, name="backups"),
    path("backups/make/", backups.make, name="backups-make"),
    path("backups/<str:name>", backups.download, name="backups-download"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("accounts/", include("accounts.urls")),
    path("players/", include("players.urls")),
    path("movements/", include("movements.urls")),
    path("", include("events.urls")),
    path("admin/login/", admin_login),
    path("admin/", admin.site.urls),
]

handler400 = "clubscore.views.bad_request"
handler403 = "clubscore.views.forbidden"
handler404 = "clubscore.views.not_found"
handler500 = "clubscore.views.server_error"
