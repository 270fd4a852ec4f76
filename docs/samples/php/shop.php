<?php

declare(strict_types=1);

require __DIR__ . '/gateway.php';

/** A payment from its creation to its verified callback: `SECRET=… CALLBACK_SECRET=… php shop.php` */
$gateway = getenv('GATEWAY') ?: 'http://localhost:3000';
$order = ['reference' => 'order-' . bin2hex(random_bytes(8)), 'amount' => '10.10', 'currency' => 'EUR'];

/** Sends the same bytes, each time with a new signature, until an answer says what became of them. */
function send(string $gateway, string $method, string $path, string $body = ''): array
{
    $host = preg_replace('#^https?://#', '', $gateway);
    for ($tries = 0; $tries < 20; $tries++) {
        $signed = signRequest(getenv('KEY_ID') ?: 'mk_test_demo', (string) getenv('SECRET'), $method, $host, $path, $body);
        $headers = array_map(fn ($name) => "$name: $signed[$name]", array_keys($signed));
        $options = ['method' => $method, 'header' => $headers, 'content' => $body, 'timeout' => 40, 'ignore_errors' => true];
        $answer = @file_get_contents($gateway . $path, false, stream_context_create(['http' => $options]));
        $head = implode("\n", $answer === false ? [] : $http_response_header);
        $status = preg_match('#^HTTP/\S+ (\d+)#', $head, $found) ? (int) $found[1] : 504; // no answer: as a 504
        if (!in_array($status, [429, 503, 504], true)) return json_decode($answer, true, 32, JSON_THROW_ON_ERROR);
        sleep(preg_match('/^retry-after: *(\d+)/mi', $head, $found) ? (int) $found[1] : 1);
    }
    throw new RuntimeException('No answer: ask again later, with the same reference');
}

/** One request to our own service: [headers as in $_SERVER, raw body]. A web server does this for you. */
function receive($connection): array
{
    $server = [];
    while (($line = rtrim((string) fgets($connection))) !== '') {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = trim($value);
    }
    return [$server, (string) stream_get_contents($connection, (int) ($server['HTTP_CONTENT_LENGTH'] ?? 0))];
}

$receiver = stream_socket_server('tcp://127.0.0.1:' . (getenv('PORT') === false ? '8080' : getenv('PORT')));
$port = (int) substr(strrchr(stream_socket_get_name($receiver, false), ':'), 1);
echo "listening: $port\n";

$request = [...$order,
    'method' => 'ideal',
    'mode' => 'initial',
    'amount' => 10.1,
    'customer' => ['identifier' => 'c-1', 'first_name' => 'Anna', 'last_name' => 'de Vries', 'country' => 'NL'],
    'callback_url' => "http://127.0.0.1:$port/hooks",
];
if (getenv('SCENARIO')) $request['extra'] = ['meta' => ['sandbox' => getenv('SCENARIO')]];
$created = send($gateway, 'POST', '/v2/payment', json_encode($request, JSON_THROW_ON_ERROR));
// Ours, but the answer to an earlier try was lost.
if ($created['error_code'] === 108 && isset($created['identifier']))
    $created = send($gateway, 'GET', "/v2/payment/{$order['reference']}");
if (($created['error_code'] ?? 0) !== 0) throw new RuntimeException("{$created['error_reason']}: {$created['description']}");
echo "created: {$created['reference']} {$created['status']}\n";
$next = $created['challenge']['challenge_redirect']['url'] ?? null;
if ($next !== null) echo "send the customer to: $next\n";

$seen = []; // in your database, in the transaction that also changes the order
for ($isEnded = false; !$isEnded && ($connection = stream_socket_accept($receiver, 3600));) {
    [$server, $body] = receive($connection);
    $genuine = isGenuine($server, $body, (string) getenv('CALLBACK_SECRET'));
    $event = $genuine ? json_decode($body, true, 32, JSON_THROW_ON_ERROR) : ['type' => 'none'];
    if ($event['type'] === 'payment' && $event['reference'] === $order['reference'] && !isset($seen[$event['event_id']])) {
        $seen[$event['event_id']] = true;
        $isRight = (float) $event['amount'] === (float) $order['amount'] && $event['currency'] === $order['currency'];
        echo "callback: {$event['reference']} ", $isRight ? $event['status'] : 'another amount', "\n";
        $isEnded = true;
    }
    // 200 only now: what is booked is not told again.
    $status = $genuine ? '200 OK' : '401 Unauthorized';
    fwrite($connection, "HTTP/1.1 $status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    fclose($connection);
}
