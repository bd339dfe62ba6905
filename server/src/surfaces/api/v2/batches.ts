/** Creates and reads batches in the v2 API. */
import type { Caller } from "#access";
import {
  type BatchDescription,
  BatchError,
  type BatchRow,
  type BatchStatus,
  CALL_ROWS_MAX,
  describeBatch,
  FORMATS,
  listBatches,
  readRows,
  requestBatch,
} from "#batches";
import { optional, refusing, together } from "#http";
import type { Context } from "#lib/context";
import { parseRupees } from "#lib/money";
import { describeV2Standing, formatV2Time, standingAtEnd, v2Rupees } from "#webhooks";
import { declareV2 } from "./operation.ts";
import { orderRefusals, termsRefusals } from "./order-fields.ts";
import { placingRefusals } from "./placing-refusals.ts";
import { batchFields, batchRefusals, entryRefusals } from "./read-batch.ts";
import { invalid, type V2Refusal, Refused } from "./refusals.ts";
import { textRule } from "./rules.ts";
import { text, transferSchema } from "./schemas.ts";
import { APPROVAL_PENDING, RECEIVED, type Standing } from "./standing.ts";
import { writeTransfer, type Written } from "./transfers.ts";

const batchExists = invalid(
  "batch_transfer_id_already_exists",
  "batch_transfer_id already exists. please pass unique id in each request",
  409,
);
const sourceNotAvailable = termsRefusals.fundsource_invalid;

const inFirst = (refusal: V2Refusal): V2Refusal => ({ ...refusal, code: `transfers[0].${refusal.code}` });

export const createBatch = declareV2({
  name: "createBatchTransfer",
  method: "POST",
  scope: "draft",
  path: "/transfers/batch",
  tag: "Batches",
  summary: "Create a batch",
  description:
    "Responds as soon as the entries are stored. An entry with an invalid field refuses the whole batch, and the " +
    "code gives its position; other problems affect only their own entry and are reported when you get the " +
    "batch. One batch can pay beneficiaries, bank accounts, UPI IDs, wallets and cards, each from its own " +
    "fundsource_id. A payee without a beneficiary_id becomes a beneficiary, except for cards, and requires " +
    "e-mail and phone.",
  repeatable: true,
  body: batchFields,
  bodyExample: {
    batch_transfer_id: "SALARIES_2026_11",
    transfers: [
      {
        transfer_id: "SALARY_2026_11_001",
        transfer_amount: 12.5,
        beneficiary_details: { beneficiary_id: "JOHN18011" },
      },
    ],
  },
  success: {
    httpStatus: 200,
    schema: {
      type: "object",
      properties: {
        batch_transfer_id: text(60),
        cf_batch_transfer_id: { type: "string", pattern: "^[0-9]+$" },
        status: { type: "string", enum: ["RECEIVED", "PENDING"] },
      },
      required: ["batch_transfer_id", "cf_batch_transfer_id", "status"],
    },
    example: { batch_transfer_id: "SALARIES_2026_11", cf_batch_transfer_id: "1594", status: "RECEIVED" },
  },
  refusals: { ...orderRefusals, ...batchRefusals, ...entryRefusals },
  publishedRefusals: [
    ...Object.values(batchRefusals),
    ...[...Object.values(orderRefusals), ...Object.values(entryRefusals)].map(inFirst),
    sourceNotAvailable,
    placingRefusals.payouts_disabled,
    batchExists,
  ],
  gate: ({ settings }) => (settings.payoutsEnabled ? null : placingRefusals.payouts_disabled),
  handle: async ({ ctx, caller, input, idempotent }) => {
    const batchKey = input.batch_transfer_id;
    const by = `api-key:${caller.clientId}` as const;
    const order = { ...input.entries, batchKey, replacesBeneficiaries: false, by };
    try {
      const acceptance = await requestBatch(ctx, caller.merchantId, order);
      const { batch, kind } = acceptance;
      const isReplay = kind === "repeated" && idempotent && acceptance.sameContent;
      if (kind === "repeated" && !isReplay) throw new Refused(batchExists);
      return {
        body: {
          batch_transfer_id: batchKey,
          cf_batch_transfer_id: String(batch.referenceId),
          // It is not known whether the batch was stored: PENDING promises nothing.
          status: kind === "unknown" ? "PENDING" : "RECEIVED",
        },
        ...(isReplay ? { replayed: true } : {}),
        ...(kind === "unknown" ? { verdict: "unknown" } : {}),
      };
    } catch (error) {
      if (BatchError.is(error, "fund_source_not_available")) throw new Refused(sourceNotAvailable);
      throw error;
    }
  },
});

const refusals = {
  ids_missing: invalid(
    "batch_transfer_identifiers_missing",
    "batch_transfer_identifiers : Either cf_batch_transfer_id or batch_transfer_id has to be provided with the request",
  ),
  // The contract's own code; unlike other codes, it does not say what is wrong.
  cf_id_unknown: invalid("cf_batch_transfer_id", "cf_batch_transfer_id does not exist", 404),
  id_unknown: invalid("batch_transfer_id_not_found", "batch_transfer_id does not exist", 404),
} as const;

const STATUSES: Readonly<Record<BatchStatus, string>> = {
  uploaded: "RECEIVED",
  validating: "RECEIVED",
  awaiting_approval: "APPROVAL_PENDING",
  processing: "PENDING",
  completed: "COMPLETED",
  partly_failed: "COMPLETED",
  rejected: "REJECTED",
};

export const getBatch = declareV2({
  name: "getBatchTransfer",
  method: "GET",
  scope: "read",
  path: "/transfers/batch",
  tag: "Batches",
  summary: "Get a batch and its transfers",
  description:
    "By our cf_batch_transfer_id, your batch_transfer_id, or both, if they belong to the same batch. Returns the " +
    "first 500 entries in the order you sent them; an entry without a transfer has no cf_transfer_id. COMPLETED " +
    "means that every transfer has ended, paid or not.",
  query: {
    ids: together(
      {
        cf_batch_transfer_id: refusing(optional(textRule({ maxLength: 19, pattern: "^[0-9]+$" })), {
          wrong: "cf_id_unknown",
        }),
        batch_transfer_id: refusing(optional(textRule({ maxLength: 60 })), { wrong: "id_unknown" }),
      },
      (ids) =>
        ids.cf_batch_transfer_id === undefined && ids.batch_transfer_id === undefined
          ? { problem: "ids_missing" }
          : { value: ids },
    ),
  },
  success: {
    httpStatus: 200,
    schema: {
      type: "object",
      properties: {
        batch_transfer_id: text(60),
        cf_batch_transfer_id: { type: "string", pattern: "^[0-9]+$" },
        status: { type: "string", enum: [...new Set(Object.values(STATUSES))] },
        transfers: { type: "array", items: transferSchema },
      },
      required: ["batch_transfer_id", "cf_batch_transfer_id", "status", "transfers"],
    },
    example: {
      batch_transfer_id: "SALARIES_2026_11",
      cf_batch_transfer_id: "1594",
      status: "PENDING",
      transfers: [
        {
          transfer_id: "SALARY_2026_11_001",
          cf_transfer_id: "10023",
          status: "PENDING",
          status_code: "PENDING",
          status_description: "The transfer is on its way.",
          beneficiary_details: { beneficiary_id: "JOHN18011", beneficiary_instrument_details: {} },
          transfer_amount: 12.5,
          transfer_mode: "BANK",
          fundsource_id: "WALLET_1",
          added_on: "2026-11-21T06:13:20Z",
          updated_on: "2026-11-21T06:13:20Z",
        },
      ],
    },
  },
  refusals,
  handle: async ({ ctx, caller, input }) => {
    const { cf_batch_transfer_id: reference, batch_transfer_id: batchKey } = input.ids;
    const batch =
      reference === undefined
        ? await findBatch(ctx, caller, { batchKey: batchKey! })
        : await findByReference(ctx, caller, reference);
    if (batch === null || FORMATS[batch.format].kind !== "transfers")
      throw new Refused(reference === undefined ? refusals.id_unknown : refusals.cf_id_unknown);
    if (batchKey !== undefined && batchKey !== batch.batchKey) throw new Refused(refusals.id_unknown);
    const rows = await readRows(ctx, caller.merchantId, { batch, limit: CALL_ROWS_MAX });
    return {
      body: {
        batch_transfer_id: batch.batchKey ?? "",
        cf_batch_transfer_id: String(batch.referenceId),
        status: STATUSES[batch.status],
        transfers: rows.map((row) => writeRow(row, batch)),
      },
    };
  },
});

async function findBatch(
  ctx: Context,
  { merchantId, fundSourceIds }: Caller,
  wanted: { batchKey: string } | { batchId: string },
): Promise<BatchDescription | null> {
  try {
    return await describeBatch(ctx, merchantId, { ...wanted, fundSourceIds });
  } catch (error) {
    if (BatchError.is(error, "not_found")) return null;
    throw error;
  }
}

const REFERENCE_ID_MAX = 2_147_483_646;

/** Finds a batch by its number: in the list, newest first, it is the first one up to this number. */
async function findByReference(ctx: Context, caller: Caller, text: string): Promise<BatchDescription | null> {
  const referenceId = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(referenceId <= REFERENCE_ID_MAX)) return null;
  const [batch] = await listBatches(ctx, caller.merchantId, { limit: 1, beforeReferenceId: referenceId + 1 });
  return batch?.referenceId === referenceId ? findBatch(ctx, caller, batch) : null;
}

/** Writes an entry: its transfer if it has one, else the given fields and the reason why it has none. */
function writeRow(row: BatchRow, { createdAt, finishedAt, fundSourceId }: BatchDescription): Written {
  const { transfer, fields, beneId } = row;
  if (transfer !== null) return writeTransfer(transfer);
  const amount = parseRupees(fields.amount);
  const listed = beneId ?? fields.beneId;
  const { bankAccount, ifsc, vpa } = fields;
  return {
    transfer_id: fields.transferId ?? "",
    ...describeV2Standing(standingOf(row)),
    beneficiary_details: {
      ...(listed === undefined ? {} : { beneficiary_id: listed }),
      beneficiary_instrument_details: {
        ...(bankAccount === undefined ? {} : { bank_account_number: bankAccount }),
        ...(ifsc === undefined ? {} : { bank_ifsc: ifsc, ifsc }),
        ...(vpa === undefined ? {} : { vpa }),
      },
    },
    transfer_amount: typeof amount === "bigint" ? v2Rupees(amount) : 0,
    ...(fundSourceId === null ? {} : { fundsource_id: fundSourceId }),
    added_on: formatV2Time(createdAt),
    updated_on: formatV2Time(finishedAt ?? createdAt),
  };
}

/** The transfer that has the ID may have been paid. */
const ID_IN_USE =
  "This entry made no transfer, because its transfer_id is in use. Ask by transfer_id for the one that has it.";

function standingOf({ status, failure, failureReason }: BatchRow): Standing {
  if (status === "APPROVAL_PENDING") return APPROVAL_PENDING;
  if (status !== "REJECTED") return RECEIVED;
  const code = (failure ?? "REJECTED").toUpperCase();
  if (failure === "transfer_id_exists") return { status: "REJECTED", code, description: ID_IN_USE };
  const reason = failureReason?.replace(/\.$/, "") ?? null;
  const { description } = standingAtEnd({ status: "REJECTED", acknowledged: false, reason });
  return { status: "REJECTED", code, description };
}
