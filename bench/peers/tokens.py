"""JSON Web Tokens (HS256) for tools that accept an external issuer."""

import base64
import hashlib
import hmac
import json
import time

SECRET = "a secret for this benchmark, at least 32 bytes long"


def create_token(**claims):
    head = (
        encode_json({"alg": "HS256", "typ": "JWT"})
        + "."
        + encode_json({"exp": int(time.time()) + 86400, **claims})
    )
    return (
        head
        + "."
        + encode_base64(hmac.new(SECRET.encode(), head.encode(), hashlib.sha256).digest())
    )


def encode_json(claims):
    return encode_base64(json.dumps(claims).encode())


def encode_base64(found):
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()
