import { findRequests, policiesInForce, withdrawRequests } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { changeOf } from "./approval-content.ts";
import { askToChange } from "./ask-to-change.ts";
import type { BeneficiaryStatus } from "./details.ts";
import { recordRemovals, removeListed, type RemovedRow } from "./remove-listed.ts";

/** The outcomes of removals, by the merchant's ids; beneficiaries that are not listed are left out. */
export interface EndedBeneficiaries {
  readonly removed: readonly string[];
  /** Members must approve the removal first; until then nothing changes. */
  readonly awaiting: readonly string[];
}

/**
 * Removes a set of beneficiaries in the caller's transaction, or requests approval if a policy says so. One
 * whose addition is not approved yet is removed at once, and its request is withdrawn. Throws
 * ApprovalError.already_open if the same is requested at this very moment.
 */
export async function endBeneficiaries(
  tx: Tx,
  { beneIds, by }: { beneIds: readonly string[]; by: Actor },
): Promise<EndedBeneficiaries> {
  const removed = await tx.query<RemovedRow>(REMOVE, [tx.merchantId, beneIds, tx.now, by]);
  await recordRemovals(tx, removed, by);
  const gone = removed.map(({ beneId }) => beneId);
  if (gone.length === beneIds.length) return { removed: gone, awaiting: [] };
  const left = await tx.query<LeftRow>(READ_LEFT, [tx.merchantId, beneIds]);
  if (left.length === 0) return { removed: gone, awaiting: [] };
  const { withdrawn, settled } = await withdrawAdditions(tx, left, by);
  const ended = await askToRemove(tx, settled, by);
  return { removed: [...gone, ...withdrawn, ...ended.removed], awaiting: ended.awaiting };
}

interface LeftRow extends RemovedRow {
  readonly status: BeneficiaryStatus;
}

/** Withdraws the requests of unapproved beneficiaries; the follower then takes them off the list. */
async function withdrawAdditions(
  tx: Tx,
  left: readonly LeftRow[],
  by: Actor,
): Promise<{ withdrawn: string[]; settled: readonly LeftRow[] }> {
  const added = left.filter(({ status }) => status === "awaiting_approval");
  const requests = await findRequests(
    tx,
    "beneficiary",
    added.map(({ beneficiaryId }) => beneficiaryId),
  );
  const outcomes = await withdrawRequests(
    tx,
    [...requests.values()].map((request) => ({
      request: { requestId: request.requestId },
      by,
      mayEndSubject: true,
      remarks: "removed",
    })),
  );
  // A request that was decided at this moment keeps its result.
  const ended = new Set(
    outcomes.flatMap(({ kind, request }) => (kind === "withdrawn" ? [request.subjectId] : [])),
  );
  return {
    withdrawn: added.flatMap(({ beneficiaryId, beneId }) => (ended.has(beneficiaryId) ? [beneId] : [])),
    settled: left.filter(({ beneficiaryId }) => !ended.has(beneficiaryId)),
  };
}

async function askToRemove(tx: Tx, rows: readonly LeftRow[], by: Actor): Promise<EndedBeneficiaries> {
  const beneIdOf = new Map(rows.map(({ beneficiaryId, beneId }) => [beneficiaryId, beneId]));
  const asked = await findRequests(tx, "beneficiary", [...beneIdOf.keys()]);
  const isAsked = (id: string): boolean => {
    const request = asked.get(id);
    return request?.status === "pending" && changeOf(request.proposal) === "remove";
  };
  const fresh = [...beneIdOf.keys()].filter((id) => !isAsked(id));
  const waiting = await askToChange(tx, "remove", { beneficiaryIds: fresh, by });
  const free = fresh.filter((id) => !waiting.has(id));
  const isWaiting = (id: string): boolean => waiting.has(id) || isAsked(id);
  return {
    removed: await removeListed(tx, { beneficiaryIds: free, by }),
    awaiting: [...beneIdOf].flatMap(([id, beneId]) => (isWaiting(id) ? [beneId] : [])),
  };
}

// One statement if no approval is needed, since most merchants have no policies.
const REMOVE = `
  update beneficiaries.beneficiary
  set removed_at = $3, removed_by = $4
  where merchant_id = $1
    and bene_id = any ($2::text[])
    and bene_id is not null
    and removed_at is null
    and status <> 'awaiting_approval'
    and not ${policiesInForce("$1", "beneficiary")}
  returning beneficiary_id as "beneficiaryId", bene_id as "beneId"`;

const READ_LEFT = `
  select beneficiary_id as "beneficiaryId", bene_id as "beneId", status
  from beneficiaries.beneficiary
  where merchant_id = $1
    and bene_id = any ($2::text[])
    and bene_id is not null
    and removed_at is null
  order by bene_id`;
