"""Settings of an installation. All come from the environment, with defaults that run."""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.logging import read_logging

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
environment.tighten_folder(VAR_DIR)

DEBUG = environment.read_bool("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or environment.get_or_create_secret_key(VAR_DIR)
SITE_URL = os.environ.get("SITE_URL", "http://localhost:8000")
ALLOWED_HOSTS = environment.read_list("ALLOWED_HOSTS") or [
    urlsplit(SITE_URL).hostname or "localhost",
    "localhost",
    "127.0.0.1",
    "[::1]",
]
REDIS_URL = os.environ.get("REDIS_URL", "")
BUILD = environment.compute_build(BASE_DIR)
LOGGING = read_logging()
ADMINS = environment.read_administrators()  # they are mailed the first of a kind of error a day

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # config/urls.py finds the pages, which commands do not need
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "csp",
    "django_htmx",
    "django_tables2",
    "lucide",
    "league",
]
MIDDLEWARE = [
    "config.middleware.reference_middleware",  # first: what any other one logs has the reference
    "config.middleware.omit_body_middleware",
    "config.robots.robots_middleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.refused_encodings_middleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.private_pages_middleware",  # after WhiteNoise: static files are public
    "league.web.sessions.PatientSessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "league.web.language.language_middleware",  # before any other that says something
    "league.web.limits.LimitsMiddleware",  # before any other that reads the body
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.web.sessions.sessions_middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "league.web.account.second_factor.SecondFactorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "league.web.hidden_club.HiddenClubs",
    "league.web.unsaved.unsaved_middleware",
    "league.web.unsaved.BusyMiddleware",
    "league.web.errors.UnknownGameMiddleware",
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
                "league.web.account.sign_up.describe_sign_up",
                "league.web.public.site_text.footer_links",
                "league.web.navigation.describe_navigation",
                "config.static.describe_files",
            ]
        },
    }
]

DATABASES = {"default": environment.read_database(VAR_DIR / "boolie.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "config.cache.ResilientRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.4, "socket_timeout": 0.4},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 2000},  # pages of about 10 kB, compressed
    }
}

AUTH_USER_MODEL = "league.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "name"]},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "league.web.account.password_validators.BreachedPasswordValidator"},
    {"NAME": "league.web.account.password_validators.NamesValidator"},
]
PASSWORD_HASHERS = ["config.hashers.FewAtOnceArgon2PasswordHasher"]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # first: it refuses whoever is locked out before a password is checked
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my"
LOGOUT_REDIRECT_URL = "home"

# Which search engines may list the site.
SEARCH_ENGINES = environment.read_choice("SEARCH_ENGINES", ("all", "none"), default="all")
# Accounts are by e-mail address, with a password or a code sent by mail. Who makes one: anybody, anybody whom an
# administrator then lets in, or whoever a club has invited.
SIGN_UP = environment.read_choice("SIGN_UP", ("open", "approval", "invitation"), default="open")
# The home page offers the log-ins of the demo clubs to everyone: only where nobody else can come, under `dev.py run`.
SHOW_DEMO_LOG_INS = environment.read_bool("SHOW_DEMO_LOG_INS")
if SHOW_DEMO_LOG_INS and urlsplit(SITE_URL).hostname not in ("localhost", "127.0.0.1", "::1"):
    raise ImproperlyConfigured(
        "SHOW_DEMO_LOG_INS is for your own computer only; SITE_URL is another address."
    )
ACCOUNT_ADAPTER = "league.web.account.adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
# A new account has a proved address from the beginning (league.web.account.sign_up), and a log-in never asks for the
# proof (league.web.account.adapter.Adapter). This is for a changed address.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 10 * 60  # seconds
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60  # seconds
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds; a link works once
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60  # seconds without being used; more limits are in league.web.sessions
ACCOUNT_RATE_LIMITS = {
    # Counted in the database, by league.web.account.guessing.
    "login_failed": False,
    "login": False,
    "reauthenticate": False,
    "change_password": False,
    # A whole match night may share one IP address. These are counted in each process, for what is not counted in the
    # database; allauth's other limits stay.
    "signup": "120/m/ip",
    "reset_password_from_key": "120/m/ip",
    "request_login_code": False,  # league.web.account.mails counts these
    "reset_password": False,
}
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody can have us write to addresses of strangers
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_FORMS = {
    "login": "league.web.account.log_in.LogInForm",
    "signup": "league.web.account.sign_up.SignUpForm",
    "request_login_code": "league.web.account.log_in.RequestCodeForm",
    "confirm_login_code": "league.web.account.log_in.CodeForm",
    "reset_password": "league.web.account.password.ResetPasswordForm",
    "reset_password_from_key": "league.web.account.password.NewPasswordForm",
    "change_password": "league.web.account.password.ChangePasswordForm",
    "set_password": "league.web.account.password.SetPasswordForm",
    "reauthenticate": "league.web.account.reauthentication.ReauthenticateForm",
}

# An app that shows codes, with recovery codes; passkeys, also to log in with.
REQUIRE_SECOND_FACTOR = environment.read_choice(
    "REQUIRE_SECOND_FACTOR", ("nobody", "administrators", "owners"), default="nobody"
)
MFA_ADAPTER = "league.web.account.second_factor.Adapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Boolie"
MFA_TOTP_TOLERANCE = 1  # half minutes by which a phone's clock may differ
MFA_RATE_LIMITS = {"webauthn_login": False}  # league.web.account.second_factor counts these
MFA_FORMS = {
    "authenticate": "league.web.account.second_factor.CodeForm",
    "reauthenticate": "league.web.account.second_factor.ReauthenticateByCodeForm",
    "activate_totp": "league.web.account.second_factor.ActivateAppForm",
    "add_webauthn": "league.web.account.second_factor.AddPasskeyForm",
    "authenticate_webauthn": "league.web.account.second_factor.UsePasskeyForm",
    "login_webauthn": "league.web.account.second_factor.LogInByPasskeyForm",
    "reauthenticate_webauthn": "league.web.account.second_factor.ReauthenticateByPasskeyForm",
}

# Against guessing: after ten wrong passwords in a row, an account is locked for 15 minutes from that IP address.
# More limits are in league.web.account.guessing.
MAX_LOG_INS_AN_HOUR = environment.read_count("MAX_LOG_INS_AN_HOUR", 5_000)  # by password, in unknown browsers
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_CLIENT_IP_CALLABLE = "league.web.visitor.get_counted_ip"
AXES_WHITELIST_CALLABLE = "league.web.account.guessing.is_counted_apart"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "login"
AXES_USERNAME_CALLABLE = "league.web.account.guessing.get_tried_email"
AXES_LOCKOUT_CALLABLE = "league.web.account.log_in.show_locked"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # trying on meanwhile does not make it longer
AXES_DISABLE_ACCESS_LOG = True  # privacy: no lasting record of who logged in when
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]  # each in its own words, for the people who look for it
FORMAT_MODULE_PATH = "config.formats"
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [BASE_DIR / "locale", *environment.list_catalogue_folders()]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/-/static/"
FONTS_DIR = VAR_DIR / "fonts"  # `build_fonts` writes it; without it pages use the system's font
HAS_FONTS = (FONTS_DIR / "inter-basic.woff2").exists()
STATICFILES_DIRS = [("fonts", FONTS_DIR)] if HAS_FONTS else []
WHITENOISE_USE_FINDERS = True  # no collectstatic that could be forgotten
WHITENOISE_MAX_AGE = 30 * 24 * 3600  # their URLs change with the build
WHITENOISE_MIMETYPES = {".svg": "image/svg+xml; charset=utf-8"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.BuildStaticFilesStorage"},
}

# The form of a sheet of 1,000 deals has up to 20,000 cells; the one that assigns divisions two fields for each player.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 21_000

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "tables/table.html"

# Only files of this site, and nothing inline.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"

DEFAULT_FROM_EMAIL = SERVER_EMAIL = f"Boolie <boolie@{urlsplit(SITE_URL).hostname or 'localhost'}>"
globals().update(environment.read_email())
MAX_MAILS_A_DAY = environment.read_count("MAX_MAILS_A_DAY", 10_000)  # codes, links and invitations asked for

# Secure cookies, redirect and HSTS follow the scheme of SITE_URL. A proxy that terminates HTTPS must overwrite
# X-Forwarded-Proto, whatever the visitor sent, and append the visitor's address to X-Forwarded-For.
_HTTPS = urlsplit(SITE_URL).scheme == "https"
CSRF_FAILURE_VIEW = "league.web.unsaved.refuse_forged"
CSRF_TRUSTED_ORIGINS = [SITE_URL.rstrip("/")]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _HTTPS
# Browsers take cookies of such names only by https, from this very host: no neighbouring one can set them.
_HOST_ONLY = "__Host-" if _HTTPS else ""
SESSION_COOKIE_NAME = f"{_HOST_ONLY}sessionid"
CSRF_COOKIE_NAME = f"{_HOST_ONLY}csrftoken"
MESSAGES_COOKIE_NAME = f"{_HOST_ONLY}messages"
KNOWN_BROWSER_COOKIE_NAME = f"{_HOST_ONLY}known-browser"  # league.web.account.guessing
MESSAGE_STORAGE = "config.messages.HostOnlyStorage"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if _HTTPS else 0  # axes counts wrong passwords by the same address
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]  # asked by programs on the same machine or network
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
# HSTS for subdomains and preloading: a club's host often has subdomains that are not Boolie's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False  # the Job row waits in the database: no request waits for a broker
CELERY_BROKER_CONNECTION_TIMEOUT = 0.4
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Together below a second: a submission waits that long for a broker that does not answer.
    "socket_connect_timeout": 0.4,
    "socket_timeout": 0.4,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "run waiting jobs": {"task": "league.tasks.run_jobs", "schedule": 5.0},
    "plan the daily job": {"task": "league.tasks.plan_jobs", "schedule": 600.0},
}
