import type { BeneficiaryInput } from "#beneficiaries";
import { readTable } from "#lib/tables";
import { checkPerson } from "./check-row.ts";
import { keepAllRows } from "./clean-row.ts";
import { namedColumnsOf } from "./column-titles.ts";
import { failureOfRow, type Failure } from "./failures.ts";
import { fieldsOf, IMPORT_ROWS_MAX, type FieldName, type RowFields } from "./formats.ts";
import { findWrittenFaults } from "./find-written-faults.ts";
import { shownFields } from "./read-fields.ts";

/** A row of a file of beneficiaries: whom to add, or why it names none that can be. */
export type BeneficiaryRow = {
  /** As spreadsheet programs count. */
  readonly line: number;
  /** What it says, without card numbers. */
  readonly fields: RowFields;
} & (
  | { readonly kind: "sound"; readonly input: BeneficiaryInput }
  | { readonly kind: "refused"; readonly failure: Failure }
);

const FORMAT = "BENEFICIARIES";
/** A file that an operator has on disk may be larger than one that is sent. */
const LIMITS = {
  bytesMax: 20 * 1024 * 1024,
  deadlineMs: 120_000,
  memoryMb: 512,
} as const;

/** Fields of a row, in the order of the template. */
export const BENEFICIARY_FIELDS: readonly FieldName[] = fieldsOf(FORMAT);
/** What a file of refused rows has besides: it may be corrected and read again. */
const REFUSAL_COLUMNS = ["line", "reason"] as const;

/**
 * Reads a .csv, .xlsx or .xls file of up to 50,000 beneficiaries (20 MB), by the rules of files that are sent: columns
 * of the template BENEFICIARIES or their usual titles. What is wrong with a row is told of that row. Throws TableError
 * of a file that is no such table, with row and column.
 */
export async function readBeneficiaryFile(bytes: Uint8Array): Promise<BeneficiaryRow[]> {
  const { rows, problems } = await readTable(bytes, {
    columns: [...namedColumnsOf(FORMAT), ...REFUSAL_COLUMNS.map((name) => ({ name }))],
    ...keepAllRows(FORMAT, IMPORT_ROWS_MAX),
    ...LIMITS,
  });
  const read = rows.map(({ rowNumber, values }) => readRow(rowNumber, values));
  const damaged = problems.map(({ rowNumber: line, kept, code, text }): BeneficiaryRow => {
    const failure = { failure: code, because: text };
    return { kind: "refused", line, fields: shownFields(kept?.values ?? {}), failure };
  });
  return [...read, ...damaged].toSorted((one, other) => one.line - other.line);
}

function readRow(line: number, values: RowFields): BeneficiaryRow {
  const asked = checkPerson(values);
  const fields = shownFields(values);
  const [fault] = findWrittenFaults(values);
  if (fault !== undefined)
    return { kind: "refused", line, fields, failure: { failure: fault.code, because: fault.text } };
  return typeof asked === "string"
    ? { kind: "refused", line, fields, failure: failureOfRow(asked, values) }
    : { kind: "sound", line, fields, input: asked };
}
