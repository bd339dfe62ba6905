<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\Exception\InvalidInputException;

/** Texts that become part of a request's head. @internal */
final class Text
{
    /**
     * A field that must be there, as text.
     *
     * @param array<string, mixed> $input
     * @throws InvalidInputException naming the field
     */
    public static function need(array $input, string $field): string
    {
        $value = $input[$field] ?? null;
        if (is_string($value) && $value !== '') {
            return $value;
        }
        throw new InvalidInputException("{$field} is missing, or is no text", $field);
    }

    /**
     * Text of one line: a line break in a header would begin another one.
     *
     * @throws InvalidInputException naming the field
     */
    public static function checkLine(string $text, string $field): string
    {
        if (preg_match('/[\x00-\x1f\x7f]/', $text) === 0) {
            return $text;
        }
        throw new InvalidInputException("{$field}: must be one line, without control characters", $field);
    }

    /**
     * Text, a whole number or a truth value, as a query has it.
     *
     * @throws InvalidInputException naming the field
     */
    public static function ofSimple(mixed $value, string $field): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            is_string($value), is_int($value) => (string) $value,
            default => throw new InvalidInputException("{$field}: must be text or a whole number", $field),
        };
    }
}
