<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\Exception\InvalidInputException;
use Vitaran\Money;

/** @internal */
final class BuildRequest
{
    /**
     * A verb's input as the request of its operation: path, query, JSON or file, amounts as exact text. An order
     * carries its own id as Idempotency-Key, with the name of the field, so that a repeat gets the first answer again.
     * What is null is absent.
     *
     * @param array<string, mixed> $given
     * @throws InvalidInputException naming the field
     */
    public static function from(Operation $operation, array $given): Request
    {
        $input = array_filter($given, static fn (mixed $value): bool => $value !== null);
        self::checkNames($operation, array_keys($input));
        foreach ($operation->amounts as $path) {
            $input = self::writeAmount($input, explode('.', $path), '');
        }
        $headers = [];
        if ($operation->kind === OperationKind::Order) {
            $id = (string) $operation->id;
            $headers['Idempotency-Key'] = $id . ':' . Text::checkLine(Text::need($input, $id), $id);
        }
        $path = self::writePath($operation, $input);
        if ($operation->method === 'GET') {
            return new Request($operation, $path, $headers);
        }
        if ($operation->file === 'sent') {
            $headers['Content-Type'] = Text::checkLine(Text::need($input, 'contentType'), 'contentType');
            return new Request($operation, $path, $headers, Text::need($input, 'file'));
        }
        $headers['Content-Type'] = 'application/json';
        $elsewhere = array_flip([...$operation->inPath, ...$operation->inQuery]);
        return new Request($operation, $path, $headers, self::writeJson(array_diff_key($input, $elsewhere)));
    }

    /**
     * The classic API ignores fields that it does not know, so a misspelt one would be left out in silence: the
     * library refuses it before the call.
     *
     * @param list<int|string> $names
     */
    private static function checkNames(Operation $operation, array $names): void
    {
        $unknown = $operation->fields === null ? [] : array_diff($names, $operation->fields);
        foreach ($unknown as $name) {
            $near = self::nearest((string) $name, $operation->fields);
            $hint = $near === null ? 'its fields are ' . implode(', ', $operation->fields) : "did you mean {$near}?";
            throw new InvalidInputException("{$operation->verb} has no field {$name}; {$hint}", (string) $name);
        }
    }

    /**
     * The name that is spelt most alike; null if none is near. Case and separators hardly count.
     *
     * @param list<string> $names
     */
    private static function nearest(string $given, array $names): ?string
    {
        $plain = static fn (string $name): string => (string) preg_replace('/[^a-z0-9]/', '', strtolower($name));
        $best = null;
        $least = max(2, strlen($given) / 3);
        foreach ($names as $name) {
            $distance = levenshtein($plain($given), $plain($name));
            if ($distance <= $least && ($best === null || $distance < $least)) {
                [$best, $least] = [$name, $distance];
            }
        }
        return $best;
    }

    /** @param array<string, mixed> $input */
    private static function writePath(Operation $operation, array $input): string
    {
        $path = $operation->path;
        foreach ($operation->inPath as $name) {
            $path = str_replace("{{$name}}", rawurlencode(Text::need($input, $name)), $path);
        }
        $query = [];
        foreach ($operation->inQuery as $name) {
            if (isset($input[$name])) {
                $query[] = $name . '=' . rawurlencode(Text::ofSimple($input[$name], $name));
            }
        }
        return $query === [] ? $path : $path . '?' . implode('&', $query);
    }

    /** @param array<string, mixed> $fields */
    private static function writeJson(array $fields): string
    {
        $written = [];
        foreach ($fields as $name => $value) {
            self::checkPlain($value, $name);
            try {
                $written[] = json_encode($name, JSON_THROW_ON_ERROR) . ':'
                    . json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
            } catch (\JsonException $error) {
                throw new InvalidInputException("{$name}: {$error->getMessage()}", $name, $error);
            }
        }
        return '{' . implode(',', $written) . '}';
    }

    /** Objects would be sent as JSON makes of them, Money as an amount in paise. */
    private static function checkPlain(mixed $value, string $at): void
    {
        if ($value instanceof Money) {
            throw new InvalidInputException("{$at}: Money is taken for amounts only", $at);
        }
        if (is_object($value) || is_resource($value)) {
            throw new InvalidInputException("{$at}: " . get_debug_type($value) . ' is taken for no field', $at);
        }
        foreach (is_array($value) ? $value : [] as $name => $inside) {
            self::checkPlain($inside, is_int($name) ? "{$at}[{$name}]" : "{$at}.{$name}");
        }
    }

    /**
     * A copy with the amounts of a path as rupees in text; what is absent stays absent.
     *
     * @param list<string> $steps
     */
    private static function writeAmount(mixed $value, array $steps, string $at): mixed
    {
        $step = array_shift($steps);
        if ($step === null) {
            return Money::of($value, $at)->toRupees();
        }
        if (!is_array($value)) {
            $wanted = $step === '*' ? 'a list' : 'an array with the names of its fields';
            throw new InvalidInputException("{$at}: must be {$wanted}", $at);
        }
        if ($step === '*') {
            $rows = array_values($value);
            return array_map(
                static fn (mixed $row, int $index): mixed => self::writeAmount($row, $steps, "{$at}[{$index}]"),
                $rows,
                array_keys($rows),
            );
        }
        if (isset($value[$step])) {
            $value[$step] = self::writeAmount($value[$step], $steps, $at === '' ? $step : "{$at}.{$step}");
        }
        return $value;
    }
}
