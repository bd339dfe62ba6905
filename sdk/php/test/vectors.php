<?php

/** Amounts and signatures, by the vectors that all client libraries share: one test each. */

declare(strict_types=1);

namespace Vitaran\Test;

use Vitaran\Client;
use Vitaran\Exception\InvalidInputException;
use Vitaran\Exception\SignatureException;
use Vitaran\Money;
use Vitaran\Webhooks;

$read = static fn (string $name): array
    => json_decode((string) file_get_contents(__DIR__ . "/../../vectors/{$name}"), true, flags: JSON_THROW_ON_ERROR);

$amounts = $read('amounts.json');
foreach ($amounts['taken'] as ['rupees' => $rupees, 'paise' => $paise, 'formatted' => $formatted]) {
    test("the amount {$rupees} is {$paise} paise", static function () use ($rupees, $paise, $formatted): void {
        same((int) $paise, Money::of($rupees)->paise);
        same($formatted, Money::rupees($rupees)->toRupees());
        same($formatted, (string) Money::paise((int) $paise));
    });
}
foreach ($amounts['refused'] as $given) {
    test('an amount is refused, and its field named: ' . json_encode($given), static function () use ($given): void {
        $make = isset($given['paise'])
            ? static fn (): Money => Money::paise((int) $given['paise'], 'fee')
            : static fn (): Money => Money::of($given['text'] ?? $given['number'], 'fee');
        same('fee', throws(InvalidInputException::class, $make, '/^fee: /')->field);
    });
}
foreach ($amounts['sums'] as ['rupees' => $rupees, 'formatted' => $formatted]) {
    test("the sum of some is {$formatted}", static fn () => same($formatted, Money::sum($rupees)->toRupees()));
}

/** @param array<string, string> $headers */
function refuse(Webhooks $webhooks, string $body, array $headers, ?float $now = null): void
{
    throws(SignatureException::class, static fn () => $webhooks->verify($body, $headers, $now));
}

$webhooks = $read('webhooks.json');
foreach ($webhooks['classic'] as $one) {
    test("classic webhook, as form and as JSON: {$one['name']}", static function () use ($one): void {
        ['clientSecret' => $secret, 'fields' => $data] = $one;
        $event = $data['event'];
        unset($data['event']);
        $genuine = new Webhooks($secret);
        foreach (['form' => 'application/x-www-form-urlencoded', 'json' => 'application/json'] as $kind => $type) {
            ['body' => $body, 'xCfSignature' => $signature] = $one[$kind];
            $headers = ['Content-Type' => $type, 'X-Cf-Signature' => $signature];
            foreach ([$headers, ['CONTENT_TYPE' => $type, 'HTTP_X_CF_SIGNATURE' => $signature]] as $given) {
                $got = $genuine->verify($body, $given);
                same([$event, null, $data], [$got->type, $got->id, $got->data]);
            }
            same($event, $genuine->verify($body, ['content-type' => [$type]])->type);
            refuse(new Webhooks("{$secret}x"), $body, $headers);
            refuse($genuine, $body, ['X-Cf-Signature' => str_repeat('00', 32)] + $headers);
            refuse($genuine, str_replace($event, 'TRANSFER_SUCCESS_', $body), []);
        }
    });
}
foreach ($webhooks['standard'] as $one) {
    test("Standard Webhooks, by each secret, within their time: {$one['name']}", static function () use ($one): void {
        ['body' => $body, 'secrets' => $secrets, 'webhookTimestamp' => $now] = $one;
        $headers = [
            'webhook-id' => $one['webhookId'],
            'webhook-timestamp' => (string) $now,
            'webhook-signature' => $one['webhookSignature'],
        ];
        foreach ([...$secrets, $secrets] as $secret) {
            $genuine = new Webhooks(webhookSecret: $secret);
            $event = $genuine->verify($body, $headers, $now);
            same($one['webhookId'], $event->id);
            matches('/^TRANSFER_/', $event->type);
            refuse($genuine, $body, $headers, $now + 301);
            refuse($genuine, $body, $headers, $now - 301);
            refuse($genuine, "{$body} ", $headers, $now);
            refuse($genuine, $body, ['webhook-id' => 'evt_other'] + $headers, $now);
            refuse($genuine, $body, ['webhook-signature' => 'v1,'] + $headers, $now);
        }
        refuse(new Webhooks(webhookSecret: 'whsec_b3RoZXI='), $body, $headers, $now);
        refuse(new Webhooks(webhookSecret: $secrets), $body, [], $now);
    });
}
foreach ($webhooks['v2'] as $one) {
    test("webhook of the format v2, its amount as exact text: {$one['type']}", static function () use ($one): void {
        ['body' => $body, 'xWebhookTimestamp' => $timestamp] = $one;
        $headers = [
            'content-type' => 'application/json',
            'x-webhook-timestamp' => (string) $timestamp,
            'x-webhook-signature' => $one['xWebhookSignature'],
        ];
        $genuine = new Webhooks($one['clientSecret']);
        $now = $timestamp / 1000;
        $event = $genuine->verify($body, $headers, $now);
        same($one['type'], $event->type);
        preg_match('/"transfer_amount":([0-9.]+)/', $body, $amount);
        same($amount[1] ?? null, $event->data['transfer_amount'] ?? null);
        refuse($genuine, str_replace('"data"', '"Data"', $body), $headers, $now);
        refuse($genuine, $body, ['x-webhook-timestamp' => (string) ($timestamp + 1)] + $headers, $now);
        refuse($genuine, $body, $headers, $now + 301);
    });
}

/** What the good secret of each field verifies: body, headers and the moment when it was signed. */
[$standard, $v2] = [$webhooks['standard'][0], $webhooks['v2'][0]];
$genuine = [
    'webhookSecret' => [
        $standard['body'],
        [
            'webhook-id' => $standard['webhookId'],
            'webhook-timestamp' => (string) $standard['webhookTimestamp'],
            'webhook-signature' => $standard['webhookSignature'],
        ],
        (float) $standard['webhookTimestamp'],
    ],
    'clientSecret' => [
        $v2['body'],
        [
            'x-webhook-timestamp' => (string) $v2['xWebhookTimestamp'],
            'x-webhook-signature' => $v2['xWebhookSignature'],
        ],
        $v2['xWebhookTimestamp'] / 1000,
    ],
];
$pair = ['baseUrl' => 'http://localhost:8080', 'clientId' => 'c', 'clientSecret' => 'a secret'];
$secrets = $read('secrets.json');
foreach (['webhookSecret', 'clientSecret'] as $field) {
    foreach ($secrets[$field]['taken'] as ['name' => $name, 'text' => $text]) {
        test("{$field} is cut clean: {$name}", static function () use ($field, $text, $genuine, $pair): void {
            $event = (new Webhooks(...[$field => $text]))->verify(...$genuine[$field]);
            matches('/^TRANSFER_/', $event->type);
            new Client(...[$field => $text] + $pair);
        });
    }
    foreach ($secrets[$field]['refused'] as ['name' => $name, 'text' => $text, 'because' => $because]) {
        test("{$field} is refused: {$name}", static function () use ($field, $text, $because, $pair): void {
            foreach ([Webhooks::class => [], Client::class => $pair] as $class => $options) {
                $make = static fn () => new $class(...[$field => $text] + $options);
                $error = throws(InvalidInputException::class, $make, '/' . preg_quote($because, '/') . '/');
                same($field, $error->field);
            }
        });
    }
}
