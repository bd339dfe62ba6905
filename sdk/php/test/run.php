<?php

/** The whole suite, on the stage that VITARAN_STAGE names: node sdk/stage/main.ts php sdk/php/test/run.php */

declare(strict_types=1);

namespace Vitaran\Test;

require __DIR__ . '/autoload.php';
require __DIR__ . '/checks.php';
require __DIR__ . '/stage.php';

// Warnings and notices fail the test that they come from.
error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $said, string $file, int $line): bool
    => (error_reporting() & $level) === 0 ? false : throw new \ErrorException($said, 0, $level, $file, $line));

// Resilience comes last, for it kills the server that the others use.
foreach (['cases', 'vectors', 'local', 'package', 'resilience'] as $part) {
    Tally::$part = $part;
    require __DIR__ . "/{$part}.php";
}
$said = [];
foreach (['cases', 'vectors', 'resilience', 'package', 'local'] as $part) {
    $said[] = (Tally::$passed[$part] ?? 0) . " {$part}";
}
echo 'suite php: ', implode(', ', $said), "\n";
Tally::$isWhole = true;
