/** Files of beneficiaries, and what became of their rows. */
import Type from "typebox";
import type { BatchDescription, BatchRow } from "#batches";
import { at, nullable, words } from "#dashboard/schemas";

export const beneficiaryBatch = Type.Object(
  {
    batchId: Type.String(),
    referenceId: Type.Integer(),
    name: Type.String(),
    status: words([
      "uploaded",
      "validating",
      "awaiting_approval",
      "processing",
      "completed",
      "partly_failed",
      "rejected",
    ]),
    because: nullable(Type.String()),
    rowCount: Type.Integer(),
    openCount: Type.Integer(),
    addedCount: Type.Integer(),
    rejectedCount: Type.Integer(),
    warnings: Type.Array(Type.String()),
    createdAt: at,
    finishedAt: nullable(at),
  },
  { $id: "BeneficiaryBatch" },
);

/** A batch of beneficiaries as the dashboard shows it. */
export function showBatch({ totals, warnings, ...batch }: BatchDescription) {
  const { batchId, referenceId, name, status, because, rowCount, createdAt, finishedAt } = batch;
  return {
    ...{ batchId, referenceId, name, status, because, rowCount, createdAt, finishedAt },
    warnings: warnings.map(({ text }) => text),
    openCount: totals.open,
    addedCount: totals.accepted,
    rejectedCount: totals.rejected,
  };
}

export const batchRow = Type.Object(
  {
    line: Type.Integer(),
    status: words(["open", "added", "rejected"]),
    failureReason: nullable(Type.String()),
    beneId: nullable(Type.String()),
    name: nullable(Type.String()),
    accountLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    vpa: nullable(Type.String()),
    phone: nullable(Type.String()),
  },
  { $id: "BeneficiaryBatchRow" },
);

/** A row of such a batch, its account number masked. */
export function showRow({ line, status, failureReason, fields }: BatchRow) {
  const { beneId = null, name = null, bankAccount, ifsc = null, vpa = null, phone = null } = fields;
  const word = status === "ADDED" ? "added" : status === "REJECTED" ? "rejected" : "open";
  const accountLast4 = bankAccount?.slice(-4) ?? null;
  return { line, status: word, failureReason, beneId, name, accountLast4, ifsc, vpa, phone };
}

export const noBatch = {
  not_found: { status: 404, message: "This file of beneficiaries does not exist." },
} as const;
