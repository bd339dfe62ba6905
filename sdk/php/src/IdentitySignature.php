<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;

/** The RSA signature of a caller without a listed IP address. */
final class IdentitySignature
{
    /**
     * `X-Cf-Signature`: client id and Unix seconds, encrypted with the public key of the key pair (RSA-OAEP, SHA-1),
     * in Base64. The server takes it for ten minutes.
     *
     * @param string $publicKey PEM
     * @param ?int $now in seconds since 1970; this machine's clock when null
     * @throws InvalidInputException for a key that is no PEM
     */
    public static function sign(string $clientId, string $publicKey, ?int $now = null): string
    {
        $key = openssl_pkey_get_public($publicKey);
        $text = $clientId . '.' . ($now ?? time());
        if ($key === false || !openssl_public_encrypt($text, $signature, $key, OPENSSL_PKCS1_OAEP_PADDING)) {
            $why = openssl_error_string() ?: 'no key in it';
            throw new InvalidInputException("publicKey: not a public RSA key in PEM ({$why})", 'publicKey');
        }
        return base64_encode($signature);
    }
}
