"""Which consumer answers which socket address."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
