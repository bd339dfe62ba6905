/** Memory settings of the embedded PostgreSQL, sized to the machine. */
import { totalmem } from "node:os";

const MB = 1_048_576;
/** Half of the usual quarter: the server and the simulated banks share the machine. */
const SHARE = 1 / 8;
const LEAST_MB = 128;
const MOST_MB = 2_048;
/** The planner may assume that the operating system caches several times as much. */
const CACHE_FACTOR = 4;

/** Returns the settings for a machine with this much memory, which PostgreSQL takes only as it needs it. */
export function memorySettings(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const buffers = Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor((bytes * SHARE) / MB)));
  return { shared_buffers: `${buffers}MB`, effective_cache_size: `${buffers * CACHE_FACTOR}MB` };
}

/** Returns the machine's memory in bytes, or the container's limit if that is lower. */
export function readMemory(): number {
  // Without a limit this is 0, or more than the machine has.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
