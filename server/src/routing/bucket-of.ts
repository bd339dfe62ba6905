import { hash } from "node:crypto";

/** Returns a transfer's hundredth, from 0 to 99, which depends only on its ID and so never changes. */
export function bucketOf(transferKey: string): number {
  return Number.parseInt(hash("sha256", transferKey, "hex").slice(0, 8), 16) % 100;
}
