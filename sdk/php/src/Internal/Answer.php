<?php

declare(strict_types=1);

namespace Vitaran\Internal;

/** What the server has answered, whatever it says. @internal */
final class Answer
{
    /**
     * @param ?array<array-key, mixed> $envelope null where the answer is no JSON object
     * @param float $serverTime the server's clock, in seconds since 1970
     */
    public function __construct(
        public readonly int $httpStatus,
        public readonly string $requestId,
        public readonly string $contentType,
        public readonly string $content,
        public readonly ?array $envelope,
        public readonly ?int $retryAfterSeconds,
        public readonly float $serverTime,
    ) {
    }

    /** @param array<string, string> $headers by their names in small letters */
    public static function read(int $httpStatus, array $headers, string $content, string $requestId): self
    {
        $date = strtotime($headers['date'] ?? '');
        $contentType = $headers['content-type'] ?? '';
        return new self(
            $httpStatus,
            $headers['x-request-id'] ?? $requestId,
            $contentType,
            $content,
            str_contains($contentType, 'json') ? self::readEnvelope($content) : null,
            self::readRetryAfter($headers['retry-after'] ?? null),
            $date === false ? microtime(true) : (float) $date,
        );
    }

    /** Three digits, as text; null where no envelope came. */
    public function subCode(): ?string
    {
        $subCode = $this->envelope['subCode'] ?? null;
        return is_string($subCode) ? $subCode : null;
    }

    public function message(): ?string
    {
        $message = $this->envelope['message'] ?? null;
        return is_string($message) ? $message : null;
    }

    /** @return ?array<array-key, mixed> */
    private static function readEnvelope(string $content): ?array
    {
        try {
            $value = ExactJson::decode($content);
        } catch (\JsonException) {
            // Cut, or not what its type says: the status alone is judged.
            return null;
        }
        return is_array($value) ? $value : null;
    }

    /** Seconds, given as such or as a date (RFC 9110). */
    private static function readRetryAfter(?string $text): ?int
    {
        if ($text === null) {
            return null;
        }
        if (preg_match('/\A[0-9]{1,9}\z/', $text) === 1) {
            return (int) $text;
        }
        $at = strtotime($text);
        return $at === false ? null : max(0, $at - time());
    }
}
