import json
import os
import threading
import time
import urllib.error
import urllib.request
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from gateway import is_genuine, sign_request

# A payment from its creation to its verified callback: `SECRET=… CALLBACK_SECRET=… python3 shop.py`
GATEWAY = os.environ.get("GATEWAY", "http://localhost:3000")
KEY_ID = os.environ.get("KEY_ID", "mk_test_demo")
order = {"reference": f"order-{time.time_ns()}", "amount": "10.10", "currency": "EUR"}
seen = set()  # in your database, in the transaction that also changes the order
ended = threading.Event()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers, body, os.environ["CALLBACK_SECRET"])
        is_ended = genuine and book(json.loads(body))
        self.send_response(200 if genuine else 401)  # 200 only now: what is booked is not told again
        self.send_header("Content-Length", "0")
        self.end_headers()
        if is_ended:
            ended.set()

    def log_message(self, *_words):
        pass


def book(event):
    """Whether it was the end of our order, told for the first time."""
    if event["type"] != "payment" or event["reference"] != order["reference"] or event["event_id"] in seen:
        return False
    seen.add(event["event_id"])
    is_right = Decimal(event["amount"]) == Decimal(order["amount"]) and event["currency"] == order["currency"]
    print(f"callback: {event['reference']} {event['status'] if is_right else 'another amount'}", flush=True)
    return True


def send(method, path, body=None):
    """Sends the same bytes, each time with a new signature, until an answer says what became of them."""
    for _ in range(20):
        headers = sign_request(KEY_ID, os.environ["SECRET"], method, urlsplit(GATEWAY).netloc, path, body or b"")
        request = urllib.request.Request(GATEWAY + path, body, headers, method=method)
        wait = 1
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 503, 504):
                return json.load(refused)
            wait = int(refused.headers.get("Retry-After", 1))
        except OSError:
            pass  # no answer: as a 504
        time.sleep(wait)
    raise RuntimeError("No answer: ask again later, with the same reference")


receiver = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
print(f"listening: {receiver.server_port}", flush=True)

request = {
    **order,
    "method": "ideal",
    "mode": "initial",
    "amount": 10.1,
    "customer": {"identifier": "c-1", "first_name": "Anna", "last_name": "de Vries", "country": "NL"},
    "callback_url": f"http://127.0.0.1:{receiver.server_port}/hooks",
}
if "SCENARIO" in os.environ:
    request["extra"] = {"meta": {"sandbox": os.environ["SCENARIO"]}}
created = send("POST", "/v2/payment", json.dumps(request).encode())
if created["error_code"] == 108 and created.get("identifier"):
    # Ours, but the answer to an earlier try was lost.
    created = send("GET", f"/v2/payment/{order['reference']}")
if created.get("error_code"):
    raise RuntimeError(f"{created['error_reason']}: {created['description']}")
print(f"created: {created['reference']} {created['status']}", flush=True)
redirect = (created.get("challenge") or {}).get("challenge_redirect")
if redirect:
    print(f"send the customer to: {redirect['url']}", flush=True)
ended.wait()
