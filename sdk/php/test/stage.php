<?php

declare(strict_types=1);

namespace Vitaran\Test;

use Vitaran\Client;

/** The stage that this suite runs on, and the road to it: sdk/README.md says what they do. */
final class Stage
{
    /** Of this run: ids that end with it are unlike those of every other. */
    public static string $run;
    /** @var array<string, mixed> VITARAN_STAGE, as sdk/stage/open-stage.ts describes it */
    public static array $given;

    /** @param array<string, mixed> $options more than where and as whom */
    public static function client(array $options = []): Client
    {
        $own = array_intersect_key(self::$given, array_flip(['baseUrl', 'clientId', 'clientSecret']));
        return new Client(...[...$own, ...$options]);
    }

    public static function clearRoad(): void
    {
        self::ask('DELETE', '');
    }

    /** @param array<string, mixed> $rule */
    public static function addRule(array $rule): void
    {
        self::ask('POST', '', json_encode($rule, JSON_THROW_ON_ERROR));
    }

    /** @return array{calls: array<string, int>, subCodes: array<string, array<string, int>>} by path */
    public static function readRoad(): array
    {
        return self::ask('GET', '');
    }

    /** @return array<string, int> of each transfer whose id begins so, how many payments are in the banks' books */
    public static function readPaid(string $prefix): array
    {
        return self::ask('GET', '/paid?prefix=' . rawurlencode($prefix));
    }

    private static function ask(string $method, string $path, string $body = ''): mixed
    {
        $http = ['method' => $method, 'header' => 'Content-Type: application/json', 'content' => $body];
        $url = self::$given['roadUrl'] . '/_road' . $path;
        return json_decode((string) file_get_contents($url, false, stream_context_create(['http' => $http])), true);
    }
}

$given = getenv('VITARAN_STAGE');
if ($given === false) {
    fwrite(STDERR, "Run it as: node sdk/stage/main.ts php sdk/php/test/run.php\n");
    exit(1);
}
Stage::$given = json_decode($given, true, flags: JSON_THROW_ON_ERROR);
Stage::$run = bin2hex(random_bytes(4));
