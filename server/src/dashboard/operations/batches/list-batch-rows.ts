import Type from "typebox";
import { nameActors } from "#access";
import type { Actor } from "#audit";
import { memberOperation } from "#dashboard/operation";
import { nullable, sentence, words } from "#dashboard/schemas";
import {
  describeBatch,
  namePayees,
  paidFields,
  readRows,
  type Batch,
  type BatchRow,
  type ShownPayee,
} from "#batches";
import { explainReason } from "#stories";
import { stateOf, TRANSFER_STATES } from "#transfers";
import { oneOf, optional, whole, withDefault } from "#http";
import { batchPath, batchRefusals, rowCursor } from "./fields.ts";
import { payeeOf, payeeSchema } from "./schemas.ts";

const text = nullable(Type.String());

const rowSchema = Type.Object(
  {
    rowNo: Type.Integer(),
    line: Type.Integer(),
    /** Our id of its transfer, for its page. */
    id: text,
    transferId: text,
    name: text,
    paidTo: text,
    /** The beneficiary, if the row names it by ID only. */
    payee: nullable(payeeSchema),
    amount: text,
    status: Type.String(),
    /** Of its transfer; null: the row has none. */
    state: nullable(words(TRANSFER_STATES)),
    /** The reason of its transfer, or why the row was not accepted. */
    failureReason: text,
    /** What that reason means, if it is a transfer's. */
    why: nullable(sentence),
    beneId: text,
    referenceId: text,
    utr: text,
  },
  { $id: "BatchRow" },
);

export const listBatchRows = memberOperation({
  name: "listBatchRows",
  method: "GET",
  path: "/merchants/{merchantId}/batches/{batchId}/rows",
  tag: "Batches",
  summary: "List the rows of a batch, each with its outcome",
  permission: "access_transfers",
  pathFields: batchPath,
  query: {
    only: optional(oneOf(["paid", "failed", "open"])),
    cursor: rowCursor,
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({ items: Type.Array(rowSchema), next: text }),
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, fundSourceIds, input: { batchId, only, cursor, limit } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
    const rows = await readRows(ctx, merchantId, { batch, only, after: Number(cursor ?? 0), limit });
    const items = await ctx.db.inMerchant(merchantId, async (tx) => {
      const named = await namePayees(tx, batch.format, rows);
      const nameOf = await nameActors(
        tx,
        named.flatMap(({ payee }) => payee?.addedBy ?? []),
      );
      return named.map((row) => rowOf(batch, row, nameOf));
    });
    return { items, next: rows.length < limit ? null : String(rows.at(-1)!.rowNo) };
  },
});

/** The account number is always masked. */
function rowOf(
  { format }: Pick<Batch, "format">,
  row: BatchRow & { payee?: ShownPayee },
  nameOf: (actor: Actor) => string,
): unknown {
  const { rowNo, line, fields, status, failureReason, beneId, transfer, payee } = row;
  const { bankAccount, vpa, phone } = paidFields(format, fields);
  const given = bankAccount === undefined ? (vpa ?? phone ?? null) : `••••${bankAccount.slice(-4)}`;
  return {
    rowNo,
    line,
    id: transfer?.transferId ?? null,
    transferId: transfer?.transferKey ?? fields.transferId ?? null,
    name: fields.name ?? payee?.name ?? transfer?.beneficiary.name ?? null,
    paidTo: payee?.paidTo ?? given,
    payee: payeeOf(payee, nameOf),
    amount: fields.amount ?? null,
    status,
    state: transfer === null ? null : stateOf(transfer),
    failureReason,
    why: transfer === null || transfer.reason === null ? null : explainReason(transfer.reason).why,
    beneId,
    referenceId: transfer === null ? null : String(transfer.referenceId),
    utr: transfer?.utr ?? null,
  };
}
