import java.util.Map;

public final class Refund {
    /** The body of POST /v2/refund. amount is exact decimal text in major units, or "all": everything that is left. */
    public static String body(String reference, String paymentReference, String amount) {
        boolean all = amount.equals("all");
        if (!all && !amount.matches("(0|[1-9][0-9]{0,14})(\\.[0-9]+)?"))
            throw new IllegalArgumentException("amount is neither a decimal nor all");
        return "{\"reference\":" + quote(reference) + ",\"payment_reference\":" + quote(paymentReference)
                + (all ? "}" : ",\"amount\":" + quote(amount) + "}");
    }

    private static final Map<String, String> DIRECTIONS = Map.of(
            "payment success", "in", "payout success", "out", "refund success", "out",
            "reversal returned", "in", "reversal chargeback_won", "in",
            "reversal provider_refund", "out", "reversal chargeback", "out");

    /** Where the amount of a callback went: in, out, or none moved, as by every type and kind that is not known here. */
    public static String moneyOf(String type, String status, String kind) {
        return DIRECTIONS.getOrDefault(type + " " + (type.equals("reversal") ? kind : status), "none");
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char one : text.toCharArray()) {
            if (one < ' ' || one == '"' || one == '\\') quoted.append(String.format("\\u%04x", (int) one));
            else quoted.append(one);
        }
        return quoted.append('"').toString();
    }
}
