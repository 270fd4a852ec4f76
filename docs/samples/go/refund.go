package gateway

import (
	"encoding/json"
	"errors"
	"regexp"
)

var decimal = regexp.MustCompile(`^(0|[1-9][0-9]{0,14})(\.[0-9]+)?$`)

// RefundBody is the body of POST /v2/refund. amount is exact decimal text in major units, or "all": everything that is left.
func RefundBody(reference, paymentReference, amount string) ([]byte, error) {
	body := map[string]string{"reference": reference, "payment_reference": paymentReference}
	if amount != "all" {
		if !decimal.MatchString(amount) {
			return nil, errors.New("amount is neither a decimal nor all")
		}
		body["amount"] = amount
	}
	return json.Marshal(body)
}

var directions = map[string]string{
	"payment success":          "in",
	"payout success":           "out",
	"refund success":           "out",
	"reversal returned":        "in",
	"reversal chargeback_won":  "in",
	"reversal provider_refund": "out",
	"reversal chargeback":      "out",
}

// MoneyOf says where the amount of a callback went: in, out, or none moved, as by every type and kind that is not known here.
func MoneyOf(kindOfEvent, status, kind string) string {
	what := status
	if kindOfEvent == "reversal" {
		what = kind
	}
	if direction, known := directions[kindOfEvent+" "+what]; known {
		return direction
	}
	return "none"
}
