import { declareClassic } from "./declare-classic.ts";
import { acceptanceData, orderExample } from "./order-fields.ts";
import { MISSING, payBeneficiary, requestBody } from "./request-transfer.ts";
import {
  acceptanceAnswers,
  acceptanceRefusals,
  notBegun,
  phoneAnswers,
  repeatAnswers,
} from "./transfer-answers.ts";

export const requestAsyncTransfer = declareClassic({
  name: "requestAsyncTransfer",
  method: "POST",
  path: "/requestAsyncTransfer",
  versions: ["v1", "v1.2"],
  scope: "draft",
  tag: "Transfers",
  summary: "Pay a beneficiary asynchronously",
  description:
    "Responds as soon as the request is stored. The outcome arrives by webhook and in getTransferStatus.",
  body: requestBody,
  order: MISSING,
  bodyExample: orderExample,
  answers: (version) => ({
    ...acceptanceAnswers,
    ...acceptanceRefusals(version),
    ...repeatAnswers,
    ...phoneAnswers,
  }),
  data: acceptanceData,
  repeatable: true,
  breakdown: acceptanceAnswers.received,
  notBegun,
  handle: (call) => payBeneficiary(call, { waits: false }),
});
