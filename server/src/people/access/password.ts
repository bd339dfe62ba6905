/** Checks, hashes and compares passwords. */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Context } from "#lib/context";
import { shareFairly } from "#lib/fair-queue";
import { lineOf } from "#lib/line-of";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { readAddress } from "./read-allowlist.ts";

/** The most common passwords, the first 10,000 of all countries and those of businesses in India. */
const COMMON = new Set(
  readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# ")),
);

/** The person whose password it is. */
export interface PasswordHolder {
  readonly email: string;
  readonly name: string;
  readonly organization: string;
}

/**
 * Returns the hash of a new password. Throws `bad_password` for its length, and `weak_password` for one of the first
 * that anyone would guess: a common one, a few letters repeated, runs of the keyboard, or a name of the member, the
 * organization or the product, each also with digits and signs around it or in place of letters.
 */
export async function hashNewPassword(password: string, holder: PasswordHolder): Promise<string> {
  const length = [...password].length;
  if (length >= 8 && length <= 128 && isGuessable(password, holder)) throw AccessError.weak_password();
  return hashPassword(password);
}

function isGuessable(password: string, holder: PasswordHolder): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const words = new Set([...wordsOf(holder), ...PRODUCT_WORDS]);
  return (
    COMMON.has(plain) ||
    new Set(plain).size <= 2 ||
    isCovered(plain, (piece) => piece.length >= 3 && RUNS.some((run) => run.includes(piece))) ||
    /^(.{1,4})\1+$/su.test(plain) ||
    stemsOf(plain).some((stem) => COMMON.has(stem) || isCovered(stem, (piece) => words.has(piece)))
  );
}

const PRODUCT_WORDS = ["vitaran", "payout", "payouts", "password", "welcome", "admin", "login"];

const ROWS = ["0123456789012345", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const reversed = (text: string): string => [...text].reverse().join("");
const RUNS = [
  ...ROWS,
  ...ROWS.map(reversed),
  "qwertyuiopasdfghjklzxcvbnm",
  "1234567890",
  "0987654321",
  "1qaz2wsx3edc4rfv5tgb",
];

/** True if a text falls into pieces that all fit; the longest that fits comes first. */
function isCovered(text: string, fits: (piece: string) => boolean): boolean {
  if (text === "") return false;
  for (let at = 0; at < text.length;) {
    let end = text.length;
    while (end > at && !fits(text.slice(at, end))) end -= 1;
    if (end === at) return false;
    at = end;
  }
  return true;
}

/** Reduces a password to its word, without the digits and signs that people add or put in place of letters. */
function stemsOf(plain: string): string[] {
  const cuts = [
    plain,
    plain.replace(/[^\p{L}\p{N}]+$/u, ""),
    plain.replace(/\P{L}{1,10}$/u, ""),
    plain.replace(/^\P{L}{1,10}/u, ""),
    plain.replace(/^\P{L}{1,10}/u, "").replace(/\P{L}{1,10}$/u, ""),
  ];
  const readings = cuts.flatMap((cut) => [cut, readLetters(cut, "i"), readLetters(cut, "l")]);
  return [...new Set(readings.map((reading) => reading.replaceAll(/[^\p{L}\p{N}]/gu, "")))].filter(
    (stem) => stem.length >= 3 && /\p{L}/u.test(stem),
  );
}

/** Replaces digits and signs with the letters that they look like. A 1 can be either of two. */
const readLetters = (text: string, one: "i" | "l"): string =>
  text.replaceAll(/[0134578@$!+|]/g, (sign) => (sign === "1" ? one : LOOKS_LIKE[sign]!));

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t",
  "|": "l",
};

/**
 * Returns the words that are close to a member: the parts of the name, the address and the organization, alone and
 * joined.
 */
function wordsOf({ email, name, organization }: PasswordHolder): string[] {
  return [email.split("@")[0]!, email.split("@")[1]?.split(".")[0] ?? "", name, organization].flatMap(
    (text) => {
      const words = text
        .normalize("NFKC")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u);
      return [...words, words.join("")].filter((word) => word.length >= 4);
    },
  );
}

/** True if a password is right. The check takes as long for an unknown account as for any other. */
export function isPasswordOf(password: string, kept: string | null | undefined): Promise<boolean> {
  return isPassword(password, kept ?? NOBODYS);
}

/** A hash that no password has, at today's cost. */
const NOBODYS = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

// Checking a password takes 70 ms of a thread, so checks take turns. A flood from many addresses makes strangers wait,
// each address in its own queue, while known members and browsers have another queue.

// Strangers get three of the four threads of a process, so that one is left for files and host names.
const strangers = shareFairly({ places: 2, perKey: 2, waitingMax: 200, patienceMs: 20_000 });
const known = shareFairly({ places: 1, perKey: 1, waitingMax: 10, patienceMs: 20_000 });

/**
 * Checks a stranger's password when it is the turn of the stranger's address. Throws OverloadError after 20 seconds.
 */
export const inStrangersTurn = <T>(ip: string, check: () => Promise<T>): Promise<T> =>
  strangers.run(lineOf(readAddress(ip) ?? ip), check);

/** Checks the password of a member in a session, or in a browser that is known. */
export const inKnownTurn = <T>(memberId: string, check: () => Promise<T>): Promise<T> =>
  known.run(memberId, check);

const LENGTH_MIN = 8;
const LENGTH_MAX = 128;
const TAG_BYTES = 32;

/**
 * argon2id with the parameters that OWASP's password storage cheat sheet gives: 19 MiB, two passes, one lane.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };

/**
 * Returns the text to store for a password, in the usual `$argon2id$` form with its salt and cost. Takes about 70 ms of
 * another thread. Throws `bad_password` if it is shorter than 8 or longer than 128 characters.
 */
export async function hashPassword(password: string): Promise<string> {
  const length = [...password].length;
  if (length < LENGTH_MIN || length > LENGTH_MAX) throw AccessError.bad_password();
  const salt = randomBytes(16);
  const tag = await derive(password, { salt, ...COST });
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** True if `kept` is the hash of `password`. The cost is read from `kept`. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(kept);
  if (parts === null) throw new Error("this is no password hash");
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const [salt, tag] = parts.slice(4).map((part) => Buffer.from(part, "base64")) as [Buffer, Buffer];
  const derived = await derive(password, { salt, memory, passes, parallelism });
  return tag.length === TAG_BYTES && timingSafeEqual(derived, tag);
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

async function derive(password: string, { salt, ...cost }: typeof COST & { salt: Buffer }): Promise<Buffer> {
  // Equal-looking texts get one spelling, because keyboards differ in how they compose a letter and its accent.
  const message = password.normalize("NFKC");
  return promisify(argon2)("argon2id", { message, nonce: salt, tagLength: TAG_BYTES, ...cost });
}

/** True if this is the member's password; false for a member without one. It counts no failures. For seeds. */
export async function hasPassword(
  ctx: Pick<Context, "db">,
  { organizationId, memberId, password }: { organizationId: string; memberId: string; password: string },
): Promise<boolean> {
  const [member] = await inOrganization(ctx, organizationId, (tx) =>
    tx.query<{ kept: string | null }>(
      "select password_hash as kept from access.member where organization_id = $1 and member_id = $2",
      [organizationId, memberId],
    ),
  );
  const kept = member?.kept ?? null;
  return kept !== null && (await isPassword(password, kept));
}
