/**
 * Compares the answers of two servers to the same request, word for word. Each server generates its own IDs,
 * references, tokens and times: such a word may differ, but from then on each server must use its own wherever the
 * other does.
 */

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; for a file that is not text, its kind. */
  readonly body: string;
}

/** The headers that are compared; those with a time or a count of the minute are only checked for presence. */
const HEADERS = [
  "content-type",
  "content-disposition",
  "cache-control",
  "retry-after",
  "allow",
  "location",
  "set-cookie",
  "www-authenticate",
  "idempotent-replayed",
  "x-request-id",
  "ratelimit-limit",
  "ratelimit-policy",
  "x-ratelimit-limit",
];
const PASSING_HEADERS = [
  "ratelimit-remaining",
  "ratelimit-reset",
  "x-ratelimit-remaining",
  "x-ratelimit-retry",
  "x-ratelimit-reset",
];

/** Writes the compared parts of an answer as one text. */
export function writeAnswer({ status, headers, body }: Answer, bodyPasses = false): string {
  const named = HEADERS.filter((name) => headers[name] !== undefined);
  const passing = PASSING_HEADERS.filter((name) => headers[name] !== undefined);
  return [
    `HTTP ${status}`,
    ...named.map((name) => `${name}: ${headers[name]!}`.replace(LONG_WAIT, "$1(any)")),
    ...passing.map((name) => `${name}: (any)`),
    "",
    bodyPasses ? "(any)" : writeBody(body),
  ].join("\n");
}

/**
 * Removes everything that depends only on the moment. Short numbers that servers generate become words, so that they
 * can be names.
 */
function writeBody(body: string): string {
  return body
    .replace(CLASSIC_TOKEN, "(any)")
    .replaceAll(/(?<=-BEGIN PUBLIC KEY-).+?(?=-END PUBLIC KEY-)/g, "(any)")
    .replaceAll(REPORT_SIZE, "(any)")
    .replaceAll(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d(?= IST)/g, "(any time)")
    .replaceAll(/("refunds":)\[.*?\]/g, "$1(any)")
    .replaceAll(/%2[BF]|%3D/g, decodeURIComponent)
    .replaceAll(/(?<=in |")\d+ (second|minute|hour)s?\b/g, "(any) $1s")
    .replaceAll(/("(?:ms|\w+Ms|seconds)":)\d+/g, "$1(any)")
    .replaceAll(/("\w*Last4":")(\d{4}")/g, "$1account-ending-in-$2")
    .replaceAll(/(?<=ending in )(\d{4})/g, "account-ending-in-$1")
    .replaceAll(RUNNING_NUMBER, "$1number-$2");
}

/** A report has the rows of its moment, and refunds are returned in the background. */
const REPORT_SIZE = /(?<="rowCount":)\d+,"sizeBytes":\d+/g;

/** Seconds until a number of attempts is available again; short waits are fixed by us. */
const LONG_WAIT = /^(retry-after: )\d{2,}$/;

/** Assigned in the order in which orders and rows of batches are processed, which happens in the background. */
const RUNNING_NUMBER = /("(?:referenceId|lastReturnId|bvRefId|cf_\w*id)":"?)(\d+)/g;

/** Two tokens of the same second are equal, so only the clock decides which answers have the same one. */
const CLASSIC_TOKEN = /(?<="data":\{"token":")[\w-]{22}\.[\w-]{43}(?=")/;

/** The words of one server, each with the other server's word for the same thing. */
export interface Names {
  readonly after: Map<string, string>;
  readonly before: Map<string, string>;
}

export const makeNames = (): Names => ({ after: new Map(), before: new Map() });

/** A time, or a word of the characters in IDs and tokens. */
const WORD = /(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|[\w+/=-]+)/;

/**
 * Compares two texts word by word, and learns the new names; learns nothing from texts that differ. Returns null if
 * they say the same, or else the surroundings of the first difference in each.
 */
export function findDifference(
  before: string,
  after: string,
  names: Names,
): readonly [before: string, after: string] | null {
  if (before === after) return null;
  const [left, right] = [cut(before), cut(after)];
  const fresh = makeNames();
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [one = "", other = ""] = [left[at], right[at]];
    if (
      one !== other &&
      !areTimes(one, other) &&
      !areBankNumbers(one, other) &&
      !areNames([one, other], names, fresh)
    ) {
      return [excerpt(left, at), excerpt(right, at)];
    }
  }
  for (const [one, other] of fresh.after) names.after.set(one, other);
  for (const [one, other] of fresh.before) names.before.set(one, other);
  return null;
}

/** Splits a text alternately into words and the characters between them. */
const cut = (text: string): string[] => text.split(WORD);

const excerpt = (parts: readonly string[], at: number): string =>
  parts
    .slice(Math.max(0, at - 30), at + 30)
    .join("")
    .slice(0, 1_500);

/** True if two words are one name, which was known before or is learnt now. */
function areNames([one, other]: readonly [string, string], names: Names, fresh: Names): boolean {
  if (!areMade(one, other)) return false;
  const known = names.after.get(one) ?? fresh.after.get(one) ?? other;
  const knownBack = names.before.get(other) ?? fresh.before.get(other) ?? one;
  fresh.after.set(one, other);
  fresh.before.set(other, one);
  return known === other && knownBack === one;
}

/** This is longer than a run takes. */
const APART_MS = 3_600_000;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** True for two times of the same form, as text or in milliseconds or seconds since 1970, that are not far apart. */
function areTimes(before: string, after: string): boolean {
  const [left, right] = [before, after].map(momentOf);
  const haveOneForm = before.replaceAll(/\d/g, "0") === after.replaceAll(/\d/g, "0");
  return left != null && right != null && haveOneForm && Math.abs(left - right) < APART_MS;
}

function momentOf(word: string): number | null {
  if (TIME.test(word)) return Date.parse(word.replace(" ", "T"));
  if (/^1\d{12}$/.test(word)) return Number(word);
  return /^1\d{9}$/.test(word) ? Number(word) * 1_000 : null;
}

/** True for two references of payments, because two banks may assign different ones. */
const areBankNumbers = (before: string, after: string): boolean => UTR.test(before) && UTR.test(after);
const UTR = /^\d{12}$/;

/** True for two words that a server can have generated: long enough not to be an amount, and of the same form. */
function areMade(before: string, after: string): boolean {
  if (Math.abs(before.length - after.length) > 2) return false;
  if (FORMS.some((form) => form.test(before) && form.test(after))) return true;
  // One of two long random words may happen to have no digit.
  return LONG.test(before) && LONG.test(after) && /\d/.test(before + after);
}

const LONG = /^[\w+/=-]{16,}$/;
const FORMS: readonly RegExp[] = [
  /^\d{9,}$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  // A word of letters alone is one of ours.
  /^(?=.*\d)[\w+/=-]{8,}$/,
  /^(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{30,}$/,
];
