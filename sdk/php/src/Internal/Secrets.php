<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\Exception\InvalidInputException;

/**
 * Secrets as they arrive from environment files, secret stores and copies of the dashboard: what is certainly not part of
 * one is cut off, and what cannot be one is refused with a sentence about the secret, when the client is made. The table
 * in `sdk/vectors/secrets.json` holds for the libraries of all languages.
 *
 * @internal
 */
final class Secrets
{
    /** White space of every kind, and marks that are not seen. */
    private const BLANK = '[\x00-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200d}\x{2028}\x{2029}\x{202f}\x{205f}\x{2060}'
        . '\x{3000}\x{feff}]+';

    private const QUOTED = '/\A(?|"(.*)"|\'(.*)\'|`(.*)`|“(.*)”|‘(.*)’)\z/su';

    /** Programs write these words where a variable is not set. */
    private const UNSET = ['undefined', 'null', 'none', 'nil', 'nan', 'true', 'false'];

    /** @throws InvalidInputException when it is empty, or certainly something else than a client secret */
    public static function client(#[\SensitiveParameter] string $given, string $field = 'clientSecret'): string
    {
        $secret = self::cut($given, $field);
        if (str_starts_with($secret, 'whsec_')) {
            throw new InvalidInputException("{$field} is a webhook secret: give it as webhookSecret", $field);
        }
        if (preg_match('/[\x00-\x1f\x7f]/', $secret) === 1) {
            $said = "{$field} is more than one line, or holds characters that no secret has";
            throw new InvalidInputException($said, $field);
        }
        return $secret;
    }

    /**
     * The bytes behind a Standard Webhooks secret; never none, for anyone can sign with an empty key.
     *
     * @throws InvalidInputException when it is none
     */
    public static function webhookKey(#[\SensitiveParameter] mixed $given): string
    {
        $field = 'webhookSecret';
        if (!is_string($given)) {
            throw new InvalidInputException("{$field} is " . get_debug_type($given) . ', not a text', $field);
        }
        // Beside a signature stands its version, which some people copy with the secret.
        $text = (string) preg_replace('/\Av1,(?=whsec_)/', '', self::cut($given, $field));
        $key = rtrim(self::cut((string) preg_replace('/\Awhsec_/', '', $text), $field), '=');
        if ($key === '') {
            throw new InvalidInputException("{$field} is empty", $field);
        }
        if (preg_match('#\A[A-Za-z0-9+/]+\z#', $key) !== 1 || strlen($key) % 4 === 1) {
            throw new InvalidInputException("{$field} is not whsec_ with a key in Base64", $field);
        }
        return (string) base64_decode($key);
    }

    private static function cut(#[\SensitiveParameter] string $given, string $field): string
    {
        $secret = $given;
        do {
            $before = $secret;
            $secret = preg_replace('/\A' . self::BLANK . '|' . self::BLANK . '\z/u', '', $secret);
            if ($secret === null) {
                throw new InvalidInputException("{$field} is not text in UTF-8", $field);
            }
            if (preg_match(self::QUOTED, $secret, $quoted) === 1) {
                $secret = $quoted[1];
            }
        } while ($secret !== $before);
        if ($secret === '') {
            throw new InvalidInputException("{$field} is empty", $field);
        }
        if (in_array(strtolower($secret), self::UNSET, true)) {
            $said = "{$field} is the word {$secret}: its variable is probably not set";
            throw new InvalidInputException($said, $field);
        }
        return $secret;
    }
}
