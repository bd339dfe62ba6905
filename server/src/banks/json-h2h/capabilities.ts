/** The capabilities of each partner bank of this protocol, as its contract says and the contract tests have proven. */
import type { Capabilities } from "#banks";
import type { Rail } from "#rails";

const SECOND_MS = 1_000;

/** The time-outs for an answer, including the connection. NPCI requires UPI answers within 15 s. */
export const TIMEOUTS_MS: Readonly<Record<Rail | "enquiry" | "verification", number>> = {
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

export const PARTNER_BANKS: Readonly<Record<string, Capabilities>> = {
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
