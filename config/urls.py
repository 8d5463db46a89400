from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.utils.translation import gettext_lazy as _


def healthz(request: HttpRequest) -> HttpResponse:
    """Says that this process serves. It asks no database, so a slow one restarts no web process."""
    return HttpResponse("ok", content_type="text/plain")


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this address on pages that name no icon."""
    return redirect(static("icon.svg"))


handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"

admin.site.site_header = admin.site.site_title = "Nightfall"
admin.site.index_title = _("Rooms, games and staff")

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", favicon, name="favicon"),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
