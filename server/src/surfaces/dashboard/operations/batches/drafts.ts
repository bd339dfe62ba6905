/** Drafts of batches are uploaded, their columns are mapped, and they are confirmed or discarded. */
import Type from "typebox";
import {
  confirmDraft,
  describeDraft,
  discardDraft,
  type DraftSummary,
  type FieldName,
  fieldsOf,
  type FormatName,
  FORMATS,
  guessColumns,
  listDrafts,
  mapDraft,
  startDraft,
} from "#batches";
import { resource } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { nullable } from "#dashboard/schemas";
import { flag, optional, Refusal, shaped, text, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { TableError } from "@vitaran/spreadsheets";
import { draftPath, draftRefusals, fileRefusals, format, rowRefusals } from "./fields.ts";

const words = Type.String();
const moment = Type.String({ format: "date-time" });
const draftSchema = Type.Object(
  {
    draftId: words,
    name: words,
    format: words,
    replacesBeneficiaries: Type.Boolean(),
    fundSourceId: nullable(words),
    /** True if the columns are mapped. */
    mapped: Type.Boolean(),
    /**
     * The file was read by an earlier mapping, which its maker chose at this time. Null if it was read by its column
     * titles.
     */
    columnsChosenAt: nullable(moment),
    rows: Type.Integer(),
    wrong: Type.Integer(),
    amount: words,
    madeAt: moment,
    /** The batch that was created from it. */
    batchId: nullable(words),
  },
  { $id: "BatchDraft" },
);

const draftOf = (draft: DraftSummary): unknown => ({
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
const fieldsSchema = Type.Array(
  Type.Object({ name: words, needed: Type.Boolean(), common: Type.Boolean() }, { $id: "BatchField" }),
);

/** Returns the fields of a format, with those that a file must have and those that its template shows. */
const fieldListOf = (format: FormatName): unknown => {
  const { needed, columns } = FORMATS[format];
  return fieldsOf(format)
    .filter((name) => name !== "cardNo" || format === "BENEFICIARIES")
    .map((name) => ({ name, needed: needed.includes(name), common: columns.includes(name) }));
};

const operation = resource({ at: "/batch-drafts", tag: "Batches", permission: "initiate_bulk_transfer" });

const MEGABYTE = 1024 * 1024;

export const uploadBatch = operation({
  name: "uploadBatch",
  method: "POST",
  path: "",
  summary: "Upload a file as a draft",
  description:
    "Nothing is paid before it is confirmed. The body is the file: .csv, .xlsx or .xls, to 10,000 rows.",
  query: {
    name: text({ max: 100, cards: "refused" }),
    format,
    replacesBeneficiaries: withDefault(flag(), false),
    fundSourceId: optional(text({ max: 40 })),
  },
  file: { mediaTypes: ["application/octet-stream"], bytesMax: 5 * MEGABYTE },
  output: Type.Object({ draftId: Type.String() }),
  refusals: {
    ...fileRefusals,
    rows_missing: { status: 422, message: "The file has no rows." },
    titles_missing: {
      status: 422,
      message: "The first row must hold the column titles, as in the template. Yours begins with a payment.",
    },
    too_many_drafts: {
      status: 409,
      message: "You have {max} unconfirmed batches. Discard some first.",
    },
  },
  handle: async ({ ctx, merchantId, by, file, gone, input }) => {
    const { name, replacesBeneficiaries, fundSourceId = null } = input;
    const given = { bytes: file, name, format: input.format, replacesBeneficiaries, fundSourceId, by, gone };
    return { draftId: await refuseFile(() => startDraft(ctx, merchantId, given)) };
  },
});

/** Reads a file. The refusal explains what is wrong, with the row and column. */
async function refuseFile<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!TableError.is(error)) throw error;
    if (error.code === "busy") throw new Refusal("too_many_requests", { retryAfterSeconds: 10 });
    const { row, column } = error.details as { row?: number; column?: string };
    throw new Refusal("file_refused", { details: { why: error.message, code: error.code, row, column } });
  }
}

export const listBatchDrafts = operation({
  name: "listBatchDrafts",
  method: "GET",
  path: "",
  summary: "List your unconfirmed files",
  output: Type.Object({ items: Type.Array(draftSchema) }),
  handle: async ({ ctx, merchantId, by }) => ({
    items: (await listDrafts(ctx, merchantId, by)).map(draftOf),
  }),
});

export const getBatchColumns = operation({
  name: "getBatchColumns",
  method: "GET",
  path: "/{draftId}",
  summary: "Read a draft, its columns, and the suggested mapping",
  pathFields: draftPath,
  output: Type.Object({
    draft: draftSchema,
    titles: Type.Array(Type.String()),
    fields: fieldsSchema,
    /** The field of each column title; "" if the column is not mapped. */
    mapping: Type.Record(Type.String(), Type.String()),
  }),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId } }) => {
    const draft = await describeDraft(ctx, merchantId, { draftId, by });
    const { format, titles } = draft;
    const mapping = draft.mapping ?? guessColumns(format, titles, {});
    return {
      draft: draftOf(draft),
      titles,
      fields: fieldListOf(format),
      mapping: Object.fromEntries(Object.entries(mapping).map(([title, field]) => [title, field ?? ""])),
    };
  },
});

const mapping = shaped(
  Type.Array(
    Type.Object({ title: Type.String({ maxLength: 1000 }), field: Type.String({ maxLength: 40 }) }),
    { maxItems: 500 },
  ),
  { says: "It is a list of titles, each with the field that it means, or an empty text for none." },
);

export const mapBatch = operation({
  name: "mapBatch",
  method: "PUT",
  path: "/{draftId}/columns",
  summary: "Map the columns of a draft",
  description:
    "Reads the file again. Later files of the same member with the same titles are mapped automatically.",
  pathFields: draftPath,
  body: { mapping },
  output: draftSchema,
  refusals: {
    ...draftRefusals,
    ...fileRefusals,
    titles_missing: { status: 422, message: "A title of the file has a card number in it." },
    rows_missing: { status: 422, message: "The file has no rows." },
    columns_missing: { status: 422, message: "These fields need a column: {fields}." },
    field_unknown: { status: 422, message: "The format has no field {field}." },
    field_twice: { status: 422, message: "Two columns are mapped to the field {field}." },
  },
  handle: async ({ ctx, merchantId, by, input: { draftId, mapping: given } }) => {
    const name = { draftId, by };
    const { format } = await describeDraft(ctx, merchantId, name);
    const mapping = Object.fromEntries(given.map(({ title, field }) => [title, readField(format, field)]));
    refuseTwice(Object.values(mapping));
    await refuseFile(() => mapDraft(ctx, merchantId, { ...name, mapping }));
    return draftOf(await describeDraft(ctx, merchantId, name));
  },
});

function readField(format: FormatName, word: string): FieldName | null {
  if (word === "") return null;
  const field = fieldsOf(format).find((name) => name === word);
  if (field === undefined) throw new Refusal("field_unknown", { details: { field: word } });
  return field;
}

function refuseTwice(fields: readonly (FieldName | null)[]): void {
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) !== index);
  if (twice !== undefined) throw new Refusal("field_twice", { details: { field: twice } });
}

export const confirmBatch = operation({
  name: "confirmBatch",
  method: "POST",
  path: "/{draftId}/confirm",
  summary: "Confirm a draft: it is paid, or waits for approval",
  description: "`contentHash` is what was shown. Confirming again answers the same batch.",
  stepUp: true,
  pathFields: draftPath,
  body: {
    contentHash: text({
      min: 64,
      max: 64,
      pattern: /^[0-9a-f]{64}$/,
      says: "It is a hash.",
      cards: "let_pass",
    }),
  },
  output: Type.Object({ batchId: Type.String() }),
  refusals: {
    ...payoutsDisabled,
    ...draftRefusals,
    ...rowRefusals,
    draft_changed: {
      status: 409,
      message: "The rows have changed since you reviewed them. Review them again.",
    },
    fund_source_not_available: { status: 422, message: "The fund source does not exist or is switched off." },
  },
  handle: async ({ ctx, merchantId, by, input: { draftId, contentHash } }) => ({
    batchId: await confirmDraft(ctx, merchantId, {
      draftId,
      by,
      contentHash: Buffer.from(contentHash, "hex"),
    }),
  }),
});

export const discardBatch = operation({
  name: "discardBatch",
  method: "DELETE",
  path: "/{draftId}",
  summary: "Discard a draft",
  pathFields: draftPath,
  output: Type.Object({}),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId } }) => {
    await discardDraft(ctx, merchantId, { draftId, by });
    return {};
  },
});
