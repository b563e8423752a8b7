"""Settings of one installation. Everything comes from the environment, with a default that runs."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = environment.switch("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or environment.secret_key(VAR_DIR)
SITE_URL = os.environ.get("SITE_URL", "http://localhost:8000")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or [
    urlsplit(SITE_URL).hostname or "localhost",
    "localhost",
    "127.0.0.1",
    "[::1]",
]
REDIS_URL = os.environ.get("REDIS_URL", "")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "league",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
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
            ]
        },
    }
]

DATABASES = {"default": environment.database(VAR_DIR / "boolie.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

AUTH_USER_MODEL = "league.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
LOGIN_URL = "log-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/-/static/"
WHITENOISE_USE_FINDERS = True  # served from where they lie: there is no collectstatic to forget

# Secure cookies, redirect and HSTS follow the scheme of SITE_URL. Behind a proxy that speaks https for
# us, the proxy must set X-Forwarded-Proto itself, whatever the visitor sent.
_HTTPS = urlsplit(SITE_URL).scheme == "https"
CSRF_TRUSTED_ORIGINS = [SITE_URL.rstrip("/")]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
# A club's host often has neighbours on other subdomains that we do not speak for.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False  # the Job row waits in the database: no request waits for a broker
CELERY_BROKER_CONNECTION_TIMEOUT = 0.4
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # The two together stay below a second: so long a submission may wait for a broker that does not answer.
    "socket_connect_timeout": 0.4,
    "socket_timeout": 0.4,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {"run waiting jobs": {"task": "league.tasks.run_jobs", "schedule": 5.0}}
