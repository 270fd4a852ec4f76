<?php

declare(strict_types=1);

/** The headers of one request but Host, which the client sends by itself. $path has its query, $body is what is sent, $secret the key as it was handed over. */
function signRequest(string $keyId, string $secret, string $method, string $host, string $path, string $body = '', ?int $now = null): array
{
    $date = gmdate('D, d M Y H:i:s \G\M\T', $now ?? time());
    $digest = 'SHA-256=' . base64_encode(hash('sha256', $body, true));
    $text = '(request-target): ' . strtolower($method) . " $path\nhost: $host\ndate: $date\ndigest: $digest";
    $signature = base64_encode(hash_hmac('sha256', $text, base64_decode($secret), true));
    return [
        'Content-Type' => 'application/json',
        'Date' => $date,
        'Digest' => $digest,
        'Authorization' => "Signature keyId=\"$keyId\",algorithm=\"hmac-sha256\","
            . "headers=\"(request-target) host date digest\",signature=\"$signature\"",
    ];
}

/** Whether a callback is the gateway's. $server is $_SERVER, $body is php://input, $secret begins with whsec_. */
function isGenuine(array $server, string $body, string $secret, ?int $now = null): bool
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $key = base64_decode(substr($secret, strlen('whsec_')));
    if (strlen($key) < 24 || $id === '' || preg_match('/^\d{1,12}$/D', $timestamp) !== 1) return false;
    if (abs(($now ?? time()) - (int) $timestamp) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $claimed) {
        if (hash_equals($expected, $claimed)) return true;
    }
    return false;
}
