/**
 * Everything that can go wrong with one request, as data. Tests script it, manners roll dice for it, and magic values
 * cause it.
 */

export interface Mishap {
  readonly kind: MishapKind;
  readonly posted?: boolean;
  readonly ms?: number;
  readonly afterMs?: number;
  readonly code?: string;
  readonly httpStatus?: number;
  readonly atByte?: number;
  readonly then?: "succeed" | "fail" | "return" | "never";
  readonly html?: boolean;
}

/** The fields of each mishap, and its effect. `posted` (default true): true if the money moved nevertheless. */
export const MISHAPS = {
  timeout: { about: "never answers", fields: ["posted"] },
  cut: { about: "reads the request, then resets the connection", fields: ["posted"] },
  "cut-answer": { about: "sends `atByte` bytes of the HTTP answer, then closes", fields: ["atByte"] },
  "http-error": {
    about: "answers `httpStatus` (default 500) with a plain body",
    fields: ["httpStatus", "posted"],
  },
  html: { about: "answers 200 with an HTML page", fields: ["posted"] },
  "truncated-json": { about: "answers half of its JSON, with a matching content-length", fields: ["posted"] },
  "wrong-content-type": { about: "answers the right JSON as text/plain", fields: [] },
  "empty-body": { about: "answers 200 without a body", fields: ["posted"] },
  "slow-drip": { about: "sends one byte of the answer every `ms` (default 20)", fields: ["ms"] },
  latency: { about: "answers after `ms`", fields: ["ms"] },
  "unmapped-code": { about: "answers with a code that no list has", fields: ["code"] },
  "wrong-amount": { about: "answers with another amount (one rupee more)", fields: [] },
  "wrong-reference": { about: "answers with another reference", fields: [] },
  "wrong-account": { about: "answers with another account tail", fields: [] },
  "duplicate-answer": { about: "pays, and answers DUPLICATE (94)", fields: [] },
  fail: {
    about: "fails with `code`; on NEFT and RTGS an ISO code returns the money later",
    fields: ["code", "afterMs"],
  },
  pending: {
    about: "answers PENDING, `then` (succeed, fail, return, never) `afterMs`",
    fields: ["then", "afterMs", "code"],
  },
  deemed: {
    about: "scheme time-out, deemed successful; `then` succeed, return or never",
    fields: ["then", "afterMs"],
  },
  "late-success": { about: "answers FAILED, pays `afterMs` later", fields: ["afterMs", "code"] },
  return: { about: "succeeds, sends the money back `afterMs` later", fields: ["afterMs", "code"] },
  "return-at-once": { about: "answers RETURNED without a success before", fields: ["code"] },
  "credit-later": {
    about: "succeeds, the beneficiary's credit follows `afterMs` later",
    fields: ["afterMs"],
  },
  "credit-never": { about: "succeeds, the beneficiary's credit is never confirmed", fields: [] },
  "pay-twice": { about: "debits twice for one instruction", fields: [] },
  "not-found-lag": { about: "enquiries answer NOT_FOUND for `ms`", fields: ["ms"] },
  "not-found": { about: "this enquiry answers NOT_FOUND", fields: [] },
  "status-lag": { about: "enquiries show each change `ms` late", fields: ["ms"] },
  maintenance: {
    about: "answers H05 without taking the instruction (as a 503 page with `html`)",
    fields: ["html"],
  },
  "rate-limit": {
    about: "answers 429 without taking the instruction (without the bank's code with `html`)",
    fields: ["html"],
  },
  "callback-duplicate": { about: "each callback of this payment is sent three times", fields: [] },
  "callback-reordered": { about: "its first callback is sent after its second", fields: [] },
  "callback-missing": { about: "its callbacks are never sent", fields: [] },
  "callback-early": { about: "tells the result by callback before it answers", fields: [] },
  "callback-forged": { about: "a forged SUCCESS callback precedes its callbacks", fields: [] },
} as const satisfies Record<string, { about: string; fields: readonly (keyof Mishap)[] }>;

type MishapKind = keyof typeof MISHAPS;

interface FieldCheck {
  readonly is: (value: unknown) => boolean;
  /** The message for a caller that mistyped. */
  readonly about: string;
}

const FLAG: FieldCheck = { is: (value) => typeof value === "boolean", about: "true or false" };
const DURATION: FieldCheck = { is: isDuration, about: "a number of milliseconds" };
const ENDS: readonly unknown[] = ["succeed", "fail", "return", "never"] satisfies Mishap["then"][];

const FIELD_CHECKS: Readonly<Record<Exclude<keyof Mishap, "kind">, FieldCheck>> = {
  posted: FLAG,
  html: FLAG,
  ms: DURATION,
  afterMs: DURATION,
  httpStatus: { is: (value) => isWhole(value, 200, 599), about: "an HTTP status from 200 to 599" },
  atByte: { is: (value) => isWhole(value, 0, 1_000_000), about: "a number of bytes" },
  code: { is: (value) => typeof value === "string", about: "text" },
  then: { is: (value) => ENDS.includes(value), about: "succeed, fail, return or never" },
};

const CENTURY_MS = 3_155_760_000_000;

/** True for a length of time in milliseconds of at most a century. */
export function isDuration(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= CENTURY_MS;
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

/** Reads one mishap or a list of them; throws a sentence for a tester who mistyped. */
export function readMishaps(value: unknown): readonly Mishap[] {
  return (Array.isArray(value) ? value : [value]).map(readMishap);
}

function readMishap(value: unknown): Mishap {
  const asked = (typeof value === "string" ? { kind: value } : value) as Record<string, unknown> | null;
  if (typeof asked !== "object" || asked === null) throw new Error("a mishap is an object with a kind");
  const kind = String(asked["kind"]);
  if (!Object.hasOwn(MISHAPS, kind)) throw new Error(`no such mishap: ${kind}`);
  const fields: readonly string[] = MISHAPS[kind as MishapKind].fields;
  for (const [field, content] of Object.entries(asked)) {
    if (field === "kind") continue;
    if (!fields.includes(field)) throw new Error(`${kind} takes no ${field}`);
    const { is, about } = FIELD_CHECKS[field as keyof typeof FIELD_CHECKS];
    if (!is(content)) throw new Error(`${field} is not ${about}`);
  }
  return asked as unknown as Mishap;
}
