/** What a statement calls the entries of the books. */

export const STATEMENT_KINDS = [
  "transfer",
  /** Paid after it had failed; what comes back of it is a reversal. */
  "paid_late",
  "credit",
  "reversal",
  "withdrawal",
  "verification",
  "internal_transfer",
  /** Of co-lending: a share that went into a loan, service charges of a loan; what came back is a reversal. */
  "loan",
  "loan_charges",
  /** Money that does not count, because it came from an account other than the registered one. */
  "unregistered_credit",
  /** Such money that was sent back. */
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

/** A kind in words for people. */
export function describeKind(kind: StatementKind): string {
  return WORDS[kind];
}

const KINDS: Readonly<Record<string, StatementKind>> = {
  hold: "transfer",
  // The rail that carried the transfer costs less than was held.
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

/** The word for an entry of the books that changed what is available by `changePaise`. */
export function kindOfEntry(entryKind: string, changePaise: bigint): StatementKind {
  if (entryKind === "withdrawal") return changePaise < 0n ? "withdrawal" : "reversal";
  // What a later part of the product books is shown before it has a word of its own.
  return KINDS[entryKind] ?? "adjustment";
}

/**
 * The entries of the books that have one of these words, with "+" for what was added and "-" for what was taken. What
 * has no word of its own is shown, and cannot be asked for.
 */
export function entriesOfKinds(kinds: readonly StatementKind[]): string[] {
  const both = Object.keys(KINDS).filter((entryKind) => kinds.includes(KINDS[entryKind]!));
  const withdrawals = [
    ...(kinds.includes("withdrawal") ? ["withdrawal-"] : []),
    ...(kinds.includes("reversal") ? ["withdrawal+"] : []),
  ];
  return [...both.flatMap((entryKind) => [`${entryKind}+`, `${entryKind}-`]), ...withdrawals];
}
