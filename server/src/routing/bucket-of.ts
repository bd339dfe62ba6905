import { hash } from "node:crypto";

/** To which hundredth of all transfers one belongs, from 0 to 99: by its id alone, so that it never changes. */
export function bucketOf(transferKey: string): number {
  return Number.parseInt(hash("sha256", transferKey, "hex").slice(0, 8), 16) % 100;
}
