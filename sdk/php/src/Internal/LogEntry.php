<?php

declare(strict_types=1);

namespace Vitaran\Internal;

/** What the logger hears of one HTTP exchange: no bodies, keys or tokens. @internal */
final class LogEntry
{
    public readonly string $verb;

    public function __construct(
        private readonly Request $request,
        private readonly int $attempt,
        private readonly int $durationMs,
    ) {
        $this->verb = $request->operation->verb;
    }

    public function tellAnswer(Settings $settings, Answer $answer): void
    {
        $facts = ['requestId' => $answer->requestId, 'httpStatus' => $answer->httpStatus];
        $subCode = $answer->subCode();
        $this->tell($settings, 'info', $subCode === null ? $facts : [...$facts, 'subCode' => $subCode]);
    }

    public function tellError(Settings $settings, string $reason, string $requestId): void
    {
        $this->tell($settings, 'warning', ['requestId' => $requestId, 'error' => $reason]);
    }

    /** @param array<string, mixed> $facts */
    private function tell(Settings $settings, string $level, array $facts): void
    {
        if ($settings->logger === null) {
            return;
        }
        // Without its query, in which accounts stand.
        $path = explode('?', $this->request->path)[0];
        $method = $this->request->operation->method;
        $said = (string) ($facts['error'] ?? $facts['subCode'] ?? $facts['httpStatus']);
        $context = [
            'verb' => $this->verb,
            'method' => $method,
            'path' => $path,
            'attempt' => $this->attempt,
            'durationMs' => $this->durationMs,
            ...$facts,
        ];
        try {
            ($settings->logger)($level, "{$this->verb}: {$method} {$path}: {$said}", $context);
        } catch (\Throwable $error) {
            // Told to PHP's own log, for it changes nothing about a call that may have paid.
            error_log("Vitaran's logger failed: {$error}");
        }
    }
}
