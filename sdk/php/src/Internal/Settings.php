<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\Exception\InvalidInputException;

/** How a client is set up, checked. @internal */
final class Settings
{
    public readonly string $baseUrl;

    /**
     * @param ?\Closure(string, string, array<string, mixed>): void $logger
     * @param array<int, mixed> $curlOptions
     * @throws InvalidInputException for a missing key pair, an address that is none, and times that cannot be
     */
    public function __construct(
        string $baseUrl,
        public readonly string $clientId,
        #[\SensitiveParameter] public readonly string $clientSecret,
        public readonly ?string $publicKey,
        public readonly int $timeoutMs,
        public readonly int $retries,
        #[\SensitiveParameter] public readonly ?string $proxy,
        public readonly ?\Closure $logger,
        public readonly array $curlOptions,
    ) {
        foreach (['clientId' => $clientId, 'clientSecret' => $clientSecret, 'baseUrl' => $baseUrl] as $field => $text) {
            if ($text === '') {
                throw new InvalidInputException("{$field} is missing", $field);
            }
            Text::checkLine($text, $field);
        }
        if ($proxy !== null && preg_match('~\A[a-z0-9]+://[^\s/?#]+/?\z~', $proxy) !== 1) {
            // It may hold a password, so the error does not repeat it.
            throw new InvalidInputException('proxy: must be an address, such as http://proxy.example:3128', 'proxy');
        }
        $this->baseUrl = self::readAddress($baseUrl);
        self::checkLeast($timeoutMs, 1, 'timeoutMs');
        self::checkLeast($retries, 0, 'retries');
    }

    /** The same for clients that may use one token; it does not show the secret. */
    public function tokenKey(): string
    {
        return hash('sha256', implode("\n", [$this->baseUrl, $this->clientId, $this->clientSecret]));
    }

    /** @return array<string, mixed> without secrets, for var_dump and its kin */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'clientId' => $this->clientId];
    }

    private static function readAddress(string $text): string
    {
        if (preg_match('~\Ahttps?://[^\s?#]+\z~', $text) !== 1 || parse_url($text, PHP_URL_HOST) === null) {
            $said = json_encode($text, JSON_UNESCAPED_SLASHES);
            throw new InvalidInputException("baseUrl: {$said} is not an http or https address", 'baseUrl');
        }
        return rtrim($text, '/');
    }

    private static function checkLeast(int $value, int $least, string $field): void
    {
        if ($value < $least) {
            throw new InvalidInputException("{$field}: {$value} is less than {$least}", $field);
        }
    }
}
