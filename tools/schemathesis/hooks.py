"""Signs every request as contract section 2 asks, over the very bytes that are sent."""

import base64
import hashlib
import hmac
import os
import re
from email.utils import formatdate
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

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


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """Each example names a reference of its own, so that not all but the first are duplicates."""
    if isinstance(case.body, dict) and EXAMPLE_REFERENCE.match(str(case.body.get("reference"))):
        case.body["reference"] = f"{case.body['reference']}-{uuid4()}"


@schemathesis.hook
def filter_case(context: schemathesis.HookContext, case: schemathesis.Case) -> bool:
    """An optional field that is blank counts as missing, whatever pattern it has: no bad data to be refused."""
    return not (case.meta and case.meta.generation.mode.is_negative and has_blank(case.body))


def has_blank(value: object) -> bool:
    if isinstance(value, str):
        return value.strip() == ""
    if isinstance(value, dict):
        return any(has_blank(item) for item in value.values())
    return isinstance(value, list) and any(has_blank(item) for item in value)


EXAMPLE_REFERENCE = re.compile(r"[a-z0-9_]+-1$")

# What no schema can say, or says by the name of a format only, and acceptance refuses with error 30.
BEYOND_SCHEMA = re.compile(
    # 10.0 is an integer to JSON Schema, and none to contract section 5.
    "check digit|major units|decimal|BCP 47|e-mail address|http or https URL|not an allowed target|has expired|in the future"
    "|a date that exists|ISO 8601|ISO 3166|not storable|holds the character"
    # The document leaves out a pattern with \p{L}, which not every validator knows, and says it in words.
    "|letters, spaces, apostrophes or hyphens"
    # What was offered or accepted before is in the books.
    "|not among the banks that were offered|other transfer details were accepted|another bank was chosen"
    # A cursor is opaque.
    "|next_after of an earlier page"
)


@schemathesis.check
def refused_for_form(ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case) -> None:
    """A body that fits the schema is never refused for its form (error 30 and 31)."""
    if response.status_code != 400 or not case.meta or not case.meta.generation.mode.is_positive:
        return
    error = response.json()
    problems = error["description"].split("; ")
    if error["error_code"] in (30, 31) and not all(BEYOND_SCHEMA.search(problem) for problem in problems):
        raise AssertionError(f"The body fits its schema, and is refused: {error['description']}")
