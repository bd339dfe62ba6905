/** Checks, hashes and compares passwords. */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Context } from "#lib/context";
import { shareFairly } from "#lib/fair-queue";
import { lineOf } from "#lib/line-of";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./organization.ts";
import { readAddress } from "./read-allowlist.ts";

// Checking a password takes 70 ms of a thread, so checks take turns. A flood from many addresses makes strangers wait,
// each address in its own queue, while known members and browsers have another queue.

// Strangers get three of the four threads of a process, so that one is left for files and host names.
const strangers = shareFairly({ places: 2, perKey: 2, waitingMax: 200, patienceMs: 20_000 });
const known = shareFairly({ places: 1, perKey: 1, waitingMax: 10, patienceMs: 20_000 });

/** Checks a stranger's password in the turn of the address. Throws OverloadError after 20 seconds. */
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
