<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;
use Vitaran\Exception\SignatureException;
use Vitaran\Internal\ExactJson;
use Vitaran\Internal\Secrets;

/** Webhooks: whether they are genuine, and what they say. Of every format that the server sends. */
final class Webhooks
{
    private readonly ?string $clientSecret;

    /** @var list<string> */
    private readonly array $webhookKeys;

    /**
     * Every signature that can be checked with the secrets given must hold.
     *
     * @param ?string $clientSecret checks the classic signatures, and that of the format v2
     * @param string|list<string>|null $webhookSecret checks the Standard Webhooks signature, which every format
     *     carries: `whsec_...`, or several while they are changed
     * @param int $toleranceSeconds that a signed time may be off; the classic signatures have no time
     * @throws InvalidInputException when no secret is given, or one is none
     */
    public function __construct(
        #[\SensitiveParameter] ?string $clientSecret = null,
        #[\SensitiveParameter] string|array|null $webhookSecret = null,
        private readonly int $toleranceSeconds = 300,
    ) {
        if ($clientSecret === null && ($webhookSecret ?? []) === []) {
            $said = 'clientSecret or webhookSecret is needed to verify a webhook';
            throw new InvalidInputException($said, 'clientSecret');
        }
        $this->webhookKeys = array_map(Secrets::webhookKey(...), array_values((array) $webhookSecret));
        $this->clientSecret = $clientSecret === null ? null : Secrets::client($clientSecret);
    }

    /**
     * The event of a genuine webhook.
     *
     * @param string $body as it came, before any parser: `file_get_contents('php://input')`
     * @param array<array-key, mixed> $headers of `getallheaders()`, PSR-7's `getHeaders()`, or `$_SERVER`
     * @param ?float $now in seconds since 1970; this machine's clock when null
     * @throws SignatureException when it is forged, changed, too old or unreadable
     */
    public function verify(string $body, array $headers, ?float $now = null): WebhookEvent
    {
        $header = self::readHeaders($headers);
        $fields = self::readFields($body, $header['content-type'] ?? null);
        $now ??= microtime(true);
        if ($this->webhookKeys !== []) {
            $this->checkStandard($body, $header, $now);
        }
        if ($this->clientSecret !== null && isset($header['x-webhook-signature'])) {
            $this->checkV2($this->clientSecret, $body, $header, $now);
        } elseif ($this->clientSecret !== null) {
            self::checkClassic($this->clientSecret, $body, $fields, $header['x-cf-signature'] ?? null);
        }
        return self::readEvent($fields, $header['webhook-id'] ?? null);
    }

    /** @return array<string, mixed> without secrets, for var_dump and its kin */
    public function __debugInfo(): array
    {
        return ['toleranceSeconds' => $this->toleranceSeconds];
    }

    /**
     * @param array<array-key, mixed> $headers
     * @return array<string, string> by their names in small letters, as `content-type`
     */
    private static function readHeaders(array $headers): array
    {
        $read = [];
        foreach ($headers as $name => $value) {
            // $_SERVER has HTTP_WEBHOOK_ID for Webhook-Id.
            $plain = preg_replace('/\Ahttp-/', '', strtr(strtolower((string) $name), '_', '-'));
            if (is_string($value) || is_array($value)) {
                $read[(string) $plain] = implode(', ', (array) $value);
            }
        }
        return $read;
    }

    /**
     * JSON or a form; numbers of JSON stay text.
     *
     * @return array<array-key, mixed>
     */
    private static function readFields(string $body, ?string $contentType): array
    {
        if (!str_contains($contentType ?? (str_starts_with($body, '{') ? 'json' : ''), 'json')) {
            return self::readForm($body);
        }
        try {
            $fields = ExactJson::decodeAsText($body);
        } catch (\JsonException) {
            throw new SignatureException("The webhook's body is no JSON");
        }
        if (is_array($fields) && str_starts_with(ltrim($body), '{')) {
            return $fields;
        }
        throw new SignatureException("The webhook's body is no JSON object");
    }

    /** @return array<array-key, string> by the names as they are: parse_str would change some, and lose others */
    private static function readForm(string $body): array
    {
        $fields = [];
        foreach (array_filter(explode('&', $body), static fn (string $pair): bool => $pair !== '') as $pair) {
            [$name, $value] = array_map(urldecode(...), [...explode('=', $pair, 2), '']);
            if (isset($fields[$name])) {
                throw new SignatureException('The webhook has a field twice');
            }
            $fields[$name] = $value;
        }
        return $fields;
    }

    /**
     * Field `signature`, and the header over the raw body where it came.
     *
     * @param array<array-key, mixed> $fields
     */
    private static function checkClassic(string $secret, string $body, array $fields, ?string $ofBody): void
    {
        $signature = $fields['signature'] ?? null;
        unset($fields['signature']);
        ksort($fields, SORT_STRING);
        $text = implode('', array_map(self::textOf(...), $fields));
        $expected = base64_encode(hash_hmac('sha256', $text, $secret, true));
        $bodyHolds = $ofBody === null || hash_equals(hash_hmac('sha256', $body, $secret), $ofBody);
        if (!is_string($signature) || !hash_equals($expected, $signature) || !$bodyHolds) {
            throw new SignatureException("The webhook's classic signature is not that of this client secret");
        }
    }

    private static function textOf(mixed $value): string
    {
        return match (true) {
            is_string($value) => $value,
            is_bool($value) => $value ? 'true' : 'false',
            default => throw new SignatureException('The webhook has a field that is no text'),
        };
    }

    /** @param array<string, string> $header */
    private function checkV2(string $secret, string $body, array $header, float $now): void
    {
        $timestamp = $header['x-webhook-timestamp'] ?? '';
        $expected = base64_encode(hash_hmac('sha256', $timestamp . $body, $secret, true));
        if (!hash_equals($expected, $header['x-webhook-signature'])) {
            throw new SignatureException("The webhook's v2 signature is not that of this client secret");
        }
        $this->checkTime((float) $timestamp / 1000, $now);
    }

    /**
     * https://www.standardwebhooks.com: any of the signatures, by any of the secrets.
     *
     * @param array<string, string> $header
     */
    private function checkStandard(string $body, array $header, float $now): void
    {
        [$id, $timestamp] = [$header['webhook-id'] ?? '', $header['webhook-timestamp'] ?? ''];
        $holds = false;
        foreach ($this->webhookKeys as $key) {
            $signed = hash_hmac('sha256', "{$id}.{$timestamp}.{$body}", $key, true);
            $expected = 'v1,' . base64_encode($signed);
            foreach (explode(' ', $header['webhook-signature'] ?? '') as $given) {
                $holds = hash_equals($expected, $given) || $holds;
            }
        }
        if (!$holds) {
            throw new SignatureException("The webhook's signature is not that of this webhook secret");
        }
        $this->checkTime((float) $timestamp, $now);
    }

    private function checkTime(float $seconds, float $now): void
    {
        if (abs($now - $seconds) > $this->toleranceSeconds) {
            $said = "The webhook was not signed within {$this->toleranceSeconds} seconds of now";
            throw new SignatureException($said);
        }
    }

    /** @param array<array-key, mixed> $fields */
    private static function readEvent(array $fields, ?string $id): WebhookEvent
    {
        $type = $fields['event'] ?? $fields['type'] ?? null;
        if (!is_string($type)) {
            throw new SignatureException('The webhook names no event');
        }
        $inside = $fields['data'] ?? null;
        unset($fields['event'], $fields['type'], $fields['data'], $fields['signature']);
        return new WebhookEvent($type, $id, is_array($inside) ? $inside : $fields);
    }
}
