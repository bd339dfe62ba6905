/** Finds what deserves a second look though no row is wrong. Pure, over rows that may be paid. */
import { accountOfVpa } from "#rails";
import type { Warning } from "./batch.ts";
import type { GivenRow, PreparedRow } from "./prepare-rows.ts";
import { accountOf, destinationOf, personOf, type ReviewedRow } from "./review.ts";

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

/** The usual length of a bank's account numbers is known from at least this many rows. */
const ROWS_TO_TELL = 3;

/**
 * Finds rows that pay one account under different names, or one person to different accounts, account numbers that
 * seem to have lost zeros, and amounts that may continue in the remarks.
 */
export function findWarnings(rows: readonly ReviewedRow[]): Warning[] {
  const found = [findSplitAmounts, findTwoNames, findTwoAccounts, findLostZeros].flatMap((find) =>
    find(rows),
  );
  return found.slice(0, WARNINGS_MAX);
}

/** "1,500" without quotes is an amount of 1 and a remark of 500. */
function findSplitAmounts(rows: readonly ReviewedRow[]): Warning[] {
  const split = rows.filter(
    ({ fields: { amount = "", remarks = "" } }) =>
      /^\d{1,3}$/.test(amount) && /^\d{3}(?:\.\d{1,2})?$/.test(remarks),
  );
  if (split.length === 0) return [];
  const text =
    "The remark may be the rest of the amount: an amount with commas needs quotes around it in a CSV file";
  return [warning("split_amount", text, split)];
}

function findTwoNames(rows: readonly ReviewedRow[]): Warning[] {
  const named = rows.filter(({ fields }) => fields.name !== undefined);
  return [...Map.groupBy(named, destinationOf).values()].flatMap((ofOne) => {
    const names = new Set(ofOne.map(({ fields }) => fields.name!.trim().toLowerCase()));
    if (names.size < 2) return [];
    return [warning("two_names", "One account is paid under different names", ofOne)];
  });
}

/** Two people may share a name and the phone number of their office, so this is no fault. */
function findTwoAccounts(rows: readonly ReviewedRow[]): Warning[] {
  const toAccounts = rows.filter(({ fields }) => fields.name !== undefined && accountOf(fields) !== null);
  return [...Map.groupBy(toAccounts, ({ fields }) => personOf(fields)).values()].flatMap((ofOne) => {
    const accounts = new Set(ofOne.map(destinationOf));
    if (accounts.size < 2) return [];
    return [warning("two_accounts", "The same name and phone number are paid to different accounts", ofOne)];
  });
}

function findLostZeros(rows: readonly ReviewedRow[]): Warning[] {
  const accounts = rows.filter(({ fields }) => fields.bankAccount !== undefined && fields.ifsc !== undefined);
  const byBank = Map.groupBy(accounts, ({ fields }) => fields.ifsc!.slice(0, 4).toUpperCase());
  return [...byBank].flatMap(([bank, ofBank]) => {
    const lengths = ofBank.map(({ fields }) => fields.bankAccount!.length);
    const usual = Math.max(...lengths);
    if (lengths.filter((length) => length === usual).length < ROWS_TO_TELL) return [];
    const short = ofBank.filter(({ fields }) => fields.bankAccount!.length < usual);
    if (short.length === 0 || short.length * 4 > ofBank.length) return [];
    const text = `Other account numbers at ${bank} have ${usual} digits. Leading zeros may be lost`;
    return [warning("lost_zeros", text, short)];
  });
}

const warning = (kind: Warning["kind"], text: string, rows: readonly ReviewedRow[]): Warning => ({
  kind,
  text,
  lines: rows.slice(0, LINES_MAX).map(({ line }) => line),
});
