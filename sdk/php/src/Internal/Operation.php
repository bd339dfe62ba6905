<?php

declare(strict_types=1);

namespace Vitaran\Internal;

use Vitaran\Generated\Operations;

/** What must be known of an operation to call it; the table is written from the contract. @internal */
final class Operation
{
    /**
     * @param string $verb with its noun: `transfers.create`
     * @param ?string $id the field with the caller's own id
     * @param ?string $ask the verb to ask when the outcome is unknown
     * @param ?string $pick the one property of `data` that the verb answers with
     * @param ?array{items: string, by: 'lastReturnId'|'page'|'nothing'} $list
     * @param ?list<string> $fields the names of all fields of the input; null means that it is not checked
     * @param list<string> $inPath
     * @param list<string> $inQuery
     * @param list<string> $amounts paths of amounts in the input: `batch.*.amount`
     * @param 'sent'|'answered'|null $file
     */
    public function __construct(
        public readonly string $verb,
        public readonly OperationKind $kind,
        public readonly string $method,
        public readonly string $path,
        public readonly ?string $id = null,
        public readonly ?string $ask = null,
        public readonly ?string $pick = null,
        public readonly ?array $list = null,
        public readonly ?array $fields = null,
        public readonly array $inPath = [],
        public readonly array $inQuery = [],
        public readonly array $amounts = [],
        public readonly ?string $file = null,
    ) {
    }

    public static function of(string $verb): self
    {
        $row = Operations::ALL[$verb];
        return new self(...['verb' => $verb, ...$row, 'kind' => OperationKind::from($row['kind'])]);
    }

    /** How tokens are asked for. */
    public static function authorize(): self
    {
        return new self('authorize', OperationKind::Read, 'POST', '/payout/v1/authorize');
    }
}
