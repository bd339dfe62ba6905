<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;

/**
 * Tokens in files that only this user reads: PHP-FPM workers, queue workers and scripts of one machine share one
 * token, and a hundred that find it ended renew it once.
 */
final class FileTokenStore implements TokenStore
{
    /**
     * @param string $folder of your application alone, made when it is not there; not the system's folder for
     *     temporary files, in which others may write
     * @throws InvalidInputException when nothing can be written there
     */
    public function __construct(private readonly string $folder)
    {
        if (!is_dir($folder)) {
            // Another process may make it at the same moment.
            @mkdir($folder, 0700, true);
        }
        if (!is_dir($folder) || !is_writable($folder)) {
            throw new InvalidInputException("tokenStore: {$folder} is not a folder to write in", 'tokenStore');
        }
    }

    public function get(string $key): ?Token
    {
        $path = $this->pathOf($key);
        $kept = is_file($path) ? json_decode((string) file_get_contents($path), true) : null;
        return is_array($kept) && is_string($kept['text'] ?? null) && is_numeric($kept['endsAt'] ?? null)
            ? new Token($kept['text'], (float) $kept['endsAt'])
            : null;
    }

    public function renew(string $key, \Closure $renew): Token
    {
        $lock = $this->lock($key);
        try {
            $token = $renew($this->get($key));
            $this->write($this->pathOf($key), $token);
            return $token;
        } finally {
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }

    private function pathOf(string $key): string
    {
        return $this->folder . '/' . hash('sha256', $key) . '.token';
    }

    /** @return resource */
    private function lock(string $key)
    {
        $lock = fopen($this->pathOf($key) . '.lock', 'c');
        if ($lock === false || !flock($lock, LOCK_EX)) {
            throw new \RuntimeException("The token's lock in {$this->folder} cannot be taken");
        }
        return $lock;
    }

    /** In one step, so that a reader finds the one before it or this one, and never a part. */
    private function write(string $path, Token $token): void
    {
        // Made for its owner alone to read.
        $new = tempnam($this->folder, 'token');
        $text = json_encode(['text' => $token->text, 'endsAt' => $token->endsAt], JSON_THROW_ON_ERROR);
        if ($new === false || file_put_contents($new, $text) !== strlen($text) || !rename($new, $path)) {
            throw new \RuntimeException("The token cannot be kept in {$this->folder}");
        }
    }
}
