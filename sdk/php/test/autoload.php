<?php

declare(strict_types=1);

// As Composer's autoloader finds classes (PSR-4), without an installation.
spl_autoload_register(static function (string $class): void {
    $path = dirname(__DIR__) . '/src/' . strtr(substr($class, strlen('Vitaran\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Vitaran\\') && is_file($path)) {
        require $path;
    }
});
