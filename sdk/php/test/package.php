<?php

/** The package as its users get it: archived by Composer, installed without a network into an empty project. */

declare(strict_types=1);

namespace Vitaran\Test;

use Vitaran\Client;

final class Project
{
    public static string $folder;
    public static string $installed;

    /**
     * Runs a program and answers what it has said; it fails when the program does.
     *
     * @param list<string> $command
     * @param array<string, string> $environment
     */
    public static function run(array $command, string $folder, array $environment = []): string
    {
        $own = ['PATH' => (string) getenv('PATH'), 'COMPOSER_HOME' => self::$folder . '/.composer'];
        $composer = ['COMPOSER_ALLOW_SUPERUSER' => '1', 'COMPOSER_DISABLE_NETWORK' => '1'];
        $files = [1 => ['pipe', 'w'], 2 => ['redirect', 1]];
        $process = proc_open($command, $files, $pipes, $folder, [...$own, ...$composer, ...$environment]);
        $said = (string) stream_get_contents($pipes[1]);
        same(0, proc_close($process), implode(' ', $command) . "\n{$said}");
        return $said;
    }

    /** Runs a script of the project as its developer would, and answers what it has said. */
    public static function say(string $name, string ...$arguments): string
    {
        return self::run([PHP_BINARY, '-d', 'error_reporting=-1', $name, ...array_values($arguments)], self::$folder, [
            'VITARAN' => Stage::$given['baseUrl'],
            'CLIENT_ID' => Stage::$given['clientId'],
            'CLIENT_SECRET' => Stage::$given['clientSecret'],
        ]);
    }

    public static function remove(string $path): void
    {
        foreach (is_dir($path) && !is_link($path) ? array_diff(scandir($path) ?: [], ['.', '..']) : [] as $name) {
            self::remove("{$path}/{$name}");
        }
        is_dir($path) && !is_link($path) ? rmdir($path) : unlink($path);
    }
}

Project::$folder = sys_get_temp_dir() . '/vitaran-package-' . bin2hex(random_bytes(6));
Project::$installed = Project::$folder . '/vendor/vitaran/vitaran-php';
mkdir(Project::$folder . '/artifacts', 0700, true);
$package = dirname(__DIR__);

test('Composer archives it, and installs it into an empty project', static function () use ($package): void {
    $archive = ['composer', 'archive', '--no-interaction', '--format=zip', '--dir=' . Project::$folder . '/artifacts'];
    Project::run($archive, $package);
    // No registry is asked: the package needs none.
    $repositories = [['packagist' => false], ['type' => 'artifact', 'url' => './artifacts']];
    file_put_contents(Project::$folder . '/composer.json', json_encode(['repositories' => $repositories]));
    Project::run(['composer', 'require', '--no-interaction', 'vitaran/vitaran-php'], Project::$folder);
    $described = json_decode((string) file_get_contents(Project::$installed . '/composer.json'), true);
    same(Client::VERSION, $described['version']);
    same(['php-64bit', 'ext-curl', 'ext-json', 'ext-openssl'], array_keys($described['require']));
});

test('it has what is needed, and no more', static function (): void {
    $names = array_values(array_diff(scandir(Project::$installed) ?: [], ['.', '..']));
    same(['LICENSE', 'README.md', 'composer.json', 'examples', 'src'], $names);
});

test('every class is found by its name', static function (): void {
    $script = <<<'PHP'
        <?php
        require 'vendor/autoload.php';
        $folder = 'vendor/vitaran/vitaran-php/src/';
        $inside = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
        foreach (new RecursiveIteratorIterator($inside) as $file) {
            $name = 'Vitaran\\' . strtr(substr((string) $file, strlen($folder), -4), '/', '\\');
            if (!class_exists($name) && !interface_exists($name) && !trait_exists($name)) {
                exit("{$name} is not there\n");
            }
            $found = ($found ?? 0) + 1;
        }
        echo $found, ' found';
        PHP;
    file_put_contents(Project::$folder . '/find.php', $script);
    matches('/^[3-9][0-9] found$/', Project::say('find.php'));
});

test("the README's first lines and the examples pay", static function (): void {
    $readme = (string) file_get_contents(Project::$installed . '/README.md');
    matches('/\A# [^\n]+\n\n```php\n((?:[^\n]*\n){1,12}?)```/', $readme);
    preg_match('/```php\n(.*?)```/s', $readme, $found);
    $lines = strtr($found[1], [
        'http://localhost:8080' => Stage::$given['baseUrl'],
        'inv_2041' => 'inv_' . Stage::$run,
    ]);
    same(false, str_contains($lines, 'http://localhost:8080'));
    file_put_contents(Project::$folder . '/lines.php', $lines);
    matches('/\[status\] => SUCCESS/', Project::say('lines.php'));
    foreach (['pay.php', 'pay-rows.php'] as $name) {
        copy(Project::$installed . "/examples/{$name}", Project::$folder . "/{$name}");
    }
    $run = Stage::$run;
    matches('/^SUCCESS \d{12}\n$/', Project::say('pay.php', "pay_{$run}"));
    matches('/^(rows_\w+_[12] [A-Z]+\n){2}$/', Project::say('pay-rows.php', "rows_{$run}"));
});

Project::remove(Project::$folder);
