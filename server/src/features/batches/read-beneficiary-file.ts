import type { BeneficiaryInput } from "#beneficiaries";
import { readTableInTurn } from "#lib/read-table-in-turn";
import { checkPerson, findWrittenFaults } from "./check-row.ts";
import { keepAllRows } from "./clean-row.ts";
import { namedColumnsOf } from "./column-titles.ts";
import { failureOfRow, type Failure } from "./failures.ts";
import { fieldsOf, IMPORT_ROWS_MAX, type FieldName, type RowFields } from "./formats.ts";
import { shownFields } from "./read-fields.ts";

/** A row of a beneficiary file: the beneficiary to add, or the reason why it cannot be added. */
export type BeneficiaryRow = {
  /** The line as spreadsheet programs count. */
  readonly line: number;
  /** The content of the row, without card numbers. */
  readonly fields: RowFields;
} & (
  | { readonly kind: "sound"; readonly input: BeneficiaryInput }
  | { readonly kind: "refused"; readonly failure: Failure }
);

const FORMAT = "BENEFICIARIES";
/** A file on an operator's disk may be larger than an uploaded one. */
const LIMITS = {
  bytesMax: 20 * 1024 * 1024,
  deadlineMs: 120_000,
  memoryMb: 512,
} as const;

/** The fields of a row, in the order of the template. */
export const BENEFICIARY_FIELDS: readonly FieldName[] = fieldsOf(FORMAT);
/** The additional columns of a file of refused rows, which can be corrected and read again. */
const REFUSAL_COLUMNS = ["line", "reason"] as const;

/**
 * Reads a .csv, .xlsx or .xls file of up to 50,000 beneficiaries (20 MB), by the rules for uploaded files:
 * columns of the template BENEFICIARIES or their usual titles. A fault in a row is reported with that row.
 * Throws TableError, with row and column, if the file is not such a table.
 */
export async function readBeneficiaryFile(bytes: Uint8Array): Promise<BeneficiaryRow[]> {
  const { rows, problems } = await readTableInTurn(bytes, {
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
