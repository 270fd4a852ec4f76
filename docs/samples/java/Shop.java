import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A payment from its creation to its verified callback: `SECRET=… CALLBACK_SECRET=… java Shop` */
public final class Shop {
    private static final String GATEWAY = setting("GATEWAY", "http://localhost:3000");
    private static final String REFERENCE = "order-" + System.currentTimeMillis() + "-j";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    /** In your database, in the transaction that also changes the order. */
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
    private static final CountDownLatch ENDED = new CountDownLatch(1);

    public static void main(String[] words) throws Exception {
        int port = Integer.parseInt(setting("PORT", "8080"));
        HttpServer receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        receiver.createContext("/hooks", Shop::receive);
        receiver.start();
        System.out.println("listening: " + receiver.getAddress().getPort());

        String scenario = setting("SCENARIO", "");
        String body = "{\"method\":\"ideal\",\"mode\":\"initial\",\"reference\":\"" + REFERENCE + "\","
                + "\"currency\":\"EUR\",\"amount\":10.10,"
                + "\"customer\":{\"identifier\":\"c-1\",\"first_name\":\"Anna\",\"last_name\":\"de Vries\",\"country\":\"NL\"},"
                + (scenario.isEmpty() ? "" : "\"extra\":{\"meta\":{\"sandbox\":\"" + scenario + "\"}},")
                + "\"callback_url\":\"http://127.0.0.1:" + receiver.getAddress().getPort() + "/hooks\"}";
        String created = send("POST", "/v2/payment", body);
        // Ours, but the answer to an earlier try was lost.
        if (field(created, "error_code").equals("108") && !field(created, "identifier").isEmpty())
            created = send("GET", "/v2/payment/" + REFERENCE, "");
        if (!field(created, "error_code").matches("0?"))
            throw new IllegalStateException(field(created, "error_reason") + ": " + field(created, "description"));
        System.out.println("created: " + field(created, "reference") + " " + field(created, "status"));
        String next = field(created, "url");
        if (!next.isEmpty()) System.out.println("send the customer to: " + next);
        ENDED.await();
        receiver.stop(1);
    }

    private static void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String secret = setting("CALLBACK_SECRET", "");
        boolean genuine;
        try {
            genuine = Gateway.isGenuine(exchange.getRequestHeaders()::getFirst, body, secret, Instant.now());
        } catch (GeneralSecurityException unusable) {
            genuine = false;
        }
        boolean ended = genuine && book(new String(body, UTF_8));
        exchange.sendResponseHeaders(genuine ? 200 : 401, -1); // 200 only now: what is booked is not told again
        exchange.close();
        if (ended) ENDED.countDown();
    }

    /** Whether it was the end of our order, told for the first time. */
    private static boolean book(String event) {
        if (!field(event, "type").equals("payment") || !field(event, "reference").equals(REFERENCE)) return false;
        if (!SEEN.add(field(event, "event_id"))) return false;
        boolean isRight = new BigDecimal(field(event, "amount")).compareTo(new BigDecimal("10.10")) == 0
                && field(event, "currency").equals("EUR");
        System.out.println("callback: " + REFERENCE + " " + (isRight ? field(event, "status") : "another amount"));
        return true;
    }

    /** Sends the same bytes, each time with a new signature, until an answer says what became of them. */
    private static String send(String method, String path, String body) throws Exception {
        URI address = URI.create(GATEWAY + path);
        for (int tries = 0; tries < 20; tries++) {
            HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(40));
            request.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            Gateway.signRequest(setting("KEY_ID", "mk_test_demo"), setting("SECRET", ""), method,
                    address.getAuthority(), path, body.getBytes(UTF_8), Instant.now()).forEach(request::header);
            long wait = 1;
            try {
                HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
                if (!Set.of(429, 503, 504).contains(answer.statusCode())) return answer.body();
                wait = answer.headers().firstValueAsLong("Retry-After").orElse(1);
            } catch (IOException noAnswer) {
                // As a 504.
            }
            Thread.sleep(1000 * wait);
        }
        throw new IllegalStateException("No answer: ask again later, with the same reference");
    }

    /** The first text or number of this name. Java has no JSON of its own: use your library here. */
    private static String field(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\\s*\"?([^\",}]*)").matcher(json);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
