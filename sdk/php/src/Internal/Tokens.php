<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\ErrorKind;
use Vitaran\Exception\AuthenticationException;
use Vitaran\Exception\ForbiddenException;
use Vitaran\Exception\ServerException;
use Vitaran\IdentitySignature;
use Vitaran\Token;
use Vitaran\TokenStore;

/** Bearer tokens: one at a time for all that share the store, renewed once however many calls need it. @internal */
final class Tokens
{
    /** A token this close to its end is renewed before it is used; tokens last 600 seconds. */
    private const RENEW_BEFORE_SECONDS = 60;

    public function __construct(
        private readonly Settings $settings,
        private readonly Transport $transport,
        private readonly Repeater $repeater,
        private readonly TokenStore $store,
    ) {
    }

    /**
     * A token that lasts for the coming call.
     *
     * @throws AuthenticationException for a wrong key pair or signature
     * @throws ForbiddenException for an IP address that is not listed
     */
    public function take(): string
    {
        $kept = $this->store->get($this->settings->tokenKey());
        return $kept !== null && self::lasts($kept) ? $kept->text : $this->renew(null);
    }

    /** A token other than this one, which the server did not take. */
    public function replace(#[\SensitiveParameter] string $refused): string
    {
        return $this->renew($refused);
    }

    private function renew(#[\SensitiveParameter] ?string $refused): string
    {
        return $this->store->renew(
            $this->settings->tokenKey(),
            // Another call may have renewed it while this one waited.
            fn (?Token $kept): Token => $kept !== null && $kept->text !== $refused && self::lasts($kept)
                ? $kept
                : $this->ask(),
        )->text;
    }

    private static function lasts(Token $token): bool
    {
        return $token->endsAt - self::RENEW_BEFORE_SECONDS > microtime(true);
    }

    /** By the key pair and the IP address, or by its RSA signature where there is a public key. */
    private function ask(): Token
    {
        $operation = Operation::authorize();
        $answer = $this->repeater->run($operation, [], function (int $attempt) use ($operation): Answer {
            $settings = $this->settings;
            $headers = ['X-Client-Id' => $settings->clientId, 'X-Client-Secret' => $settings->clientSecret];
            if ($settings->publicKey !== null) {
                $headers['X-Cf-Signature'] = IdentitySignature::sign($settings->clientId, $settings->publicKey);
            }
            return $this->transport->send(new Request($operation, $operation->path, $headers, ''), $attempt);
        });
        return self::read($answer);
    }

    /** How long it lasts is counted by the server's clock: this machine's may be wrong. */
    private static function read(Answer $answer): Token
    {
        $data = $answer->envelope['data'] ?? null;
        $text = is_array($data) ? $data['token'] ?? null : null;
        $expiry = is_array($data) ? $data['expiry'] ?? null : null;
        if (!is_string($text) || !is_numeric($expiry)) {
            $said = 'authorize: the answer has no token';
            throw new ServerException(ErrorKind::Server, $said, 'authorize', requestId: $answer->requestId);
        }
        Text::checkLine($text, 'token');
        return new Token($text, microtime(true) + (float) $expiry - $answer->serverTime);
    }
}
