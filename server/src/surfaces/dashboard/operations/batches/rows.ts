/** Rows of batches, each with its outcome, and the beneficiaries that they name by ID. */
import Type from "typebox";
import { nameActors } from "#access";
import { type Actor } from "#audit";
import {
  type Batch,
  type BatchRow,
  describeBatch,
  namePayees,
  paidFields,
  readRows,
  shownBeneId,
  type NamedRowPayee,
} from "#batches";
import { resource } from "#dashboard/operation";
import { nullable, sentence, words } from "#dashboard/schemas";
import { oneOf, optional, whole, withDefault } from "#http";
import { maskToEnd } from "#lib/mask-account";
import { explainReason } from "#stories";
import { stateOf, TRANSFER_STATES } from "#transfers";
import { batchPath, batchRefusals, rowCursor } from "./fields.ts";

const text = Type.String();
const moment = Type.String({ format: "date-time" });

export type NameOf = (actor: Actor) => string;

/** A beneficiary that a row names by its ID. */
export const payeeSchema = Type.Object(
  {
    beneId: text,
    bankName: nullable(text),
    addedAt: moment,
    addedBy: text,
    /** The masked account that the ID stood for before, if that changed recently; null otherwise. */
    former: nullable(Type.Object({ paidTo: text, until: moment })),
  },
  { $id: "BatchRowPayee" },
);

export const payeeOf = (payee: NamedRowPayee | null | undefined, nameOf: NameOf): object | null =>
  payee == null
    ? null
    : {
        beneId: payee.beneId,
        bankName: payee.bank,
        addedAt: payee.addedAt,
        addedBy: nameOf(payee.addedBy),
        former: payee.former,
      };

const operation = resource({ at: "/batches/{batchId}", tag: "Batches", permission: "access_transfers" });

const maybe = nullable(text);

const rowSchema = Type.Object(
  {
    rowNo: Type.Integer(),
    line: Type.Integer(),
    /** Our ID of the transfer, for the link to its page. */
    id: maybe,
    transferId: maybe,
    name: maybe,
    paidTo: maybe,
    /** The beneficiary, if the row names it by ID only. */
    payee: nullable(payeeSchema),
    amount: maybe,
    status: Type.String(),
    /** The state of the transfer. Null if the row has none. */
    state: nullable(words(TRANSFER_STATES)),
    /** The reason why the transfer was not paid, or why the row was not accepted. */
    failureReason: maybe,
    /** The explanation of that reason. Null if the transfer has no reason, or if there is no transfer. */
    why: nullable(sentence),
    beneId: maybe,
    referenceId: maybe,
    utr: maybe,
  },
  { $id: "BatchRow" },
);

export const listBatchRows = operation({
  name: "listBatchRows",
  method: "GET",
  path: "/rows",
  summary: "List the rows of a batch, each with its outcome",
  pathFields: batchPath,
  query: {
    only: optional(oneOf(["paid", "failed", "open"])),
    cursor: rowCursor,
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({ items: Type.Array(rowSchema), next: maybe }),
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, fundSourceIds, mayReveal, input: { batchId, only, cursor, limit } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId, fundSourceIds });
    const rows = await readRows(ctx, merchantId, { batch, only, after: Number(cursor ?? 0), limit });
    const items = await ctx.db.inMerchant(merchantId, async (tx) => {
      const named = await namePayees(tx, batch.format, rows);
      const nameOf = await nameActors(
        tx,
        named.flatMap(({ payee }) => payee?.addedBy ?? []),
      );
      return named.map((row) => rowOf(batch, mayReveal ? row : { ...row, beneId: shownBeneId(row) }, nameOf));
    });
    return { items, next: rows.length < limit ? null : String(rows.at(-1)!.rowNo) };
  },
});

/** Returns a row for the answer. Its account number is always masked. */
function rowOf(
  { format }: Pick<Batch, "format">,
  row: BatchRow & { payee?: NamedRowPayee },
  nameOf: NameOf,
): unknown {
  const { rowNo, line, fields, status, failureReason, beneId, transfer, payee } = row;
  const { bankAccount, vpa, phone } = paidFields(format, fields);
  const given = bankAccount === undefined ? (vpa ?? phone ?? null) : maskToEnd(bankAccount);
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
