<?php

declare(strict_types=1);

namespace Vitaran;

/** What a genuine webhook says. */
final class WebhookEvent
{
    /**
     * @param string $type `TRANSFER_SUCCESS`, for example
     * @param ?string $id of the message, the same when it is sent again, so that you act once. Only the Standard
     *     Webhooks signature covers it: with a client secret alone, go by the ids in `data`. Null where there is none.
     * @param array<array-key, mixed> $data the event's fields; numbers are their exact text
     */
    public function __construct(
        public readonly string $type,
        public readonly ?string $id,
        public readonly array $data,
    ) {
    }
}
