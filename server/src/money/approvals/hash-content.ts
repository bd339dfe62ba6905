import { createHash } from "node:crypto";
import type { Proposal } from "./request.ts";

/** The hash of a proposal, whatever the order of its fields. */
export function hashContent(proposal: Proposal): Buffer {
  const fields = Object.entries(proposal).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest();
}
