import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { describeDraft, fieldsOf, mapDraft, type FieldName, type FormatName } from "#batches";
import { Refusal, shaped } from "#http";
import { draftPath, draftRefusals, fileRefusals } from "./fields.ts";
import { refuseFile } from "./refuse-file.ts";
import { draftOf, draftSchema } from "./schemas.ts";

const mapping = shaped(
  Type.Array(
    Type.Object({ title: Type.String({ maxLength: 1000 }), field: Type.String({ maxLength: 40 }) }),
    { maxItems: 500 },
  ),
  { says: "It is a list of titles, each with the field that it means, or an empty text for none." },
);

export const mapBatch = memberOperation({
  name: "mapBatch",
  method: "PUT",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}/columns",
  tag: "Batches",
  summary: "Map the columns of a draft",
  description:
    "Reads the file again. Later files of the same member with the same titles are mapped automatically.",
  permission: "initiate_bulk_transfer",
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
