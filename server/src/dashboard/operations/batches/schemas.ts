/** Shapes that several answers about batches share. */
import Type from "typebox";
import { nameActors } from "#access";
import type { Actor } from "#audit";
import type {
  BatchDescription,
  DraftRow,
  DraftSummary,
  Listed,
  Review,
  RowBrief,
  ShownPayee,
} from "#batches";
import { fieldsOf, FORMATS, type FormatName } from "#batches";
import type { Context } from "#lib/context";
import { maskAll } from "#lib/mask-account";
import { formatRupees } from "#lib/money";

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const text = Type.String();
const moment = Type.String({ format: "date-time" });

export const batchSchema = Type.Object(
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

/** A batch as it is answered; `nameOf` names an actor. */
export const batchOf = (batch: BatchDescription, nameOf: (actor: Actor) => string): unknown => {
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

export const draftSchema = Type.Object(
  {
    draftId: text,
    name: text,
    format: text,
    replacesBeneficiaries: Type.Boolean(),
    fundSourceId: nullable(text),
    /** Whether the columns are mapped. */
    mapped: Type.Boolean(),
    /** When its maker chose how such columns are read, if it was read so. */
    columnsChosenAt: nullable(moment),
    rows: Type.Integer(),
    wrong: Type.Integer(),
    amount: text,
    madeAt: moment,
    /** The batch that was made of it. */
    batchId: nullable(text),
  },
  { $id: "BatchDraft" },
);

export const draftOf = (draft: DraftSummary): unknown => ({
  draftId: draft.draftId,
  name: draft.name,
  format: draft.format,
  replacesBeneficiaries: draft.replacesBeneficiaries,
  fundSourceId: draft.fundSourceId,
  mapped: draft.mapping !== null,
  columnsChosenAt: draft.columnsChosenAt,
  rows: draft.rows,
  wrong: draft.wrong,
  amount: formatRupees(draft.sumPaise),
  madeAt: draft.madeAt,
  batchId: draft.batchId,
});

export const fieldsSchema = Type.Array(
  Type.Object({ name: text, needed: Type.Boolean(), common: Type.Boolean() }, { $id: "BatchField" }),
);

/** The fields of a format: which a file must have, and which its template shows. */
export const fieldListOf = (format: FormatName): unknown => {
  const { needed, columns } = FORMATS[format];
  return fieldsOf(format)
    .filter((name) => name !== "cardNo" || format === "BENEFICIARIES")
    .map((name) => ({ name, needed: needed.includes(name), common: columns.includes(name) }));
};

export const draftRowSchema = Type.Object(
  {
    rowNo: Type.Integer(),
    line: Type.Integer(),
    fields: Type.Record(Type.String(), Type.String()),
    faults: Type.Array(Type.Object({ field: nullable(text), code: text, text })),
  },
  { $id: "BatchDraftRow" },
);

/** A row of the maker's own file, its account number masked: to correct that, all of it is typed. */
export const draftRowOf = ({ rowNo, line, fields, faults }: DraftRow): unknown => {
  const { bankAccount, ...others } = fields;
  const shown = bankAccount === undefined ? {} : { bankAccount: maskAll(bankAccount) };
  return { rowNo, line, fields: { ...others, ...shown }, faults };
};

type NameOf = (actor: Actor) => string;

/** A beneficiary that a row names by its ID. */
export const payeeSchema = Type.Object(
  {
    beneId: text,
    bankName: nullable(text),
    addedAt: moment,
    addedBy: text,
    /** What the ID stood for before: the name and the masked account; null: nothing else that is news. */
    former: nullable(Type.Object({ paidTo: text, until: moment })),
  },
  { $id: "BatchRowPayee" },
);

export const payeeOf = (payee: ShownPayee | null | undefined, nameOf: NameOf): object | null =>
  payee == null
    ? null
    : {
        beneId: payee.beneId,
        bankName: payee.bank,
        addedAt: payee.addedAt,
        addedBy: nameOf(payee.addedBy),
        former: payee.former,
      };

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

export const reviewFields = {
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

/** A review as it is answered, and its sample, if it has one. */
export async function showReview(
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
