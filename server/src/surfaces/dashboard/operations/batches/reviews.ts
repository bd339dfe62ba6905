/** Reviews of batches and drafts: totals, warnings, and the differences from the last batch of the same kind. */
import Type from "typebox";
import { nameActors } from "#access";
import { type Listed, type Review, reviewBatch as review, reviewDraft, type RowBrief } from "#batches";
import { resource } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import { type Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { batchPath, batchRefusals, draftPath, draftRefusals, rowRefusals } from "./fields.ts";
import { payeeOf, payeeSchema, type NameOf } from "./rows.ts";

const text = Type.String();
const moment = Type.String({ format: "date-time" });
const brief = Type.Object(
  {
    line: Type.Integer(),
    name: text,
    transferId: text,
    paidTo: text,
    amount: text,
    payee: nullable(payeeSchema),
  },
  { $id: "BatchRowBrief" },
);

const briefBy =
  (nameOf: NameOf) =>
  ({ line, name, transferKey, paidTo, amountPaise, payee }: RowBrief): object => ({
    line,
    name,
    transferId: transferKey,
    paidTo,
    amount: formatRupees(amountPaise),
    payee: payeeOf(payee, nameOf),
  });

const briefs = Type.Array(brief);
const part = Type.Object({ name: text, rows: Type.Integer(), amount: text }, { $id: "BatchPart" });
const listOf = <S extends Type.TSchema>(item: S) =>
  Type.Object({ count: Type.Integer(), amount: text, first: Type.Array(item) });

const reviewFields = {
  rows: Type.Integer(),
  amount: text,
  fee: text,
  mostCharges: nullable(text),
  tax: text,
  byMode: Type.Array(part),
  byBank: Type.Array(part),
  largest: briefs,
  warnings: Type.Array(Type.Object({ kind: text, text, lines: Type.Array(Type.Integer()) })),
  earlier: nullable(
    Type.Object({
      batchId: text,
      referenceId: Type.Integer(),
      name: text,
      rows: Type.Integer(),
      amount: text,
      createdAt: moment,
    }),
  ),
  added: listOf(brief),
  removed: listOf(brief),
  accounts: listOf(Type.Interface([brief], { before: text })),
  amounts: listOf(Type.Interface([brief], { beforeAmount: text })),
};

/** Returns a review as it is shown, with its sample if it has one. */
async function showReview(
  { ctx, merchantId }: { ctx: Context; merchantId: string },
  review: Review & { readonly sample?: readonly RowBrief[] },
): Promise<{ review: object; sample: object[] }> {
  const { figures, differences, sample = [] } = review;
  const lists = [differences.added, differences.removed, differences.accounts, differences.amounts];
  const briefs = [...figures.largest, ...sample, ...lists.flatMap(({ first }) => first)];
  const nameOf = await ctx.db.inMerchant(merchantId, (tx) =>
    nameActors(
      tx,
      briefs.flatMap(({ payee }) => payee?.addedBy ?? []),
    ),
  );
  const briefOf = briefBy(nameOf);
  return { review: reviewOf(review, briefOf), sample: sample.map(briefOf) };
}

type BriefOf = (row: RowBrief) => object;

const reviewOf = ({ figures, warnings, earlier, differences }: Review, briefOf: BriefOf): object => ({
  rows: figures.rows,
  amount: formatRupees(figures.amountPaise),
  fee: formatRupees(figures.feePaise),
  mostCharges:
    figures.reservePaise === 0n
      ? null
      : formatRupees(figures.feePaise + figures.taxPaise + figures.reservePaise),
  tax: formatRupees(figures.taxPaise),
  byMode: figures.byMode.map(partOf),
  byBank: figures.byBank.map(partOf),
  largest: figures.largest.map(briefOf),
  warnings,
  earlier:
    earlier === null
      ? null
      : {
          batchId: earlier.batchId,
          referenceId: earlier.referenceId,
          name: earlier.name,
          rows: earlier.rowCount,
          amount: formatRupees(earlier.sumPaise),
          createdAt: earlier.createdAt,
        },
  added: listedOf(differences.added, briefOf),
  removed: listedOf(differences.removed, briefOf),
  accounts: listedOf(differences.accounts, (row) => ({ ...briefOf(row), before: row.before })),
  amounts: listedOf(differences.amounts, (row) => ({
    ...briefOf(row),
    beforeAmount: formatRupees(row.beforePaise),
  })),
});

const partOf = ({
  name,
  rows,
  amountPaise,
}: {
  name: string;
  rows: number;
  amountPaise: bigint;
}): object => ({
  name,
  rows,
  amount: formatRupees(amountPaise),
});

const listedOf = <T>({ count, amountPaise, first }: Listed<T>, itemOf: (item: T) => object): object => ({
  count,
  amount: formatRupees(amountPaise),
  first: first.map(itemOf),
});

const operation = resource({ at: "", tag: "Batches", permission: "access_transfers" });

export const reviewBatch = operation({
  name: "reviewBatch",
  method: "GET",
  path: "/batches/{batchId}/review",
  summary: "Read what an approver must review of a batch",
  pathFields: batchPath,
  output: Type.Object({ ...reviewFields, sample: reviewFields.largest }),
  refusals: {
    ...batchRefusals,
    content_changed: { status: 409, message: "The rows have changed since the batch was created." },
  },
  handle: async ({ ctx, merchantId, by, mayReveal, input: { batchId } }) => {
    const found = await review(ctx, merchantId, { batchId, by, mayReveal });
    const { review: shown, sample } = await showReview({ ctx, merchantId }, found);
    return { ...shown, sample };
  },
});

export const compareBatch = operation({
  name: "compareBatch",
  method: "GET",
  path: "/batch-drafts/{draftId}/review",
  summary: "Read the control totals of a draft and how it differs from the last batch of its kind",
  permission: "initiate_bulk_transfer",
  pathFields: draftPath,
  output: Type.Object({
    ...reviewFields,
    contentHash: Type.String(),
    /** The amount that the fund source can pay, including its overdraft limit. */
    available: Type.String(),
    /** The amount that is left once the whole batch is paid; below zero if the balance is too low. */
    after: Type.String(),
  }),
  refusals: { ...draftRefusals, ...rowRefusals },
  handle: async ({ ctx, merchantId, by, input: { draftId } }) => {
    const review = await reviewDraft(ctx, merchantId, { draftId, by });
    const { amountPaise, feePaise, taxPaise } = review.figures;
    const { review: shown } = await showReview({ ctx, merchantId }, review);
    return {
      ...shown,
      contentHash: review.contentHash.toString("hex"),
      available: formatRupees(review.spendablePaise),
      after: formatRupees(review.spendablePaise - amountPaise - feePaise - taxPaise),
    };
  },
});
