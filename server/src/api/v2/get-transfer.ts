import { readTold } from "#stories";
import { explainAgain } from "#transfers";
import { optional, refusing, together } from "#http";
import { declareV2 } from "./operation.ts";
import { invalid, Refused } from "./refusals.ts";
import { ruleOf, textRule } from "./rules.ts";
import { transferSchema } from "./schemas.ts";
import { writeTransfer } from "./write-transfer.ts";

const refusals = {
  ids_missing: invalid(
    "transfer_identifiers_missing",
    "transfer_identifiers : Either cf_transfer_id or transfer_id has to be provided with the request",
  ),
  cf_transfer_id_unknown: invalid("cf_transfer_id_not_found", "cf_transfer_id does not exist", 404),
  transfer_id_unknown: invalid("transfer_id_not_found", "transfer_id does not exist", 404),
} as const;

const REFERENCE_ID_MAX = 2n ** 63n - 1n;

/** Our ID of a transfer. */
const referenceIdRule = ruleOf<bigint>({ type: "string", maxLength: 19, pattern: "^[0-9]+$" }, (value) => {
  const number = typeof value === "string" && /^\d{1,19}$/.test(value) ? BigInt(value) : null;
  return number !== null && number <= REFERENCE_ID_MAX ? { value: number } : { problem: "wrong" };
});

export const getTransfer = declareV2({
  name: "getTransfer",
  method: "GET",
  scope: "read",
  path: "/transfers",
  tag: "Transfers",
  summary: "Get a transfer",
  description:
    "By our cf_transfer_id, your transfer_id, or both, if they belong to the same transfer. The call also " +
    "succeeds for a transfer that failed: check `status`.",
  query: {
    ids: together(
      {
        cf_transfer_id: refusing(optional(referenceIdRule), { wrong: "cf_transfer_id_unknown" }),
        transfer_id: refusing(optional(textRule({ maxLength: 40 })), { wrong: "transfer_id_unknown" }),
      },
      (ids) =>
        ids.cf_transfer_id === undefined && ids.transfer_id === undefined
          ? { problem: "ids_missing" }
          : { value: ids },
    ),
  },
  success: {
    httpStatus: 200,
    schema: transferSchema,
    example: {
      transfer_id: "INV_2026_0001",
      cf_transfer_id: "10023",
      status: "SUCCESS",
      status_code: "COMPLETED",
      status_description: "The transfer has been credited to the beneficiary.",
      beneficiary_details: {
        beneficiary_id: "JOHN18011",
        beneficiary_instrument_details: {
          bank_account_number: "00011020001772",
          bank_ifsc: "HDFC0000001",
          ifsc: "HDFC0000001",
        },
      },
      transfer_amount: 100,
      transfer_service_charge: 2.5,
      transfer_service_tax: 0.45,
      transfer_mode: "BANK",
      transfer_utr: "632512345678",
      fundsource_id: "WALLET_1",
      added_on: "2026-11-21T06:13:20Z",
      updated_on: "2026-11-21T06:13:21Z",
    },
  },
  refusals,
  handle: async ({ ctx, caller, input }) => {
    const { cf_transfer_id: referenceId, transfer_id: transferKey } = input.ids;
    const wanted =
      referenceId === undefined ? { transferKeys: [transferKey!] } : { referenceIds: [referenceId] };
    const transfer = await readTold(ctx, caller, wanted);
    if (transfer === undefined)
      throw new Refused(
        referenceId === undefined ? refusals.transfer_id_unknown : refusals.cf_transfer_id_unknown,
      );
    if (transferKey !== undefined && transferKey !== transfer.transferKey)
      throw new Refused(refusals.transfer_id_unknown);
    const body = writeTransfer(transfer);
    const again = await explainAgain(ctx, caller.merchantId, transfer);
    if (again === null) return { body };
    return { body: { ...body, status_description: `${body["status_description"]} ${again}` } };
  },
});
