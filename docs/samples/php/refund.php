<?php

declare(strict_types=1);

/** The body of POST /v2/refund. $amount is exact decimal text in major units, or 'all': everything that is left. */
function refundBody(string $reference, string $paymentReference, string $amount): string
{
    $body = ['reference' => $reference, 'payment_reference' => $paymentReference];
    if ($amount !== 'all') {
        if (preg_match('/^(0|[1-9][0-9]{0,14})(\.[0-9]+)?$/D', $amount) !== 1)
            throw new InvalidArgumentException('amount is neither a decimal nor all');
        $body['amount'] = $amount;
    }
    return json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

const DIRECTIONS = [
    'payment success' => 'in',
    'payout success' => 'out',
    'refund success' => 'out',
    'reversal returned' => 'in',
    'reversal chargeback_won' => 'in',
    'reversal provider_refund' => 'out',
    'reversal chargeback' => 'out',
];

/** Where the amount of a callback went: in, out, or none moved, as by every type and kind that is not known here. */
function moneyOf(string $type, ?string $status, ?string $kind): string
{
    return DIRECTIONS[$type . ' ' . ($type === 'reversal' ? $kind : $status)] ?? 'none';
}
