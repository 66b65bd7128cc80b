from django.urls import include, path

from bench import views

urlpatterns = [
    path("bench/empty/", views.empty),
    path("bench/row/<int:line_id>/", views.row),
    path("bench/strings/<int:session_id>/", views.strings),
    path("", include("clubscore.urls")),
]
