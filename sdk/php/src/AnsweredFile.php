<?php

declare(strict_types=1);

namespace Vitaran;

/** A file that the server has answered with. */
final class AnsweredFile
{
    /** @param string $content its bytes */
    public function __construct(
        public readonly string $content,
        public readonly string $contentType,
        public readonly string $requestId,
    ) {
    }
}
