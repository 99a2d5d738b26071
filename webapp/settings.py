"""Every setting of the web, and the only place where it reads the environment.

Safe without any: no debug pages, a secret key of its own, answers to this machine's own names only.
"""

from pathlib import Path

from csp.constants import NONE, SELF

from compute.settings import settings as compute_settings
from webapp import environment

ROOT = Path(__file__).resolve().parent.parent
STATE = Path(environment.text("STATE_DIR", str(ROOT / "var")))

SECRET_KEY = environment.secret_key(STATE / "secret_key")
DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")  # the browser speaks TLS to us or to a proxy before us
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", "")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "webapp.runs",
    "webapp.studies",
    "webapp.accounts",
    "webapp.trainings",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "webapp.noindex.NoIndex",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "webapp" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

ROOT_URLCONF = "webapp.urls"
ASGI_APPLICATION = "webapp.asgi.application"
WEB_THREADS = environment.number("WEB_THREADS", 8)  # that answer requests
USE_TZ = True
LANGUAGES = (("en", "English"), ("zh-hans", "中文"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# SQLite in WAL mode: readers do not wait for the writer, and writers wait for each other instead of failing.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
DATABASES = {"default": environment.database("DATABASE_URL", f"sqlite:///{STATE / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    STATE.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": compute_settings().redis_url}
}

# The browser's session names the owner of its runs; it lives in the database, so that ending it closes its sockets.
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "webapp.errors.csrf_failure"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
X_FRAME_OPTIONS = "DENY"
EMBED_ORIGINS = environment.origins("EMBED_ORIGINS")  # whose pages may show a shared study in a frame
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# The page as Vite builds it, under /static/ with hashed names.
PAGE = Path(environment.text("PAGE_DIR", str(ROOT / "frontend" / "dist")))
STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "webapp" / "static", *([PAGE] if PAGE.is_dir() else [])]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"

BODY_LIMIT_BYTES = DATA_UPLOAD_MAX_MEMORY_SIZE = 2**21  # a text to learn from, each of its characters escaped
RUNS_PER_OWNER = environment.number("RUNS_PER_OWNER", 20)  # waiting or running at once
TRAININGS_PER_OWNER = environment.number("TRAININGS_PER_OWNER", 2)  # waiting or running at once
TRAININGS_KEPT_PER_OWNER = environment.number("TRAININGS_KEPT_PER_OWNER", 50)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Without a mail server, what would be sent is printed to the log of the web process.
EMAIL_HOST = environment.text("EMAIL_HOST", "")
EMAIL_PORT = environment.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = environment.text("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_PASSWORD", "")
EMAIL_USE_TLS = environment.flag("EMAIL_TLS", True)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "Attention Atlas <noreply@localhost>")

STUDIES_PER_OWNER = environment.number("STUDIES_PER_OWNER", 500)
REVISIONS_PER_STUDY = environment.number("REVISIONS_PER_STUDY", 200)
KEPT_BYTES_PER_OWNER = environment.number("KEPT_BYTES_PER_OWNER", 5 * 2**30)  # of the captures that studies refer to
UNSAVED_DAYS = environment.number("UNSAVED_DAYS", 30)
UNSAVED_BYTES = environment.number("UNSAVED_BYTES", 20 * 2**30)
DELETED_DAYS = environment.number("DELETED_DAYS", 30)  # a deleted study can be brought back for so long
GALLERY = environment.flag("GALLERY", True)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["webapp.browser.Browser"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "webapp.negotiation.OneForm",
    "DEFAULT_THROTTLE_RATES": {
        "owner": environment.text("RUNS_RATE_PER_OWNER", "60/minute"),
        "address": environment.text("RUNS_RATE_PER_ADDRESS", "300/minute"),
        "writes": environment.text("WRITES_RATE_PER_OWNER", "240/minute"),
        "opens": environment.text("OPENS_RATE_PER_ADDRESS", "1200/minute"),
        "sign_in_address": environment.text("SIGN_IN_RATE_PER_ADDRESS", "30/minute"),
        "sign_in_name": environment.text("SIGN_IN_RATE_PER_NAME", "10/minute"),
        "owner_trainings": environment.text("TRAININGS_RATE_PER_OWNER", "20/hour"),
        "address_trainings": environment.text("TRAININGS_RATE_PER_ADDRESS", "60/hour"),
        "owner_previews": environment.text("PREVIEWS_RATE_PER_OWNER", "600/minute"),
        "address_previews": environment.text("PREVIEWS_RATE_PER_ADDRESS", "1800/minute"),
    },
    "EXCEPTION_HANDLER": "webapp.errors.answer",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": environment.number("NUM_PROXIES", 0),
    # Escapes keep an answer that quotes an unpaired surrogate sendable.
    "UNICODE_JSON": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_secrets": {"()": "webapp.logs.WithoutSecrets"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["without_secrets"]}},
    "root": {"handlers": ["console"], "level": environment.text("LOG_LEVEL", "INFO")},
    # Every refusal is answered with its reason; only our own faults are worth a line.
    "loggers": {"django.request": {"level": "ERROR"}},
}
