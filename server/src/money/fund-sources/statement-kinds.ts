/** The names that a statement gives to ledger entries. */

export const STATEMENT_KINDS = [
  "transfer",
  /** Paid after it had failed; if the money comes back, that is a reversal. */
  "paid_late",
  "credit",
  "reversal",
  "withdrawal",
  "verification",
  "internal_transfer",
  /** For co-lending: a share paid into a loan, or its service charges; what came back is a reversal. */
  "loan",
  "loan_charges",
  /** Money that does not count, because it came from an account other than the registered one. */
  "unregistered_credit",
  /** Such money after it was sent back. */
  "refund",
  "adjustment",
] as const;

export type StatementKind = (typeof STATEMENT_KINDS)[number];

const WORDS: Readonly<Record<StatementKind, string>> = {
  transfer: "Transfer",
  paid_late: "Transfer paid after a failure",
  credit: "Credit",
  reversal: "Reversal",
  withdrawal: "Withdrawal",
  verification: "Bank details verification",
  internal_transfer: "Transfer between payout accounts",
  loan: "Share of a loan",
  loan_charges: "Charges of a loan",
  unregistered_credit: "Credit that does not count",
  refund: "Refund to its sender",
  adjustment: "Adjustment",
};

/** Returns a kind in words for people. */
export function describeKind(kind: StatementKind): string {
  return WORDS[kind];
}

const KINDS: Readonly<Record<string, StatementKind>> = {
  hold: "transfer",
  // The rail that carried the transfer cost less than was held.
  post: "adjustment",
  late_success: "paid_late",
  release: "reversal",
  return: "reversal",
  top_up: "credit",
  verification: "verification",
  internal_transfer: "internal_transfer",
  loan: "loan",
  loan_charges: "loan_charges",
  loan_return: "reversal",
  unregistered_credit: "unregistered_credit",
  refund: "refund",
};

/** Returns the kind of a ledger entry that changed the available balance by `changePaise`. */
export function kindOfEntry(entryKind: string, changePaise: bigint): StatementKind {
  if (entryKind === "withdrawal") return changePaise < 0n ? "withdrawal" : "reversal";
  // A new feature's entries are shown even before they have a kind of their own.
  return KINDS[entryKind] ?? "adjustment";
}

/**
 * Returns the ledger entries that belong to some kinds, with "+" for credits and "-" for debits. Entries without a kind
 * of their own are shown, but a filter cannot select them.
 */
export function entriesOfKinds(kinds: readonly StatementKind[]): string[] {
  const both = Object.keys(KINDS).filter((entryKind) => kinds.includes(KINDS[entryKind]!));
  const withdrawals = [
    ...(kinds.includes("withdrawal") ? ["withdrawal-"] : []),
    ...(kinds.includes("reversal") ? ["withdrawal+"] : []),
  ];
  return [...both.flatMap((entryKind) => [`${entryKind}+`, `${entryKind}-`]), ...withdrawals];
}
