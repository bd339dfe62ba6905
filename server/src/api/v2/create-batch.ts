import { BatchError, requestBatch } from "#batches";
import { declareV2 } from "./operation.ts";
import { orderRefusals, termsRefusals } from "./order-fields.ts";
import { placingRefusals } from "./placing-refusals.ts";
import { batchFields, batchRefusals, entryRefusals } from "./read-batch.ts";
import { invalid, Refused, type Refusal } from "./refusals.ts";
import { text } from "./schemas.ts";

const batchExists = invalid(
  "batch_transfer_id_already_exists",
  "batch_transfer_id already exists. please pass unique id in each request",
  409,
);
const sourceNotAvailable = termsRefusals.fundsource_invalid;

const inFirst = (refusal: Refusal): Refusal => ({ ...refusal, code: `transfers[0].${refusal.code}` });

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
