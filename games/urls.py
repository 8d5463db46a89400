from django.urls import path

from games import house_views, public_views, rules_views, verify_views, views

app_name = "games"

urlpatterns = [
    path("", public_views.home, name="home"),
    path("how-to-play/", rules_views.overview, name="how_to_play"),
    path("how-to-play/<slug:preset>/", rules_views.preset, name="rules"),
    path("verify/", verify_views.verify, name="verify"),
    path("rooms/", public_views.rooms, name="rooms"),
    path("house-rules/", house_views.own, name="house_rules"),
    path("house-rules/<str:slug>/", house_views.show, name="house_rule"),
    path("house-rules/<str:slug>/open/", house_views.open_room, name="house_rule_open"),
    path("house-rules/<str:slug>/rename/", house_views.rename, name="house_rule_rename"),
    path("house-rules/<str:slug>/delete/", house_views.delete, name="house_rule_delete"),
    path("play/", public_views.quick_play, name="quick_play"),
    path("join/", public_views.find, name="find"),
    path("j/<str:code>/", views.join, name="join"),
    path("r/<str:code>/", views.room, name="room"),
    path("r/<str:code>/story/", views.story, name="story"),
    path("r/<str:code>/deal.json", verify_views.deal_file, name="deal_file"),
    path("r/<str:code>/do/<slug:verb>/", views.do, name="do"),
    path("r/<str:code>/enter/", views.enter, name="enter"),
    path("r/<str:code>/dealt/", views.start_dealt, name="start_dealt"),
    path("r/<str:code>/seat/", views.seat_without_phone, name="seat_without_phone"),
    path("r/<str:code>/say/", views.say, name="say"),
    path("r/<str:code>/note/", views.note, name="note"),
    path("r/<str:code>/tag/", views.tag, name="tag"),
    path("r/<str:code>/options/", views.options, name="options"),
    path("r/<str:code>/keep/", house_views.keep, name="keep"),
    path("r/<str:code>/ready/", views.ready, name="ready"),
    path("r/<str:code>/lock/", views.lock, name="lock"),
    path("r/<str:code>/narrate/", views.narrate, name="narrate"),
    path("r/<str:code>/bots/", views.add_bots, name="add_bots"),
    path("r/<str:code>/bots/remove/", views.remove_bot, name="remove_bot"),
    path("r/<str:code>/kick/", views.kick, name="kick"),
    path("r/<str:code>/hand-over/", views.hand_over, name="hand_over"),
    path("r/<str:code>/start/", views.start, name="start"),
    path("r/<str:code>/rematch/", views.rematch, name="rematch"),
    path("r/<str:code>/lobby/", views.back_to_lobby, name="back_to_lobby"),
    path("r/<str:code>/leave/", views.leave, name="leave"),
]
