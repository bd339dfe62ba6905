<?php

declare(strict_types=1);

namespace Vitaran\Internal;

/** A request without the token that it is sent with. @internal */
final class Request
{
    /**
     * @param string $path with its query
     * @param array<string, string> $headers
     */
    public function __construct(
        public readonly Operation $operation,
        public readonly string $path,
        public readonly array $headers,
        public readonly ?string $body = null,
    ) {
    }

    public function withHeader(string $name, #[\SensitiveParameter] string $value): self
    {
        return new self($this->operation, $this->path, [...$this->headers, $name => $value], $this->body);
    }
}
