/**
 * Counterparts of real services, imitated from their public documentation and using the same books. Each has its own
 * dialect instead of the invented banks' protocol.
 */
import type { Bank, StatementTerms } from "./banks.ts";
import { cashfree } from "./cashfree.ts";
import type { Dialect } from "./dialect.ts";
import { razorpayX } from "./razorpayx.ts";

/** They provide no statements in the form of the invented banks. */
const NO_STATEMENTS: StatementTerms = {
  kinds: [],
  lineIds: true,
  lineKinds: true,
  references: "field",
  utrs: true,
  narrationMax: 140,
};

export const COUNTERPARTS: readonly Bank[] = [
  {
    id: "razorpayx",
    name: "RazorpayX Payouts",
    ifscPrefix: "RZPX",
    rails: ["IMPS", "NEFT", "RTGS", "UPI", "AMAZONPAY"],
    repeats: "same-answer",
    voids: false,
    verifies: [],
    callbacks: true,
    statements: NO_STATEMENTS,
    about: "Speaks as razorpay/markdown-docs describes: payouts, webhooks and transactions.",
    manner: {},
  },
  {
    id: "cashfree",
    name: "Cashfree Payouts",
    ifscPrefix: "CSHF",
    rails: ["IMPS", "NEFT", "RTGS", "UPI", "PAYTM", "AMAZONPAY"],
    repeats: "duplicate",
    voids: false,
    verifies: [],
    callbacks: true,
    statements: NO_STATEMENTS,
    about: "Speaks as Cashfree's v2 documentation describes: transfers and webhooks; answers RECEIVED first.",
    manner: { completeAfterMs: 800 },
  },
];

export const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ["razorpayx", razorpayX],
  ["cashfree", cashfree],
]);
