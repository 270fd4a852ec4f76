import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Gateway {
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** The headers of one request but Host, which the client sends by itself. path has its query, body is what is sent, secret the key as it was handed over. */
    public static Map<String, String> signRequest(
            String keyId, String secret, String method, String host, String path, byte[] body, Instant now)
            throws GeneralSecurityException {
        String date = HTTP_DATE.format(now);
        String digest = "SHA-256=" + base64(MessageDigest.getInstance("SHA-256").digest(body));
        String text = "(request-target): " + method.toLowerCase(Locale.ROOT) + " " + path
                + "\nhost: " + host + "\ndate: " + date + "\ndigest: " + digest;
        String signature = base64(hmac(Base64.getDecoder().decode(secret), text.getBytes(UTF_8)));
        return Map.of(
                "Content-Type", "application/json", "Date", date, "Digest", digest,
                "Authorization", "Signature keyId=\"" + keyId + "\",algorithm=\"hmac-sha256\","
                        + "headers=\"(request-target) host date digest\",signature=\"" + signature + "\"");
    }

    /** Whether a callback is the gateway's. header is request::getHeader, body the raw bytes, secret begins with whsec_. */
    public static boolean isGenuine(UnaryOperator<String> header, byte[] body, String secret, Instant now)
            throws GeneralSecurityException {
        String id = header.apply("webhook-id");
        String timestamp = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
        if (key.length < 24 || id == null || signatures == null || timestamp == null) return false;
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now);
        if (age.abs().compareTo(Duration.ofSeconds(300)) > 0) return false;
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes((id + "." + timestamp + ".").getBytes(UTF_8));
        signed.writeBytes(body);
        byte[] expected = ("v1," + base64(hmac(key, signed.toByteArray()))).getBytes(UTF_8);
        for (String claimed : signatures.split(" ")) {
            if (MessageDigest.isEqual(claimed.getBytes(UTF_8), expected)) return true;
        }
        return false;
    }

    private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
