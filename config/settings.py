"""Django settings, and the only place that reads the environment: docs/operations.md lists the variables."""

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent


# --- The environment ----------------------------------------------------------------------------------------


def _text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def _flag(name: str, default: bool) -> bool:
    value = _text(name).lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    if value:
        raise ImproperlyConfigured(f"{name} is {value!r}: say 1 or 0.")
    return default


def _list(name: str) -> list[str]:
    return [item.strip() for item in _text(name).split(",") if item.strip()]


def _required(name: str) -> str:
    value = _text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} must be set when NIGHTFALL_MODE is 'production'.")
    return value


# --- Mode: `play` is a game night at home over plain http, `production` a public server behind TLS ----------

MODE = _text("NIGHTFALL_MODE", "play")
if MODE not in {"play", "production"}:
    raise ImproperlyConfigured(f"NIGHTFALL_MODE is {MODE!r}: say 'play' or 'production'.")
PRODUCTION = MODE == "production"

DEBUG = _flag("NIGHTFALL_DEBUG", default=False)
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured(
        "NIGHTFALL_DEBUG shows the inside of the server to anyone: it is not for production."
    )

VAR_DIR = Path(_text("NIGHTFALL_VAR_DIR") or BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)

if PRODUCTION:
    SECRET_KEY = _required("NIGHTFALL_SECRET_KEY")
    ALLOWED_HOSTS = _list("NIGHTFALL_ALLOWED_HOSTS")
    if not ALLOWED_HOSTS:
        _required("NIGHTFALL_ALLOWED_HOSTS")
else:
    SECRET_KEY = _text("NIGHTFALL_SECRET_KEY") or secret_key.read_or_create(VAR_DIR / "secret_key")
    ALLOWED_HOSTS = ["*"]  # phones come by whatever name or number this machine has on the home network
CSRF_TRUSTED_ORIGINS = _list("NIGHTFALL_CSRF_TRUSTED_ORIGINS")
BEHIND_PROXY = _flag("NIGHTFALL_BEHIND_PROXY", default=True)

# The address for links and QR codes, such as https://mafia.example.org. Empty: the one a request came by.
PUBLIC_URL = _text("NIGHTFALL_PUBLIC_URL").rstrip("/")


# --- Apps and middleware ------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "accounts",
    "games",
    "ladder",
]

# No other site needs our files.
WHITENOISE_ALLOW_ALL_ORIGINS = False

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",  # below: files of ours need none, and it would weigh on each of them
    "django.middleware.gzip.GZipMiddleware",  # of random length, and tokens are masked: nothing to guess
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.guests.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.errors.WrongMethodMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

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
            ],
        },
    },
]


# --- Database -----------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASE_URL = _text("DATABASE_URL")
if PRODUCTION:
    _required("DATABASE_URL")

DATABASES = {"default": dj_database_url.parse(DATABASE_URL or f"sqlite:///{VAR_DIR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a writer queues for its turn at once; a deferred transaction fails half-way as "locked".
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
else:
    # The pool keeps connections; persistent ones (CONN_MAX_AGE) besides would run the server out of them.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": int(_text("NIGHTFALL_DB_POOL", "10"))}
    }


# --- Redis, Channels, Celery --------------------------------------------------------------------------------

REDIS_URL = _text("REDIS_URL")
if PRODUCTION:
    _required("REDIS_URL")

if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # redis-py's own defaults would time out idle subscriptions and cap the pool at 100 connections.
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 15, "max_connections": 20_000}]},
        },
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_TIMEOUT = 1.0
CELERY_TASK_PUBLISH_RETRY = False  # a hint that does not get through is made up for by the sweep
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.sweep", "schedule": 1.0, "options": {"expires": 2.0}},
}

CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        # Limits are counted here. By default it holds 300, and whoever made more of them up would be free.
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    )
}


# --- The clock of games -------------------------------------------------------------------------------------

# Without Redis there are no Celery workers, so the web process itself plays out the deadlines of games.
EMBEDDED_CLOCK = _flag("NIGHTFALL_EMBEDDED_CLOCK", default=not REDIS_URL)

# A file that holds a number of seconds to add to the time. Tests move time with it; a system check refuses
# it in production.
CLOCK_OFFSET_FILE = _text("NIGHTFALL_CLOCK_OFFSET_FILE")

# With workers, each deadline is also announced to them for precision; the sweep makes it certain.
CLOCK_HINTS = bool(REDIS_URL)

# How much a guest may do: so many at once, and one more after each so many seconds.
RATE_LIMITS = {
    "rooms": {"burst": 10, "seconds": 360.0},
    "joins": {"burst": 30, "seconds": 2.0},
    "lines": {"burst": 5, "seconds": 1.0},
    "acts": {"burst": 60, "seconds": 0.2},
    "notes": {"burst": 30, "seconds": 0.5},
    # All other posts of one person within one room: settings, seats, ready marks.
    "posts": {"burst": 60, "seconds": 0.5},
    "house rules": {"burst": 20, "seconds": 30.0},
    # The same for all who come from one address: a household, or a school, has one between them.
    "rooms from": {"burst": 40, "seconds": 60.0},
    "joins from": {"burst": 200, "seconds": 1.0},
}

# How many sockets one process holds open at most for a guest (each tab has one), and for an address.
OPEN_SOCKETS = {"guest": 20, "address": 500}

# How many proxies stand before the server. The address of a visitor is the one that the outermost of them
# added to X-Forwarded-For; with a wrong number here everybody would seem to come from a proxy, or be free to
# name any address.
TRUSTED_PROXIES = int(_text("NIGHTFALL_PROXIES", "1" if PRODUCTION and BEHIND_PROXY else "0"))

# Whether guests may play in public rooms, or only watch there.
GUESTS_MAY_PLAY_PUBLIC = _flag("NIGHTFALL_GUESTS_IN_PUBLIC", default=True)

# How long somebody who was put out of a room may not come back to it.
KICK_MINUTES = 10


# --- People -------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]


# --- Language and time --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"


# --- Static files -------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(_text("NIGHTFALL_STATIC_ROOT") or BASE_DIR / "staticfiles")
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.StaticFiles"},
}


# --- Security -----------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = PRODUCTION

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
# Browsers honour this header on secure origins only, and complain about it on others.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # W021 asks for "preload", a promise for the whole domain that only the owner of the domain can make.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    if BEHIND_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The largest thing anyone posts is a form of house rules.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024


# --- Errors and logging: names, times and where it happened, never what a request or a game held ------------

DEFAULT_EXCEPTION_REPORTER = "config.reporting.Reporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.reporting.NoValues"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.reporting.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {"discreet": {"()": "config.reporting.Discreet"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["discreet"]}},
    "root": {"handlers": ["console"], "level": _text("NIGHTFALL_LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A refusal is an answer, no fault; and its path would show whoever reads along which power was used.
        "django.request": {"level": "ERROR", "filters": ["discreet"]},
        "django.security.csrf": {"filters": ["discreet"]},
    },
}
