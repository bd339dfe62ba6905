/** Limits the write-ahead log of the embedded PostgreSQL by the free space on the disk. */
import { statfsSync } from "node:fs";

const GB = 1_073_741_824;
const SHARE = 1 / 8;
const LEAST_GB = 4;
const MOST_GB = 8;

/**
 * Returns PostgreSQL's setting for this much free space. A larger log takes longer to read after a crash, but
 * makes checkpoints rarer, after which each page is logged whole once. It takes the space only under load.
 */
export function logSettings(freeBytes: number): { max_wal_size: string } {
  const size = Math.min(MOST_GB, Math.max(LEAST_GB, Math.floor((freeBytes * SHARE) / GB)));
  return { max_wal_size: `${size}GB` };
}

/** Returns the free space on the disk of a folder, in bytes. */
export function readRoom(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
