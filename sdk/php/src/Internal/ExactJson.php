<?php

declare(strict_types=1);

namespace Vitaran\Internal;

/** JSON whose numbers keep every digit. @internal */
final class ExactJson
{
    /** A text, so that numbers inside it are passed over, or a number. */
    private const TOKENS = '/"(?:[^"\\\\]++|\\\\.)*+"|-?[0-9][0-9.eE+-]*+/s';

    /**
     * Objects as arrays. Whole numbers are int where an int holds them; all other numbers are text, as they stand in
     * the JSON: floating point would round them.
     *
     * @throws \JsonException
     */
    public static function decode(string $json): mixed
    {
        return self::read($json, static fn (string $number): bool => strpbrk($number, '.eE') !== false);
    }

    /**
     * Objects as arrays, and every number as the text that stands in the JSON.
     *
     * @throws \JsonException
     */
    public static function decodeAsText(string $json): mixed
    {
        return self::read($json, static fn (string $number): bool => true);
    }

    /** @param \Closure(string): bool $isQuoted */
    private static function read(string $json, \Closure $isQuoted): mixed
    {
        // What is no JSON must not become JSON by quoting.
        json_decode($json, true, flags: JSON_THROW_ON_ERROR);
        $exact = preg_replace_callback(
            self::TOKENS,
            static fn (array $found): string =>
                $found[0][0] !== '"' && $isQuoted($found[0]) ? "\"{$found[0]}\"" : $found[0],
            $json,
        );
        return json_decode((string) $exact, true, flags: JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    }
}
