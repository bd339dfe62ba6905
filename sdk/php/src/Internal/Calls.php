<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\AnsweredFile;

/** Calls with all that belongs to them: token, repeats where they are safe, pages. @internal */
final class Calls
{
    public function __construct(
        private readonly Transport $transport,
        private readonly Tokens $tokens,
        private readonly Repeater $repeater,
    ) {
    }

    /**
     * Calls a verb and answers its data, or its file.
     *
     * @param array<string, mixed> $input
     */
    public function call(string $verb, array $input = []): mixed
    {
        $operation = Operation::of($verb);
        $request = BuildRequest::from($operation, $input);
        $answer = $this->repeater->run(
            $operation,
            $input,
            fn (int $attempt): Answer => $this->sendWithToken($request, $attempt),
        );
        if ($operation->file === 'answered') {
            return new AnsweredFile($answer->content, $answer->contentType, $answer->requestId);
        }
        $beside = $answer->envelope ?? [];
        $data = is_array($beside['data'] ?? null) ? $beside['data'] : [];
        unset($beside['data']);
        return $operation->pick === null
            ? [...$beside, ...$data, 'requestId' => $answer->requestId]
            : $data[$operation->pick] ?? null;
    }

    /**
     * Every item of a list, page after page as they are asked for: stop, and no more pages are read.
     *
     * @param array<string, mixed> $input
     * @return \Generator<int, mixed, void, void>
     */
    public function list(string $verb, array $input = []): \Generator
    {
        ['items' => $items, 'by' => $by] = Operation::of($verb)->list ?? throw new \LogicException($verb);
        $turn = $by === 'page' ? ['page' => 1] : [];
        do {
            $page = (array) $this->call($verb, [...$input, ...$turn]);
            $found = (array) ($page[$items] ?? []);
            // Not "yield from", which would begin the keys anew with each page.
            foreach ($found as $item) {
                yield $item;
            }
            $turn = self::nextTurn($by, $turn, $page);
        } while ($turn !== null && $found !== []);
    }

    /**
     * Pages by number end with an empty one; those by id with an answer without `lastReturnId`.
     *
     * @param array<string, mixed> $turn
     * @param array<array-key, mixed> $page
     * @return ?array<string, mixed>
     */
    private static function nextTurn(string $by, array $turn, array $page): ?array
    {
        if ($by === 'page') {
            return ['page' => $turn['page'] + 1];
        }
        $last = $page['lastReturnId'] ?? '';
        return $by === 'lastReturnId' && is_string($last) && $last !== '' ? ['lastReturnId' => $last] : null;
    }

    /** Sends with a token; one that the server does not take is replaced once. */
    private function sendWithToken(Request $request, int $attempt): Answer
    {
        $token = self::withoutSending(fn (): string => $this->tokens->take());
        $answer = $this->transport->send($request->withHeader('Authorization', "Bearer {$token}"), $attempt);
        if ($answer->subCode() !== '403' || $answer->message() !== 'Token is not valid') {
            return $answer;
        }
        $other = self::withoutSending(fn (): string => $this->tokens->replace($token));
        return $this->transport->send($request->withHeader('Authorization', "Bearer {$other}"), $attempt);
    }

    /** @param \Closure(): string $token */
    private static function withoutSending(\Closure $token): string
    {
        try {
            return $token();
        } catch (\Throwable $error) {
            throw new TokenMissing($error);
        }
    }
}
