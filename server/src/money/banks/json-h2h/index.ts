/**
 * The JSON host-to-host protocol of our partner banks: one request per payment, answers and callbacks in JSON. The
 * capabilities of each bank are what its contract says and the contract tests have proven.
 */
import type { Capabilities, Protocol } from "#banks";
import type { Rail } from "#rails";
import { readEnquiry, readPayment, readVerification, readVoid } from "./read-answers.ts";
import { readCallback } from "./read-callback.ts";
import { readStatement } from "./read-statement.ts";
import { readTest, writeTest } from "./test-connection.ts";
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
  writeTest,
  readTest,
  writeVoid,
  readVoid,
  readCallback,
  writeVerification,
  readVerification,
  writeStatement,
  readStatement,
};

const SECOND_MS = 1_000;

/** The time-outs for an answer, including the connection. NPCI requires UPI answers within 15 s. */
const TIMEOUTS_MS: Readonly<Record<Rail | "enquiry" | "verification", number>> = {
  imps: 30 * SECOND_MS,
  neft: 30 * SECOND_MS,
  rtgs: 30 * SECOND_MS,
  upi: 20 * SECOND_MS,
  paytm: 20 * SECOND_MS,
  amazonpay: 20 * SECOND_MS,
  card: 30 * SECOND_MS,
  enquiry: 10 * SECOND_MS,
  verification: 10 * SECOND_MS,
};

const LONGEST_MS = Math.max(...Object.values(TIMEOUTS_MS));

const PARTNER_BANKS: Readonly<Record<string, Capabilities>> = {
  meghdoot: {
    rails: ["imps", "neft", "rtgs", "upi", "paytm", "amazonpay", "card"],
    idempotentByReference: true,
    canVoid: true,
    callbacks: true,
    verifies: ["account", "vpa", "phone"],
    statements: ["intraday", "end_of_day"],
    reversalDays: 0,
    timeoutMs: LONGEST_MS,
  },
  himshikhar: {
    rails: ["imps", "neft", "rtgs", "upi"],
    idempotentByReference: true,
    canVoid: true,
    callbacks: true,
    verifies: ["account", "vpa"],
    statements: ["intraday", "end_of_day"],
    reversalDays: 0,
    timeoutMs: LONGEST_MS,
  },
  purvasagar: {
    rails: ["imps", "neft", "rtgs", "card"],
    idempotentByReference: false,
    canVoid: false,
    callbacks: false,
    verifies: [],
    statements: ["end_of_day"],
    reversalDays: 0,
    timeoutMs: LONGEST_MS,
  },
  jugnu: {
    rails: ["imps", "upi", "paytm", "amazonpay", "card"],
    idempotentByReference: true,
    canVoid: false,
    callbacks: true,
    verifies: ["account", "vpa", "phone"],
    statements: ["intraday"],
    reversalDays: 0,
    timeoutMs: LONGEST_MS,
  },
};
