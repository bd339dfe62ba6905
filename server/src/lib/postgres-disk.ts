/** How large the embedded PostgreSQL lets its write-ahead log grow, by the room on the disk. */
import { statfsSync } from "node:fs";

const GB = 1_073_741_824;
const SHARE = 1 / 8;
const LEAST_GB = 4;
const MOST_GB = 8;

/**
 * PostgreSQL's setting for a disk with so much room. A larger log is read for longer after a crash, and comes to a
 * checkpoint, after which each page is logged whole once, less often. It takes the room only under load.
 */
export function logSettings(freeBytes: number): { max_wal_size: string } {
  const size = Math.min(MOST_GB, Math.max(LEAST_GB, Math.floor((freeBytes * SHARE) / GB)));
  return { max_wal_size: `${size}GB` };
}

/** The room on the disk of a folder, in bytes. */
export function readRoom(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
