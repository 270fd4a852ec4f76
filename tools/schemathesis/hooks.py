"""Signs every request as contract section 2 asks, over the very bytes that are sent."""

import base64
import hashlib
import hmac
import os
from email.utils import formatdate
from urllib.parse import urlsplit

import schemathesis
from requests import PreparedRequest
from requests.auth import AuthBase

KEY_ID = os.environ.get("GATEWAY_KEY_ID", "mk_test_demo")
SECRET = base64.b64decode(os.environ.get("GATEWAY_KEY_SECRET", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))


class RequestSignature(AuthBase):
    def __call__(self, request: PreparedRequest) -> PreparedRequest:
        body = request.body or b""
        raw = body.encode() if isinstance(body, str) else body
        digest = f"SHA-256={base64.b64encode(hashlib.sha256(raw).digest()).decode()}"
        signed = {
            "(request-target)": f"{(request.method or '').lower()} {request.path_url}",
            "host": urlsplit(request.url or "").netloc,
            "date": formatdate(usegmt=True),
            "digest": digest,
        }
        text = "\n".join(f"{name}: {value}" for name, value in signed.items())
        signature = base64.b64encode(hmac.new(SECRET, text.encode(), hashlib.sha256).digest()).decode()
        request.headers["Date"] = signed["date"]
        request.headers["Digest"] = digest
        request.headers.setdefault("Content-Type", "application/json")
        request.headers["Authorization"] = (
            f'Signature keyId="{KEY_ID}",algorithm="hmac-sha256",'
            f'headers="{" ".join(signed)}",signature="{signature}"'
        )
        return request


schemathesis.auth.set_from_requests(RequestSignature())
