/**
 * The JSON host-to-host protocol of our partner banks: one request per payment, answers and callbacks in
 * JSON.
 */
import type { Protocol } from "#banks";
import { PARTNER_BANKS, TIMEOUTS_MS } from "./capabilities.ts";
import { readEnquiry, readPayment, readVerification, readVoid } from "./read-answers.ts";
import { readCallback } from "./read-callback.ts";
import { readStatement } from "./read-statement.ts";
import {
  writeEnquiry,
  writePayment,
  writeStatement,
  writeVerification,
  writeVoid,
} from "./write-requests.ts";

export const jsonH2h: Protocol = {
  name: "json-h2h",
  takesBanks: true,
  capabilities: (bankId) => (Object.hasOwn(PARTNER_BANKS, bankId) ? PARTNER_BANKS[bankId] : undefined),
  timeoutMs: (purpose) => TIMEOUTS_MS[purpose],
  writePayment,
  readPayment,
  writeEnquiry,
  readEnquiry,
  writeVoid,
  readVoid,
  readCallback,
  writeVerification,
  readVerification,
  writeStatement,
  readStatement,
};
