/** How much memory the PostgreSQL that we start may use for pages of its tables and indexes. */
import { totalmem } from "node:os";

const MB = 1_048_576;
/** On a machine of its own PostgreSQL usually has a quarter; here the server and its banks run beside it. */
const SHARE = 1 / 8;
const LEAST_MB = 128;
const MOST_MB = 2_048;
/** What it may count on to be in the system's cache as well. */
const CACHED_TIMES = 4;

/** The settings for a machine with so many bytes of memory. Pages are taken as they are needed, not at the start. */
export function memorySettings(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const buffers = Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor((bytes * SHARE) / MB)));
  return { shared_buffers: `${buffers}MB`, effective_cache_size: `${buffers * CACHED_TIMES}MB` };
}

/** The machine's memory in bytes, or what a container leaves of it. */
export function readMemory(): number {
  // 0: not known; more than the machine has: no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
