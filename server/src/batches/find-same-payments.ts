import { accountOfVpa } from "#rails";
import type { Warning } from "./batch.ts";
import type { GivenRow, PreparedRow } from "./prepare-rows.ts";

const WARNINGS_MAX = 20;
const LINES_MAX = 10;

/** Finds valid rows that pay the same amount to the same payee: intended, or a row that was copied. */
export function findSamePayments(given: readonly GivenRow[], rows: readonly PreparedRow[]): Warning[] {
  const linesOf = new Map<string, number[]>();
  rows.forEach(({ amountPaise, failure }, index) => {
    if (amountPaise === null || failure !== null) return;
    const { line, fields } = given[index]!;
    const { bankAccount, ifsc, vpa, token, beneId, phone } = fields;
    const account = vpa === undefined ? null : accountOfVpa(vpa);
    const number = bankAccount?.toUpperCase() ?? account?.accountNumber;
    const payee = number ?? vpa?.toLowerCase() ?? token ?? beneId ?? phone;
    const code = account?.ifsc ?? ifsc?.toUpperCase();
    const same = JSON.stringify([payee, code, String(amountPaise)]);
    const lines = linesOf.get(same);
    if (lines === undefined) linesOf.set(same, [line]);
    else lines.push(line);
  });
  const repeated = [...linesOf.values()].filter((lines) => lines.length > 1);
  return repeated.slice(0, WARNINGS_MAX).map((lines) => ({
    kind: "same_payment",
    text: `${lines.length} rows pay the same amount to the same payee`,
    lines: lines.slice(0, LINES_MAX),
  }));
}
