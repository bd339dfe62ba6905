/**
 * Time-ordered UUIDs (version 7, RFC 9562), made in the process so that a set can be built at once; and where a
 * moment lies, by bisection, among rows that are numbered in the order of their time.
 */
import { randomFillSync } from "node:crypto";
import type { Tx } from "./db.ts";

const pool = Buffer.alloc(4096);
let used = pool.length;
let lastMs = 0;
let counter = 0;

/** Returns a new UUIDv7. IDs made by one process sort in the order in which they were made. */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = randomBytesOf(2).readUInt16BE(0) & 0x3ff;
  } else {
    counter += 1;
    // Past 12 bits the counter borrows the next millisecond, so that the order is kept.
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }
  const tail = randomBytesOf(8);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const time = lastMs.toString(16).padStart(12, "0");
  const count = (0x7000 | counter).toString(16);
  const rest = tail.toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-${count}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** Returns the smallest ID that a moment of this machine's clock can give. */
export function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

function randomBytesOf(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}

export interface NumberedMoment {
  readonly referenceId: bigint;
  readonly at: Date;
}

/** Returns the row with the smallest number that is not below the given one. */
type Probe = (referenceId: bigint) => Promise<NumberedMoment | undefined>;

/** Returns the smallest number from which on rows are not earlier than `at`; past the last if all are. */
export async function findFirstAt(probe: Probe, at: Date): Promise<bigint> {
  let low = 0n;
  let high = 1n;
  // Doubling finds an end beyond all rows, or beyond the moment, without asking for the largest number.
  for (let found = await probe(high); found !== undefined && found.at < at; found = await probe(high)) {
    low = found.referenceId + 1n;
    high = low * 2n;
  }
  while (low < high) {
    const middle = (low + high) / 2n;
    const found = await probe(middle);
    if (found === undefined || found.at >= at) high = middle;
    else low = found.referenceId + 1n;
  }
  return low;
}

/** The most by which the clock of a machine, which makes the IDs, may differ from the database's. */
const SLACK_MS = 3_600_000;

/**
 * Returns the smallest ID of a transfer accepted at or after a moment of the merchant's clock. IDs begin with
 * the real time; a test clock only moves forward, so it was no further ahead then than it is now.
 */
export function firstIdAt(tx: Tx, at: Date): string {
  const agoMs = tx.now.getTime() - at.getTime() + SLACK_MS;
  return idAt(new Date(Math.max(0, Date.now() - agoMs)));
}
