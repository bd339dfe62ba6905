<?php

declare(strict_types=1);

namespace Vitaran;

/** Tokens in the memory of this process: what a client has unless it is given another store. */
final class MemoryTokenStore implements TokenStore
{
    /** @var array<string, Token> */
    private array $tokens = [];

    public function get(string $key): ?Token
    {
        return $this->tokens[$key] ?? null;
    }

    public function renew(string $key, \Closure $renew): Token
    {
        return $this->tokens[$key] = $renew($this->get($key));
    }
}
