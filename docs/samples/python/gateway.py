import base64
import hashlib
import hmac
import re
import time
from email.utils import formatdate


def sign_request(key_id, secret, method, host, path, body=b"", now=None):
    """The headers of one request but `Host`, which the client sends by itself. `path` has its query, `body` is the bytes that are sent, `secret` the key as it was handed over."""
    date = formatdate(time.time() if now is None else now, usegmt=True)
    digest = "SHA-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()
    text = f"(request-target): {method.lower()} {path}\nhost: {host}\ndate: {date}\ndigest: {digest}"
    mac = hmac.new(base64.b64decode(secret), text.encode(), hashlib.sha256)
    signature = base64.b64encode(mac.digest()).decode()
    return {
        "Content-Type": "application/json",
        "Date": date,
        "Digest": digest,
        "Authorization": f'Signature keyId="{key_id}",algorithm="hmac-sha256",'
        f'headers="(request-target) host date digest",signature="{signature}"',
    }


def is_genuine(headers, body, secret, now=None):
    """Whether a callback is the gateway's. `headers.get` takes a name in any case, `body` is bytes, `secret` begins with whsec_."""
    id, timestamp, signatures = (headers.get("webhook-" + name, "") for name in ("id", "timestamp", "signature"))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if len(key) < 24 or not id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    mac = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    expected = b"v1," + base64.b64encode(mac.digest())
    return any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" "))
