<?php

/** The case list that all client libraries share, against a running sandbox. */

declare(strict_types=1);

namespace Vitaran\Test;

use Vitaran\Client;
use Vitaran\Exception\VitaranException;
use Vitaran\Money;

final class Cases
{
    /** @var array<string, string> texts by the names that stand for them */
    public static array $memory;
    private static Client $client;

    /** @param array<string, mixed> $case */
    public static function run(array $case): void
    {
        self::$client ??= Stage::client();
        $expected = self::fill($case['expect']);
        try {
            $result = self::call($case['call'], self::fill($case['input'] ?? []), $case['take'] ?? PHP_INT_MAX);
        } catch (VitaranException $error) {
            $facts = [...get_object_vars($error), 'kind' => $error->kind->value, 'message' => $error->getMessage()];
            self::compare($facts, $expected['error'] ?? throw $error, 'error');
            return;
        }
        same(false, isset($expected['error']), 'an error was expected, but it answered ' . json_encode($result));
        self::compare($result, $expected['items'] ?? $expected['result'], 'result');
        foreach ($case['save'] ?? [] as $name => $field) {
            self::$memory[$name] = (string) $result[$field];
        }
    }

    /**
     * @param array<string, mixed> $input
     * @return array<array-key, mixed>
     */
    private static function call(string $name, array $input, int $take): array
    {
        [$noun, $verb] = explode('.', $name);
        $answer = self::$client->$noun->$verb($input);
        if (!$answer instanceof \Generator) {
            return is_array($answer) ? $answer : get_object_vars($answer);
        }
        $items = [];
        foreach ($answer as $item) {
            $items[] = $item;
            if (count($items) >= $take) {
                break;
            }
        }
        return $items;
    }

    /** Fills `{name}` into texts; {"$paise": "100"} becomes Money, {"$number": 1.5} a number. */
    private static function fill(mixed $value): mixed
    {
        if (is_string($value)) {
            return preg_replace_callback(
                '/\{(\w+)\}/',
                static fn (array $found): string => self::$memory[$found[1]] ?? $found[0],
                $value,
            );
        }
        if (!is_array($value)) {
            return $value;
        }
        return match (array_keys($value)) {
            ['$paise'] => Money::paise((int) $value['$paise']),
            ['$number'] => $value['$number'],
            default => array_map(self::fill(...), $value),
        };
    }

    /** `$match`: text by a pattern; `$absent`: not there; `$length`: so many items; arrays: at least these fields. */
    private static function compare(mixed $actual, mixed $expected, string $at): void
    {
        $said = "{$at} is " . json_encode($actual);
        if (!is_array($expected)) {
            same($expected, $actual, $said);
        } elseif (isset($expected['$match'])) {
            matches("~{$expected['$match']}~", (string) $actual, "{$said}: ");
        } elseif (isset($expected['$absent'])) {
            same(null, $actual, $said);
        } elseif (isset($expected['$length'])) {
            same($expected['$length'], count($actual), $said);
        } else {
            same(true, is_array($actual), $said);
            foreach ($expected as $name => $one) {
                self::compare($actual[$name] ?? null, $one, "{$at}.{$name}");
            }
        }
    }
}

$day = static fn (int $ahead, string $format = 'Y-m-d'): string
    => (new \DateTimeImmutable("+{$ahead} days", new \DateTimeZone('Asia/Kolkata')))->format($format);
Cases::$memory = [
    'run' => Stage::$run,
    'account' => '3' . random_int(10_000_000_000, 99_999_999_999),
    'today' => $day(0),
    'later' => $day(2) . ' 10:30:00',
    'expiry' => $day(7, 'Y/m/d'),
];
$list = json_decode((string) file_get_contents(__DIR__ . '/../../cases/calls.json'), true, flags: JSON_THROW_ON_ERROR);
foreach ($list['cases'] as $case) {
    test($case['name'], static fn () => Cases::run($case));
}
