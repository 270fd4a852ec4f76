import json
import re


def refund_body(reference, payment_reference, amount):
    """The body of POST /v2/refund. `amount` is exact decimal text in major units, or "all": everything that is left."""
    body = {"reference": reference, "payment_reference": payment_reference}
    if amount != "all":
        if not re.fullmatch(r"(0|[1-9][0-9]{0,14})(\.[0-9]+)?", amount):
            raise ValueError("amount is neither a decimal nor all")
        body["amount"] = amount
    return json.dumps(body, ensure_ascii=False).encode()


DIRECTIONS = {
    "payment success": "in",
    "payout success": "out",
    "refund success": "out",
    "reversal returned": "in",
    "reversal chargeback_won": "in",
    "reversal provider_refund": "out",
    "reversal chargeback": "out",
}


def money_of(type, status=None, kind=None):
    """Where the `amount` of a callback went: in, out, or none moved, as by every type and kind that is not known here."""
    return DIRECTIONS.get(f"{type} {kind if type == 'reversal' else status}", "none")
