<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;
use Vitaran\Generated\Nouns;
use Vitaran\Internal\Calls;
use Vitaran\Internal\Repeater;
use Vitaran\Internal\Secrets;
use Vitaran\Internal\Settings;
use Vitaran\Internal\Tokens;
use Vitaran\Internal\Transport;

/**
 * A client of one key pair. It keeps one token for all its calls, so make one and keep it; give it a `FileTokenStore`
 * where each web request makes its own.
 */
final class Client extends Nouns
{
    /** The package's version, as its User-Agent tells it; a test compares it with composer.json. */
    public const VERSION = '0.1.0';

    public readonly Webhooks $webhooks;

    /**
     * @param string $baseUrl where the server is: `http://localhost:8080` for a sandbox on this machine
     * @param ?string $publicKey the public key (PEM) of your key pair, for callers without a listed IP address: tokens
     *     are then asked for with the RSA signature `X-Cf-Signature`. Without it the server goes by the IP address.
     * @param string|list<string>|null $webhookSecret the `whsec_` secret of a webhook endpoint, or several while they
     *     are changed: for `webhooks->verify`, which else goes by the client secret
     * @param int $timeoutMs milliseconds to wait for one answer; the server may wait five seconds for a bank
     * @param int $retries how often a call that may be repeated is repeated; 0 for never
     * @param ?string $proxy `http://user:password@proxy.example:3128`; the environment's when null
     * @param ?callable(string, string, array<string, mixed>): mixed $logger hears of every HTTP exchange, without
     *     bodies, keys and tokens: level, message and context, as the `log` of a PSR-3 logger takes them
     * @param ?TokenStore $tokenStore the memory of this client when null
     * @param array<int, mixed> $curlOptions more of curl's options: a client certificate, your own authorities
     * @throws InvalidInputException for options that cannot be
     */
    public function __construct(
        string $baseUrl,
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
        ?string $publicKey = null,
        #[\SensitiveParameter] string|array|null $webhookSecret = null,
        int $timeoutMs = 30_000,
        int $retries = 3,
        #[\SensitiveParameter] ?string $proxy = null,
        ?callable $logger = null,
        ?TokenStore $tokenStore = null,
        array $curlOptions = [],
    ) {
        $secrets = array_values((array) $webhookSecret);
        $log = $logger === null ? null : \Closure::fromCallable($logger);
        $settings = new Settings(
            $baseUrl,
            Secrets::client($clientId, 'clientId'),
            Secrets::client($clientSecret),
            $publicKey,
            $timeoutMs,
            $retries,
            $proxy,
            $log,
            $curlOptions,
        );
        $transport = new Transport($settings);
        $repeater = new Repeater($retries);
        $tokens = new Tokens($settings, $transport, $repeater, $tokenStore ?? new MemoryTokenStore());
        parent::__construct(new Calls($transport, $tokens, $repeater));
        $this->webhooks = $secrets === [] ? new Webhooks($clientSecret) : new Webhooks(webhookSecret: $secrets);
    }
}
