/** More that a key pair may do waits for another person, as rights of members do; less holds at once. */
import {
  checkKeyTerms,
  lockKeyTerms,
  memberOf,
  readKeyTerms,
  readMerchant,
  requireOfMember,
  setKeyTerms,
  widens,
  writeKeyTerms,
  type KeyTerms,
  type KeyTermsChange,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askForApprovals } from "./ask-for-approvals.ts";
import { ApprovalError } from "./errors.ts";
import { findRequests } from "./find-requests.ts";
import { hashContent } from "./hash-content.ts";
import type { Proposal, Request } from "./request.ts";
import { isOfAnother, withdrawRequests } from "./withdraw-requests.ts";

/** The terms that hold now; where others must agree to those that were asked for, the request. */
export interface KeyScopeAsked {
  readonly terms: KeyTerms;
  readonly requestId: string | null;
  readonly aloneUntil: Date | null;
}

/** The subject of a request about what a key pair may do. */
const keySubject = (clientId: string): `api-key:${string}` => `api-key:${clientId}`;

/**
 * Changes what the merchant's key pair may do, or asks for approval where it could then do more and the policies for
 * rights ask for it; until then all stays as it is. A change that waited before is withdrawn. This is the way for
 * people. Throws as `changeKeyScope` does, and `already_open` where another member asked for what waits and this takes
 * nothing away.
 */
export async function requestKeyScope(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, ...change }: KeyTermsChange & { by: Actor },
): Promise<KeyScopeAsked> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_keys");
    const { clientId, ...before } = await lockKeyTerms(tx);
    const after = checkKeyTerms({ ...before, ...change });
    const takes = widens(after, before) && !widens(before, after);
    await withdrawOpen(tx, { clientId, by, takes });
    if (memberOf(by) !== null && widens(before, after)) {
      const proposal = await proposalOf(tx, { clientId, before, after });
      const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: "member" } as const;
      const subject = { subjectId: keySubject(clientId), contentHash: hashContent(proposal), facts };
      const [asked] = await askForApprovals(tx, "rights", [{ ...subject, maker: by, proposal }]);
      if (asked?.kind === "pending") return { ...asked, terms: before };
    }
    const terms = await setKeyTerms(tx, { clientId, before, after, by });
    return { terms, requestId: null, aloneUntil: null };
  });
}

/** Does what was agreed to, in the name of who asked. Answers whether it did: not where the terms changed since. */
export async function completeKeyScope(
  tx: Tx,
  { proposal, by }: { proposal: Proposal; by: Actor },
): Promise<boolean> {
  const { clientId, ...before } = await lockKeyTerms(tx);
  if (clientId !== proposal["clientId"] || JSON.stringify(writeKeyTerms(before)) !== proposal["was"])
    return false;
  await setKeyTerms(tx, { clientId, before, after: readKeyTerms(proposal), by });
  return true;
}

async function proposalOf(
  tx: Tx,
  { clientId, before, after }: { clientId: string; before: KeyTerms; after: KeyTerms },
): Promise<Proposal> {
  const { mode } = await readMerchant(tx);
  return {
    clientId,
    name: "API keys",
    mode,
    was: JSON.stringify(writeKeyTerms(before)),
    ...writeKeyTerms(after),
  };
}

async function withdrawOpen(
  tx: Tx,
  { clientId, by, takes }: { clientId: string; by: Actor; takes: boolean },
): Promise<void> {
  const open = await findKeyRequest(tx, clientId);
  if (open === null) return;
  if (!takes && (await isOfAnother(tx, open, by))) throw ApprovalError.already_open();
  const request = { requestId: open.requestId };
  await withdrawRequests(tx, [{ request, by, mayEndSubject: true, remarks: "Changed once more." }]);
}

/** The request about what a key pair may do that waits; null: there is none. */
export async function findKeyRequest(tx: Tx, clientId: string): Promise<Request | null> {
  const subjectId = keySubject(clientId);
  const newest = (await findRequests(tx, "rights", [subjectId])).get(subjectId);
  return newest?.status === "pending" ? newest : null;
}
