/** The course of a payment: what is posted, what is answered and how, and what happens later by itself. */
import type { Bank } from "./banks.ts";
import { fateOf, type Fate } from "./fate.ts";
import type { Manner } from "./manner.ts";
import type { Mishap } from "./mishap.ts";
import type { Rail, Status, StepEvent } from "./payment.ts";

export interface Course {
  /** The entries in the books: one debit, two, a debit and its reversal, or nothing. */
  readonly posting: "debit" | "twice" | "reversed" | "none";
  /** True if the bank knows the payment afterwards. */
  readonly recorded: boolean;
  readonly status: Status;
  readonly code: string;
  readonly credited: boolean;
  readonly later: readonly Later[];
  readonly wire: Wire;
  readonly twist: "amount" | "reference" | "account" | "duplicate" | undefined;
  readonly shownCode: string | undefined;
  readonly notFoundLagMs: number;
  readonly statusLagMs: number;
  readonly callbacks: readonly string[];
}

/** "batch" is the next half-hourly NEFT settlement. */
export interface Later {
  readonly from: "now" | "batch";
  readonly afterMs: number;
  readonly event: StepEvent;
  readonly code?: string;
}

export type Wire =
  | { readonly kind: "answer"; readonly delayMs: number }
  | { readonly kind: "silence" }
  | { readonly kind: "cut" }
  | { readonly kind: "cut-answer"; readonly atByte: number }
  | { readonly kind: "drip"; readonly everyMs: number }
  | { readonly kind: "http-error"; readonly httpStatus: number }
  | { readonly kind: "html" | "truncated-json" | "wrong-content-type" | "empty-body" }
  | { readonly kind: "maintenance" | "rate-limit"; readonly html: boolean };

export const ANSWER: Wire = { kind: "answer", delayMs: 0 };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const AT_ONCE: Course = {
  posting: "debit",
  recorded: true,
  status: "SUCCESS",
  code: "00",
  credited: true,
  later: [],
  wire: ANSWER,
  twist: undefined,
  shownCode: undefined,
  notFoundLagMs: 0,
  statusLagMs: 0,
  callbacks: [],
};

const USUAL: Readonly<Record<Rail, Course>> = {
  IMPS: AT_ONCE,
  UPI: AT_ONCE,
  PAYTM: AT_ONCE,
  AMAZONPAY: AT_ONCE,
  RTGS: { ...AT_ONCE, credited: false, later: [{ from: "now", afterMs: MINUTE_MS, event: "credit" }] },
  CARD: { ...AT_ONCE, credited: false, later: [{ from: "now", afterMs: 2 * HOUR_MS, event: "credit" }] },
  NEFT: {
    ...AT_ONCE,
    status: "PENDING",
    code: "H00",
    credited: false,
    later: [
      { from: "batch", afterMs: 0, event: "succeed" },
      { from: "batch", afterMs: 10 * MINUTE_MS, event: "credit" },
    ],
  },
};

/** Returns what this bank does with a payment on this rail if nothing goes wrong. */
export function usualCourse(rail: Rail, manner: Manner): Course {
  let course = USUAL[rail];
  const { completeAfterMs, notFoundLagMs, statusLagMs } = manner;
  if (completeAfterMs !== undefined && completeAfterMs > 0 && rail !== "NEFT") {
    const first: Later = {
      from: "now",
      afterMs: completeAfterMs,
      event: course.credited ? "complete" : "succeed",
    };
    const later = course.later.map((step) => ({ ...step, afterMs: step.afterMs + completeAfterMs }));
    course = { ...course, status: "PENDING", code: "H00", credited: false, later: [first, ...later] };
  }
  if (notFoundLagMs !== undefined) course = { ...course, notFoundLagMs };
  if (statusLagMs !== undefined) course = { ...course, statusLagMs };
  return course;
}

const UNPOSTED = { posting: "none", recorded: false, later: [] } as const;

/** Returns the course after something went wrong. */
export function divert(course: Course, mishap: Mishap, rail: Rail): Course {
  const posted = mishap.posted === false ? UNPOSTED : {};
  switch (mishap.kind) {
    case "timeout":
      return { ...course, ...posted, wire: { kind: "silence" } };
    case "cut":
      return { ...course, ...posted, wire: { kind: "cut" } };
    case "cut-answer":
      return { ...course, wire: { kind: "cut-answer", atByte: mishap.atByte ?? 0 } };
    case "http-error":
      return { ...course, ...posted, wire: { kind: "http-error", httpStatus: mishap.httpStatus ?? 500 } };
    case "html":
    case "truncated-json":
    case "empty-body":
    case "wrong-content-type":
      return { ...course, ...posted, wire: { kind: mishap.kind } };
    case "slow-drip":
      return { ...course, wire: { kind: "drip", everyMs: mishap.ms ?? 20 } };
    case "latency":
      return { ...course, wire: { kind: "answer", delayMs: mishap.ms ?? 1_000 } };
    case "maintenance":
    case "rate-limit":
      return { ...course, ...UNPOSTED, wire: { kind: mishap.kind, html: mishap.html ?? false } };
    case "unmapped-code":
      return { ...course, shownCode: mishap.code ?? "ZZ9" };
    case "wrong-amount":
      return { ...course, twist: "amount" };
    case "wrong-reference":
      return { ...course, twist: "reference" };
    case "wrong-account":
      return { ...course, twist: "account" };
    case "duplicate-answer":
      return { ...course, twist: "duplicate" };
    case "not-found-lag":
      return { ...course, notFoundLagMs: mishap.ms ?? 10 * MINUTE_MS };
    case "status-lag":
      return { ...course, statusLagMs: mishap.ms ?? 10 * MINUTE_MS };
    case "pay-twice":
      return { ...course, posting: "twice" };
    case "not-found":
      return { ...course, recorded: false };
    case "callback-duplicate":
    case "callback-reordered":
    case "callback-missing":
    case "callback-early":
    case "callback-forged":
      return { ...course, callbacks: [...course.callbacks, mishap.kind] };
    default:
      return { ...course, ...fateOf(course, mishap as Fate, rail) };
  }
}

/** Returns the refusal of a payment that this bank cannot make at all; undefined if it can. */
export function refusalOf(
  bank: Bank,
  ask: { rail: Rail; ifsc: string; amountPaise: bigint },
): string | undefined {
  if (!bank.rails.includes(ask.rail)) return "H02";
  const byAccount = ask.rail === "IMPS" || ask.rail === "NEFT" || ask.rail === "RTGS";
  if (byAccount && !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ask.ifsc)) return "H03";
  return ask.amountPaise > LIMITS_PAISE[ask.rail] ? "H04" : undefined;
}

const RUPEES_5_LAKH = 5_00_000_00n;
const UNLIMITED = 10n ** 17n;
const LIMITS_PAISE: Readonly<Record<Rail, bigint>> = {
  IMPS: RUPEES_5_LAKH,
  NEFT: UNLIMITED,
  RTGS: UNLIMITED,
  UPI: RUPEES_5_LAKH,
  PAYTM: 2_00_000_00n,
  AMAZONPAY: 2_00_000_00n,
  CARD: UNLIMITED,
};
