/** The fields that name a transfer, and those of a transfer in the answers of the reading calls. */
import {
  ifAny,
  optional,
  outputOf,
  refusing,
  shown,
  together,
  type JsonSchema,
  type ShownField,
} from "#http";
import { formatRupees } from "#lib/money";
import type { LookupView } from "#phone";
import { istText } from "#lib/ist";
import { TRANSFER_REASONS } from "#rails";
import { readTold } from "#stories";
import { explainLate, type FirstInQueue, type TransferDetails } from "#transfers";
import {
  flag,
  momentToCome,
  NOT_PROCESSED,
  referenceIdSchema,
  rupees,
  text,
  transferStatus,
} from "./answers.ts";
import { anyText, referenceIdRule } from "./classic-rules.ts";
import type { ClassicCall, Version } from "./operation.ts";
import { matchFields } from "./validation-fields.ts";

/** Reads the IDs that name a transfer: yours, ours, or both. */
export const transferIds = (refusals: { readonly transferId: string; readonly referenceId: string }) =>
  together(
    {
      transferId: refusing(optional(anyText({ max: 40 })), { wrong: refusals.transferId }),
      referenceId: refusing(optional(referenceIdRule()), { wrong: refusals.referenceId }),
    },
    (ids) =>
      ids.referenceId === undefined && ids.transferId === undefined
        ? { problem: "ids_missing" }
        : { value: ids },
  );

/** The IDs of a transfer, at least one of them. */
export interface TransferIds {
  readonly transferId: string | undefined;
  readonly referenceId: bigint | undefined;
}

/** Returns the transfer with an ID, if it has the other one too; undefined if there is none. */
export async function findTransfer(
  { ctx, caller }: Pick<ClassicCall, "ctx" | "caller">,
  { transferId, referenceId }: TransferIds,
): Promise<TransferDetails | undefined> {
  const wanted =
    referenceId === undefined ? { transferKeys: [transferId!] } : { referenceIds: [referenceId] };
  const transfer = await readTold(ctx, caller, wanted);
  return transferId === undefined || transfer?.transferKey === transferId ? transfer : undefined;
}

/** A transfer to write. `lookup`: for a payment to a phone number. */
export interface TransferToWrite {
  readonly transfer: TransferDetails;
  readonly lookup: LookupView | null;
}

/** A transfer to write in full; `again` explains what its payee's bank may do with it again. */
export interface OneTransfer extends TransferToWrite {
  readonly version: Version;
  readonly again: string | null;
  /** The transfer behind which it waits for money, if it does. */
  readonly first: FirstInQueue | null;
}

const PAID = new Set(["SUCCESS", "REVERSED"]);
const UNPAID = new Set(["FAILED", "REJECTED", "REVERSED"]);

/** The sentence about a payment after a refusal: only then has a failure a UTR, and must be read. */
const lateOf = ({ transfer }: TransferToWrite): string | null => explainLate(transfer.reason);
const isUnpaid = ({ transfer }: TransferToWrite): boolean => UNPAID.has(transfer.publicStatus);

const referenceId = shown<TransferToWrite>(referenceIdSchema, ({ transfer }) => String(transfer.referenceId));
const beneId = shown<TransferToWrite>(
  { type: "string", description: "Empty for a direct transfer." },
  ({ transfer, lookup }) => transfer.beneficiary.beneId ?? lookup?.beneId ?? "",
);
const amount = shown<TransferToWrite>(rupees, ({ transfer }) => formatRupees(transfer.amountPaise));
const status = shown<TransferToWrite>(transferStatus, ({ transfer }) => transfer.publicStatus);
const addedOn = shown<TransferToWrite>(momentToCome, ({ transfer }) => istText(transfer.acceptedAt));
const processedOn = shown<TransferToWrite>(momentToCome, ({ transfer }) =>
  transfer.finishedAt === null ? NOT_PROCESSED : istText(transfer.finishedAt),
);
const acknowledged = shown<TransferToWrite>(flag, ({ transfer }) => (transfer.acknowledged ? 1 : 0));
const reasonSchema: JsonSchema = {
  type: "string",
  enum: [...TRANSFER_REASONS],
  description: "Why the transfer was not paid, or was reversed.",
};
const descriptionSchema: JsonSchema = {
  type: "string",
  description:
    "With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the money of a transfer " +
    "that had failed, and what to do. An extension of the classic contract.",
};

/** A row of a list: the fields of the contract are always present; a transfer that was not paid has a reason too. */
export const transferRow = outputOf<TransferToWrite>({
  // The contract does not have this field.
  transferId: shown(text, ({ transfer }) => transfer.transferKey),
  referenceId,
  bankAccount: shown(text, ({ transfer }) => transfer.beneficiary.bankAccount ?? ""),
  beneId,
  amount,
  status,
  utr: shown(text, ({ transfer }) => transfer.utr ?? ""),
  addedOn,
  processedOn,
  acknowledged,
  description: ifAny(descriptionSchema, (row) => lateOf(row) ?? undefined),
  reason: ifAny(reasonSchema, (row) => (isUnpaid(row) ? (row.transfer.reason ?? undefined) : undefined)),
});

/** A field of version 1.2. */
const in12 = (schema: JsonSchema, write: (from: OneTransfer) => unknown): ShownField<OneTransfer> =>
  ifAny(schema, (from) => (from.version === "v1.2" ? write(from) : undefined));

const waitsBehind = outputOf<FirstInQueue>({
  transferId: ifAny(
    { type: "string", description: "Absent if it is a withdrawal." },
    ({ transferKey }) => transferKey ?? undefined,
  ),
  referenceId: shown(referenceIdSchema, (first) => String(first.referenceId)),
  amount: shown(rupees, ({ amountPaise }) => formatRupees(amountPaise)),
});

/** One transfer, without fields that do not apply. */
export const oneTransfer = outputOf<OneTransfer>({
  transferId: shown(text, ({ transfer }) => transfer.transferKey),
  referenceId,
  bankAccount: ifAny(text, ({ transfer }) => transfer.beneficiary.bankAccount ?? undefined),
  ifsc: ifAny(text, ({ transfer }) => transfer.beneficiary.ifsc ?? undefined),
  beneId,
  amount,
  status,
  utr: ifAny(text, (from) =>
    PAID.has(from.transfer.publicStatus) || lateOf(from) !== null
      ? (from.transfer.utr ?? undefined)
      : undefined,
  ),
  addedOn,
  processedOn,
  reason: ifAny(reasonSchema, (from) => (isUnpaid(from) ? (from.transfer.reason ?? undefined) : undefined)),
  description: ifAny(descriptionSchema, (from) => {
    const said = [lateOf(from), from.again].filter((sentence) => sentence !== null);
    return said.length === 0 ? undefined : said.join(" ");
  }),
  transferMode: shown(
    { type: "string", enum: ["BANK", "UPI", "PAYTM", "AMAZONPAY", "CARD", "phone"] },
    ({ transfer }) => (transfer.originKind === "phone" ? "phone" : transfer.category),
  ),
  acknowledged,
  vpa: ifAny(text, ({ transfer }) => transfer.beneficiary.vpa ?? undefined),
  phone: in12(
    { type: "string", description: "In v1.2." },
    ({ transfer }) => transfer.beneficiary.phone ?? undefined,
  ),
  paymentInstrumentId: in12(
    { type: "string", description: "The fund source that pays; in v1.2." },
    ({ transfer }) => transfer.fundSourceId,
  ),
  waitsBehind: in12(waitsBehind.schema, ({ first }) =>
    first === null ? undefined : waitsBehind.write(first),
  ),
  ...matchFields<OneTransfer>(({ lookup }) => lookup?.match ?? null),
});
