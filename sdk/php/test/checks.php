<?php

/** A plain test runner: a test that checks nothing fails, and so does a run that ends before its last line. */

declare(strict_types=1);

namespace Vitaran\Test;

final class Tally
{
    public static string $part = '';
    /** @var array<string, int> */
    public static array $passed = [];
    public static int $failed = 0;
    public static int $checks = 0;
    public static bool $isWhole = false;
}

// Also after exit() in a test, or a fatal error.
register_shutdown_function(static function (): void {
    exit(Tally::$isWhole && Tally::$failed === 0 ? 0 : 1);
});

function test(string $name, \Closure $body): void
{
    $before = Tally::$checks;
    try {
        $body();
        if (Tally::$checks === $before) {
            throw new \LogicException('nothing was checked');
        }
        Tally::$passed[Tally::$part] = (Tally::$passed[Tally::$part] ?? 0) + 1;
    } catch (\Throwable $error) {
        Tally::$failed += 1;
        echo 'FAILED ', Tally::$part, ": {$name}\n{$error}\n\n";
    }
}

function same(mixed $expected, mixed $actual, string $about = ''): void
{
    Tally::$checks += 1;
    if ($expected !== $actual) {
        [$wanted, $came] = [var_export($expected, true), var_export($actual, true)];
        throw new \UnexpectedValueException("{$about}\nexpected {$wanted}\nbut got  {$came}");
    }
}

function matches(string $pattern, string $text, string $about = ''): void
{
    same(1, preg_match($pattern, $text), "{$about}{$pattern} in {$text}");
}

/**
 * @template T of \Throwable
 * @param class-string<T> $class
 * @return T
 */
function throws(string $class, \Closure $body, string $pattern = '//'): \Throwable
{
    try {
        $body();
    } catch (\Throwable $error) {
        same(true, $error instanceof $class, "{$class} was expected, but this came: {$error}");
        matches($pattern, $error->getMessage());
        return $error;
    }
    throw new \UnexpectedValueException("{$class} was expected, but nothing was thrown");
}
