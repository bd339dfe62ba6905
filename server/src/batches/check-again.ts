import type { Tx } from "#lib/db";
import { failureOf, type RowProblem } from "./failures.ts";
import type { RowFields } from "./formats.ts";
import { markRows } from "./mark-rows.ts";
import type { Decision, OpenRow } from "./rows-to-work.ts";

/** An open row with what its fields request. */
export type CheckedRow<T> = Omit<OpenRow, "fields"> & { readonly asked: T };

/**
 * Reads what open rows request. Each was valid when it came; one that is not valid any more, because a rule
 * became stricter while it waited, is rejected now.
 */
export async function checkAgain<T extends object>(
  tx: Tx,
  batchId: string,
  { rows, check }: { rows: readonly OpenRow[]; check: (fields: RowFields) => T | RowProblem },
): Promise<CheckedRow<T>[]> {
  const sound: CheckedRow<T>[] = [];
  const refused: Decision[] = [];
  for (const { fields, ...row } of rows) {
    const asked = check(fields);
    if (typeof asked === "object") sound.push({ ...row, asked });
    else refused.push({ rowNo: row.rowNo, kind: "rejected", failure: failureOf(asked), transfer: null });
  }
  await markRows(tx, batchId, refused);
  return sound;
}
