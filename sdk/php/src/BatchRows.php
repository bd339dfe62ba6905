<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;

/** Rows of a batch, as a spreadsheet has them: in each, who is paid is named in one way only. */
final class BatchRows
{
    private const ROWS_MAX = 500;

    /** Which field names the payee, and the format that it makes. */
    private const FORMATS = ['beneId' => 'BENEFICIARY_ID', 'bankAccount' => 'BANK_ACCOUNT', 'vpa' => 'UPI'];

    /**
     * The input of `batches.create`: the format is found from how the rows name their payees.
     *
     * @param array<string, mixed> $batch `batchTransferId`, `rows`, and the `paymentInstrumentId` that pays
     * @return array<string, mixed>
     * @throws InvalidInputException naming the row, from 1, when rows are mixed, repeat a transferId, have a bad
     *     amount, or are none or more than 500 (more go by `batches.upload`)
     */
    public static function toBatch(array $batch): array
    {
        $rows = is_array($batch['rows'] ?? null) ? array_values($batch['rows']) : [];
        $count = count($rows);
        if ($count < 1 || $count > self::ROWS_MAX) {
            $said = "{$count} rows; a batch has 1 to " . self::ROWS_MAX;
            $more = 'up to 10,000 go as a file, with batches.upload';
            throw new InvalidInputException("rows: {$said}, and {$more}", 'rows');
        }
        $seen = [];
        $formats = [];
        foreach ($rows as $at => $row) {
            $number = $at + 1;
            if (!is_array($row)) {
                throw new InvalidInputException("row {$number} is no array", 'rows');
            }
            $formats[$number] = self::checkRow($row, $number, $seen);
            if ($formats[$number] !== $formats[1]) {
                $said = "row 1 is {$formats[1]}, row {$number} is {$formats[$number]}";
                throw new InvalidInputException("rows: {$said}; a batch has rows of one format", 'rows');
            }
        }
        unset($batch['rows']);
        return [...$batch, 'batchFormat' => $formats[1], 'batch' => $rows];
    }

    /**
     * What rows make together: to compare with what you meant to pay.
     *
     * @param iterable<array<string, mixed>> $rows
     * @throws InvalidInputException for an amount that is none
     */
    public static function sum(iterable $rows): Money
    {
        $amounts = [];
        foreach ($rows as $row) {
            $amounts[] = Money::of($row['amount'] ?? null);
        }
        return Money::sum($amounts);
    }

    /**
     * @param array<array-key, mixed> $row
     * @param array<string, int> $seen rows by their transferId
     * @return string its format
     */
    private static function checkRow(array $row, int $number, array &$seen): string
    {
        $where = "row {$number}";
        Money::of($row['amount'] ?? null, "{$where}, amount");
        $id = $row['transferId'] ?? '';
        if (!is_string($id) || $id === '') {
            throw new InvalidInputException("{$where}, transferId is missing", 'transferId');
        }
        if (isset($seen["={$id}"])) {
            $said = "{$where} repeats the transferId of row {$seen["={$id}"]}: {$id}";
            throw new InvalidInputException($said, 'transferId');
        }
        $seen["={$id}"] = $number;
        $named = array_filter(array_keys(self::FORMATS), static fn (string $name): bool => ($row[$name] ?? '') !== '');
        if (count($named) === 1) {
            return self::FORMATS[current($named)];
        }
        $said = $named === [] ? 'names no payee' : 'names its payee by ' . implode(' and ', $named);
        throw new InvalidInputException("{$where} {$said}: give one of beneId, bankAccount and vpa", 'rows');
    }
}
