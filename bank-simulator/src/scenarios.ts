/** The outcomes that a payee or an amount can cause, by number and name. */
import type { RailFamily } from "./codes.ts";
import type { Mishap } from "./mishap.ts";

export interface Scenario {
  readonly number: number;
  readonly id: string;
  readonly about: string;
  /** The failure code by rail family; families that are absent ignore the scenario. */
  readonly fails?: Readonly<Partial<Record<RailFamily, string>>>;
  readonly mishaps?: readonly Mishap[];
}

const HALF_MINUTE_MS = 30_000;
const DAY_MS = 86_400_000;

export const SCENARIOS: readonly Scenario[] = [
  fails(1, "no-account", "the account does not exist", {
    imps: "M1",
    upi: "XI",
    batch: "AC01",
    other: "H10",
  }),
  fails(2, "closed", "the account is closed", { imps: "M5", upi: "ZY", batch: "AC04", other: "H10" }),
  fails(3, "blocked", "the account is blocked or frozen", {
    imps: "M3",
    upi: "YF",
    batch: "AC06",
    other: "H14",
  }),
  fails(4, "nre", "the account is an NRE account", { imps: "M4", upi: "H20", batch: "AG01", other: "H20" }),
  fails(5, "bad-ifsc", "the IFSC does not exist", { imps: "92", batch: "H03" }),
  fails(6, "bank-offline", "the beneficiary's bank is offline, nothing is debited", "H18"),
  fails(7, "limit", "the beneficiary's limit is reached", {
    imps: "M2",
    upi: "PS",
    batch: "H14",
    other: "H11",
  }),
  fails(8, "declined", "the beneficiary's bank declines", "H14"),
  fails(9, "name-differs", "the name does not match the account", "H15"),
  fails(10, "suspected", "the bank suspects fraud", { imps: "H16", upi: "U16", batch: "H16", other: "H16" }),
  fails(11, "npci-down", "the payment network is not available, nothing is debited", "H17"),
  fails(12, "no-funds", "the debit account has no money", {
    imps: "51",
    upi: "Z9",
    batch: "H19",
    other: "H19",
  }),
  fails(13, "kyc-incomplete", "the wallet's KYC is not complete", { other: "H09" }),
  fails(14, "no-wallet", "the phone has no wallet", { other: "H10" }),
  fails(15, "wallet-limit", "the wallet issuer's amount limit is exceeded", { other: "H12" }),
  fails(16, "bad-card", "the card token is not valid", { other: "H13" }),
  fails(17, "bad-vpa", "the VPA does not exist", { upi: "ZH" }),
  fails(18, "restricted", "transfers to this VPA are restricted", { upi: "ZE" }),
  meets(20, "pending", "pending, succeeds after 5 seconds", { kind: "pending", then: "succeed" }),
  meets(21, "pending-failed", "pending, fails after 5 seconds", { kind: "pending", then: "fail" }),
  meets(22, "reversed", "succeeds, is returned after 30 seconds", {
    kind: "return",
    afterMs: HALF_MINUTE_MS,
  }),
  meets(23, "reversed-next-day", "succeeds, is returned a day later", { kind: "return", afterMs: DAY_MS }),
  meets(24, "timeout-paid", "the bank never responds, but pays", { kind: "timeout", posted: true }),
  meets(25, "timeout-unpaid", "the bank never responds and does not pay", { kind: "timeout", posted: false }),
  meets(26, "never", "stays pending permanently", { kind: "pending", then: "never" }),
  meets(27, "late-success", "fails, but is paid 30 seconds later", {
    kind: "late-success",
    afterMs: HALF_MINUTE_MS,
  }),
  meets(28, "credited-later", "succeeds, the beneficiary is credited 30 seconds later", {
    kind: "credit-later",
    afterMs: HALF_MINUTE_MS,
  }),
  meets(29, "deemed", "scheme time-out, deemed successful, credited a day later", {
    kind: "deemed",
    then: "succeed",
  }),
  meets(30, "deemed-returned", "scheme time-out, deemed successful, is returned a day later", {
    kind: "deemed",
    then: "return",
  }),
  meets(31, "returned", "is returned immediately, without a success before", { kind: "return-at-once" }),
  meets(32, "cut-paid", "the connection breaks after the bank paid", { kind: "cut", posted: true }),
  meets(33, "cut-unpaid", "the connection breaks before the bank paid", { kind: "cut", posted: false }),
  meets(34, "error-paid", "HTTP 502 after the bank paid", {
    kind: "http-error",
    httpStatus: 502,
    posted: true,
  }),
  meets(35, "error-unpaid", "HTTP 502 before the bank paid", {
    kind: "http-error",
    httpStatus: 502,
    posted: false,
  }),
  meets(36, "html", "an HTML page instead of a response; the bank paid", { kind: "html" }),
  meets(37, "new-code", "an unknown code; the bank paid", { kind: "unmapped-code" }),
  meets(38, "wrong-amount", "the response has another amount", { kind: "wrong-amount" }),
  meets(39, "wrong-reference", "the response has another reference", { kind: "wrong-reference" }),
  meets(40, "duplicate", "the bank pays and responds DUPLICATE", { kind: "duplicate-answer" }),
  meets(41, "slow", "succeeds after 10 seconds", { kind: "latency", ms: 10_000 }),
  meets(42, "never-credited", "succeeds, the beneficiary's credit is never confirmed", {
    kind: "credit-never",
  }),
  meets(
    43,
    "status-late",
    "the bank never responds, pays, and reports NOT_FOUND for 10 minutes",
    { kind: "timeout" },
    { kind: "not-found-lag" },
  ),
];

/** Returns a failure: with one code of the bank's host on every rail, or with a code for each rail family. */
function fails(number: number, id: string, about: string, codes: string | Scenario["fails"]): Scenario {
  const everywhere = (code: string) => ({ imps: code, upi: code, batch: code, other: code });
  return { number, id, about, fails: typeof codes === "string" ? everywhere(codes) : codes! };
}

function meets(number: number, id: string, about: string, ...mishaps: Mishap[]): Scenario {
  return { number, id, about, mishaps };
}
