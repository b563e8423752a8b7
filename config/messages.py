"""Messages in a cookie that only this host can set, or in the session where they are long."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostOnlyCookieStorage(CookieStorage):
    cookie_name = settings.MESSAGES_COOKIE_NAME


class HostOnlyStorage(FallbackStorage):
    storage_classes = (HostOnlyCookieStorage, SessionStorage)
