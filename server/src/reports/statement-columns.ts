/** The columns of the account statement. */
import { day, type ReportColumn } from "./report-column.ts";

/** A line of a statement: an entry, or the opening or closing balance. Amounts in paise. */
export interface StatementLine {
  readonly at: Date;
  readonly kind: string;
  readonly key: string | null;
  readonly referenceId: bigint | null;
  readonly utr: string | null;
  readonly remarks: string | null;
  /** The change of the available balance; negative for a debit. */
  readonly changePaise: bigint;
  /** Fee and tax within the change. */
  readonly chargesPaise: bigint;
  /** Money that moved without a change of the balance. */
  readonly notedPaise: bigint;
  /** The available balance right after it. */
  readonly balancePaise: bigint;
}

const orNothing = (paise: bigint): bigint | null => (paise === 0n ? null : paise);

export const statementColumns: readonly ReportColumn<StatementLine>[] = [
  { name: "date", title: "Date (IST)", kind: "date", value: (line) => day(line.at) },
  { name: "type", title: "Type", value: (line) => line.kind },
  { name: "transferId", title: "Transfer ID", value: (line) => line.key },
  {
    name: "referenceId",
    title: "Reference ID",
    value: (line) => (line.referenceId === null ? null : String(line.referenceId)),
  },
  { name: "utr", title: "UTR", value: (line) => line.utr },
  { name: "remarks", title: "Remarks", value: (line) => line.remarks },
  {
    name: "debit",
    title: "Debit",
    kind: "amount",
    value: (line) => (line.changePaise < 0n ? -line.changePaise : null),
  },
  {
    name: "credit",
    title: "Credit",
    kind: "amount",
    value: (line) => (line.changePaise > 0n ? line.changePaise : null),
  },
  {
    name: "charges",
    title: "Of which charges",
    kind: "amount",
    value: (line) => orNothing(line.chargesPaise),
  },
  {
    name: "notCounted",
    title: "Not counted",
    kind: "amount",
    value: (line) => orNothing(line.notedPaise),
  },
  { name: "balance", title: "Balance", kind: "amount", value: (line) => line.balancePaise },
];

const KINDS: Readonly<Record<string, string>> = {
  hold: "Transfer",
  post: "Charges held and not taken",
  late_success: "Transfer paid after a failure",
  release: "Reversal",
  return: "Reversal",
  top_up: "Credit",
  verification: "Bank details verification",
  internal_transfer: "Internal transfer",
  loan: "Loan",
  loan_charges: "Loan charges",
  loan_return: "Reversal",
  unregistered_credit: "Unregistered credit",
  refund: "Refund",
};

/** Returns the word for a ledger entry that changed the available balance by `changePaise`. */
export function wordOfEntry(entryKind: string, changePaise: bigint): string {
  if (entryKind === "withdrawal") return changePaise < 0n ? "Withdrawal" : "Withdrawal reversal";
  // A newer kind of entry is shown as this until it has a word of its own.
  return KINDS[entryKind] ?? "Adjustment";
}
