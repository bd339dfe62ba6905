/** Fields and schemas of fund sources, their statements, and the movements of money between them. */
import Type from "typebox";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { STATEMENT_KINDS } from "#fund-sources";
import { text } from "#http";

export const remarks = () =>
  text({
    min: 0,
    max: 70,
    pattern: /^[A-Za-z0-9 ]*$/,
    says: "Remarks can have only letters, digits and spaces.",
  });

/** The caller's own ID of something. The same ID is always the same thing. */
export function ownKey(max: number) {
  return text({
    max,
    cards: "in_ids",
    pattern: /^[A-Za-z0-9_-]+$/,
    says: `It has 1 to ${max} letters, digits, hyphens or underscores, and is no card number.`,
  });
}

export const fundSource = Type.Object(
  {
    fundSourceId: Type.String(),
    kind: words(["wallet", "bank_account", "lender", "originator", "intermediate"]),
    name: Type.String(),
    accountLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    bank: nullable(Type.Object({ bankId: Type.String(), name: Type.String() })),
    modes: Type.Array(Type.String()),
    active: Type.Boolean(),
    sharePercent: Type.Integer(),
    balance: rupees,
    held: rupees,
    available: rupees,
    overdraftLimit: rupees,
    threshold: rupees,
    notifiesLowBalance: Type.Boolean(),
    lastRecharge: nullable(rupees),
    lastWithdrawal: nullable(rupees),
    lastInternalTransfer: nullable(rupees),
    /** The number of current downtimes of its banks. */
    downtimes: Type.Integer(),
    /** Its banks that get no payments until their statements since a restore of the database have arrived. */
    recovering: Type.Array(Type.Object({ bankName: Type.String(), since: at })),
  },
  { $id: "FundSource" },
);

export const statementEntry = Type.Object(
  {
    entryId: Type.String(),
    at,
    kind: words(STATEMENT_KINDS),
    amount: rupees,
    charges: rupees,
    change: rupees,
    balance: rupees,
    key: nullable(Type.String()),
    referenceId: nullable(Type.String()),
    utr: nullable(Type.String()),
    remarks: nullable(Type.String()),
  },
  { $id: "StatementEntry" },
);

export const withdrawal = Type.Object(
  {
    withdrawalId: Type.String(),
    key: Type.String(),
    amount: rupees,
    remarks: Type.String(),
    status: words(["waiting", "awaiting_approval", "processing", "paid", "failed", "returned"]),
    /** The request for its approval. Null unless it is waiting for approval. */
    requestId: nullable(Type.String()),
    reason: nullable(Type.String()),
    utr: nullable(Type.String()),
    dueAt: nullable(at),
    madeAt: at,
    finishedAt: nullable(at),
  },
  { $id: "Withdrawal" },
);

export const overdraftRequest = Type.Object(
  {
    requestId: Type.String(),
    fundSourceId: Type.String(),
    limit: rupees,
    because: Type.String(),
    status: words(["requested", "granted", "declined"]),
    requestedAt: at,
    answer: nullable(Type.String()),
    decidedAt: nullable(at),
  },
  { $id: "OverdraftRequest" },
);
