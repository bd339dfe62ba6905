import { declareV2 } from "./operation.ts";
import { orderFields, orderOf, orderRefusals } from "./order-fields.ts";
import { placeTransfer } from "./place-transfer.ts";
import { matchRefusals, placingRefusals, untakenRefusals } from "./placing-refusals.ts";
import { transferSchema } from "./schemas.ts";

export const createTransfer = declareV2({
  name: "createTransfer",
  method: "POST",
  scope: "draft",
  path: "/transfers",
  tag: "Transfers",
  summary: "Create a transfer",
  description:
    "Responds as soon as the request is stored, without waiting for the bank: RECEIVED, APPROVAL_PENDING if it " +
    "must be approved, or REJECTED or FAILED (if the balance is too low) with the reason in `status_code`. Details " +
    "given with a `beneficiary_id` must match the beneficiary. A `transfer_id` is paid only once.",
  repeatable: true,
  body: orderFields,
  bodyExample: {
    transfer_id: "INV_2026_0001",
    transfer_amount: 100,
    transfer_mode: "imps",
    beneficiary_details: { beneficiary_id: "JOHN18011" },
    transfer_remarks: "Invoice 1",
  },
  success: {
    httpStatus: 200,
    schema: transferSchema,
    example: {
      transfer_id: "INV_2026_0001",
      cf_transfer_id: "10023",
      status: "RECEIVED",
      status_code: "RECEIVED",
      status_description: "The transfer has been received successfully for further processing.",
      beneficiary_details: { beneficiary_id: "JOHN18011" },
      transfer_amount: 100,
      transfer_mode: "BANK",
      fundsource_id: "WALLET_1",
      added_on: "2026-11-21T06:13:20Z",
      updated_on: "2026-11-21T06:13:20Z",
    },
  },
  refusals: orderRefusals,
  publishedRefusals: [
    ...Object.values(orderRefusals),
    ...Object.values(placingRefusals),
    ...Object.values(matchRefusals),
    ...untakenRefusals,
  ],
  handle: (call) => placeTransfer(call, orderOf(call.input)),
});
