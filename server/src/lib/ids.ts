/** Time-ordered UUIDs (version 7, RFC 9562), made in the process so that a set can be built at once. */
import { randomFillSync } from "node:crypto";

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
