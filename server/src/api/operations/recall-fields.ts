/** Fields that the calls of recalls read, publish and write alike. */
import { formatRupees } from "#lib/money";
import { istText } from "#rails";
import { RECALL_REASONS, readRecall, type RecallChoice, type RecallDetails } from "#recalls";
import { readTold } from "#stories";
import { type Fields, readField, readReferenceId, readText } from "./fields.ts";
import type { Call, FieldShapes, JsonSchema } from "./operation.ts";

const text: JsonSchema = { type: "string" };
const moment: JsonSchema = {
  type: "string",
  pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$",
  description: "Indian time; empty if it does not apply.",
};
const STATUSES = ["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"];

export const reasonSchema: JsonSchema = {
  type: "string",
  enum: RECALL_REASONS.map((reason) => reason.toUpperCase()),
};

/** The fields that name a transfer. */
export const transferFields: FieldShapes = {
  transferId: { schema: { type: "string", maxLength: 40 } },
  referenceId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
};

const properties = {
  recallId: { type: "string", format: "uuid" },
  transferId: text,
  referenceId: { type: "string", pattern: "^[0-9]+$" },
  amount: { type: "string", pattern: "^[0-9]+\\.[0-9]{2}$" },
  status: { type: "string", enum: STATUSES },
  reason: reasonSchema,
  remarks: text,
  requestedOn: moment,
  expiresOn: {
    ...moment,
    description: "When the recall expires without a response (Indian time); empty once it has ended.",
  },
  bankReference: { ...text, description: "The bank's case number, once known." },
  refusal: { ...text, description: "Why the bank refused." },
  endedOn: moment,
  history: {
    type: "array",
    items: {
      type: "object",
      properties: { status: { type: "string", enum: STATUSES }, because: text, eventTime: moment },
      required: ["status", "because", "eventTime"],
    },
  },
} as const satisfies Record<string, JsonSchema>;

export const recallSchema: JsonSchema = {
  type: "object",
  properties: { recall: { type: "object", properties, required: Object.keys(properties) } },
  required: ["recall"],
};

export const recallExample = {
  recall: {
    recallId: "01a1fe00-0000-7000-8000-000000000001",
    transferId: "INV_2026_0001",
    referenceId: "10023",
    amount: "1200.00",
    status: "REQUESTED",
    reason: "WRONG_BENEFICIARY",
    remarks: "Meant for a payee of the same name",
    requestedOn: "2026-11-20 10:15:00",
    expiresOn: "2026-12-20 10:15:00",
    bankReference: "",
    refusal: "",
    endedOn: "",
    history: [{ status: "REQUESTED", because: "wrong_beneficiary", eventTime: "2026-11-20 10:15:00" }],
  },
} as const;

/** Writes a recall for clients. */
export function writeRecall(recall: RecallDetails): Record<string, unknown> {
  const { recallId, transferKey, referenceId, amountPaise, status, reason, remarks } = recall;
  const timeOf = (at: Date | null): string => (at === null ? "" : istText(at));
  return {
    recall: {
      recallId,
      transferId: transferKey,
      referenceId: String(referenceId),
      amount: formatRupees(amountPaise),
      status: status.toUpperCase(),
      reason: reason.toUpperCase(),
      remarks,
      requestedOn: timeOf(recall.askedAt),
      expiresOn: timeOf(recall.dueAt),
      bankReference: recall.bankReference ?? "",
      refusal: recall.refusal ?? "",
      endedOn: timeOf(recall.endedAt),
      history: recall.history.map(({ to, because, at }) => ({
        status: to.toUpperCase(),
        because,
        eventTime: istText(at),
      })),
    },
  };
}

/** Finds our ID of the named transfer; undefined if none is named, null if it does not exist. */
export async function findTransferId(
  { ctx, caller }: Pick<Call, "ctx" | "caller">,
  fields: Fields,
): Promise<string | null | undefined> {
  const transferKey = readText(fields, "transferId");
  const byReference = readField(fields, "referenceId") !== undefined;
  if (!byReference && transferKey === undefined) return undefined;
  const referenceId = readReferenceId(fields, "referenceId");
  if (transferKey === null || (byReference && typeof referenceId !== "bigint")) return null;
  const wanted =
    typeof referenceId === "bigint" ? { referenceIds: [referenceId] } : { transferKeys: [transferKey!] };
  const transfer = await readTold(ctx, caller, wanted);
  const isMeant = transferKey === undefined || transfer?.transferKey === transferKey;
  return transfer === undefined || !isMeant ? null : transfer.transferId;
}

/** Finds a recall with its history; undefined if it is missing or the caller may not see its transfer. */
export async function findRecall(
  { ctx, caller }: Pick<Call, "ctx" | "caller">,
  choice: RecallChoice,
): Promise<RecallDetails | undefined> {
  const recall = await readRecall(ctx, caller.merchantId, choice);
  if (recall === undefined) return undefined;
  const transfer = await readTold(ctx, caller, { referenceIds: [recall.referenceId] });
  return transfer === undefined ? undefined : recall;
}
