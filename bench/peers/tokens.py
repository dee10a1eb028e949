"""Tokens as tools take them that are told who asks: HS256 over a secret of the benchmark."""
import base64
import hashlib
import hmac
import json
import time

SECRET = "a secret of this benchmark alone, of 32 bytes and more"


def token(**claims):
    head = part({"alg": "HS256", "typ": "JWT"}) + "." + part({"exp": int(time.time()) + 86400, **claims})
    return head + "." + text(hmac.new(SECRET.encode(), head.encode(), hashlib.sha256).digest())


def part(claims):
    return text(json.dumps(claims).encode())


def text(found):
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()
