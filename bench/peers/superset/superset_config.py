"""Superset with a Redis cache, row filters by role, and no log row for each request."""

import os

from superset.utils.log import AbstractEventLogger

SECRET_KEY = GUEST_TOKEN_JWT_SECRET = os.environ["SECRET"]
SQLALCHEMY_DATABASE_URI = os.environ["METADATA"]
JWT_ACCESS_TOKEN_EXPIRES = 7200
WTF_CSRF_ENABLED = TALISMAN_ENABLED = RATELIMIT_ENABLED = AUTH_RATE_LIMITED = False
FEATURE_FLAGS = {"ROW_LEVEL_SECURITY": True}
FAB_ADD_SECURITY_API = True
LOG_LEVEL = "WARNING"


def redis_cache(database, prefix):
    return {
        "CACHE_TYPE": "RedisCache",
        "CACHE_DEFAULT_TIMEOUT": 3600,
        "CACHE_KEY_PREFIX": prefix,
        "CACHE_REDIS_URL": f"{os.environ['REDIS']}/{database}",
    }


CACHE_CONFIG, DATA_CACHE_CONFIG = redis_cache(0, "meta_"), redis_cache(1, "data_")
FILTER_STATE_CACHE_CONFIG, EXPLORE_FORM_DATA_CACHE_CONFIG = (
    redis_cache(2, "filter_"),
    redis_cache(3, "explore_"),
)


class NoEventLogger(AbstractEventLogger):
    """Does nothing. The default logger writes to the database with every request."""

    def log(self, *_, **__):
        return


EVENT_LOGGER = NoEventLogger()
