/** Batches are listed and shown, and their failed rows are cloned. */
import Type from "typebox";
import { nameActors } from "#access";
import { type Actor } from "#audit";
import {
  type BatchDescription,
  cloneFailedRows as clone,
  describeBatch,
  listBatches as list,
} from "#batches";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { payoutsDisabled } from "#dashboard/refusals";
import { listOfItems, nullable } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import { batchPath, batchRefusals } from "./fields.ts";

const text = Type.String();
const moment = Type.String({ format: "date-time" });
const batchSchema = Type.Object(
  {
    batchId: text,
    referenceId: Type.Integer(),
    batchKey: nullable(text),
    name: text,
    format: text,
    status: text,
    because: nullable(text),
    rows: Type.Integer(),
    amount: text,
    open: Type.Integer(),
    done: Type.Integer(),
    doneAmount: text,
    failed: Type.Integer(),
    failedAmount: text,
    clonedFrom: nullable(text),
    fundSourceId: nullable(text),
    createdBy: text,
    createdAt: moment,
    finishedAt: nullable(moment),
  },
  { $id: "Batch" },
);

const batchOf = (batch: BatchDescription, nameOf: (actor: Actor) => string): unknown => {
  const { totals } = batch;
  return {
    batchId: batch.batchId,
    referenceId: batch.referenceId,
    batchKey: batch.batchKey,
    name: batch.name,
    format: batch.format,
    status: batch.status,
    because: batch.because,
    rows: batch.rowCount,
    amount: formatRupees(batch.sumPaise),
    open: Math.max(0, batch.rowCount - totals.done - totals.failed),
    done: totals.done,
    doneAmount: formatRupees(totals.donePaise),
    failed: totals.failed,
    failedAmount: formatRupees(totals.failedPaise),
    clonedFrom: batch.clonedFrom,
    fundSourceId: batch.fundSourceId,
    createdBy: nameOf(batch.createdBy),
    createdAt: batch.createdAt,
    finishedAt: batch.finishedAt,
  };
};

const operation = resource({ at: "/batches", tag: "Batches", permission: "access_transfers" });

export const listBatches = operation({
  name: "listBatches",
  method: "GET",
  path: "",
  summary: "List batches, newest first",
  query: pageFields(Type.Integer({ minimum: 1 })),
  output: listOfItems(batchSchema),
  handle: async ({ ctx, merchantId, fundSourceIds, input: { cursor, limit } }) => {
    const batches = await list(ctx, merchantId, {
      ...{ limit: limit + 1, beforeReferenceId: cursor },
      fundSourceIds,
    });
    const makers = batches.map(({ createdBy }) => createdBy);
    const nameOf = await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, makers));
    return pageOf(batches, limit, {
      item: (batch) => batchOf(batch, nameOf),
      place: ({ referenceId }) => referenceId,
    });
  },
});

export const getBatch = operation({
  name: "getBatch",
  method: "GET",
  path: "/{batchId}",
  summary: "Read the state of a batch",
  pathFields: batchPath,
  output: batchSchema,
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, input: { batchId } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId });
    return batchOf(batch, await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, [batch.createdBy])));
  },
});

export const cloneFailedRows = operation({
  name: "cloneFailedRows",
  method: "POST",
  path: "/{batchId}/clone-failed-rows",
  summary: "Copy the failed rows that may be tried again into a new batch",
  permission: "initiate_bulk_transfer",
  stepUp: true,
  pathFields: batchPath,
  output: Type.Object({ batchId: Type.String() }),
  refusals: {
    ...payoutsDisabled,
    ...batchRefusals,
    nothing_to_clone: { status: 409, message: "No failed row may be tried again." },
  },
  handle: async ({ ctx, merchantId, by, input: { batchId } }) => ({
    batchId: (await clone(ctx, merchantId, { batchId, by })).batchId,
  }),
});
