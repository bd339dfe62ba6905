import type { Tx } from "#lib/db";
import type { ApprovalRefusal } from "./errors.ts";
import { lockRequests, type Request, type RequestName } from "./request.ts";
import { readFacts, standingOf } from "./standing.ts";

/** Whether a request that was approved still is. `stands` holds until the transaction ends. */
export type Recheck =
  | { readonly kind: "stands"; readonly request: Request }
  | {
      readonly kind: "fallen";
      readonly code: Extract<ApprovalRefusal, "not_found" | "not_approved" | "approvals_lapsed">;
      readonly request: Request | null;
    };

/**
 * Judges approved requests anew, for what is done later than it was approved (the rows of a batch, a scheduled
 * transfer): with today's permissions, by the stricter of the policy then and the policy now. Changes nothing; whose
 * approval has fallen needs a new request.
 */
export async function recheckRequests(tx: Tx, names: readonly RequestName[]): Promise<Recheck[]> {
  const requests = await lockRequests(tx, names);
  const approved = requests.filter((request) => request?.status === "approved") as Request[];
  const facts = approved.length === 0 ? null : await readFacts(tx, [...new Set(approved)]);
  return requests.map((request): Recheck => {
    if (request === undefined) return { kind: "fallen", code: "not_found", request: null };
    if (facts === null || request.status !== "approved")
      return { kind: "fallen", code: "not_approved", request };
    // Done without another person, because there was none.
    const wasAlone = request.approverIds?.length === 0;
    return wasAlone || standingOf(request, facts).complete
      ? { kind: "stands", request }
      : { kind: "fallen", code: "approvals_lapsed", request };
  });
}
