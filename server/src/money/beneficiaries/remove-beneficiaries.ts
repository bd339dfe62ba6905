import { requireOfMember } from "#access";
import { ApprovalError, findRequests, policiesInForce, withdrawRequests } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askToChange, changeOf } from "./approval-content.ts";
import { isBeneId } from "./check-beneficiary.ts";
import type { BeneficiaryStatus } from "./details.ts";
import { countRemovals, REMOVALS_OF_WEEK_MAX } from "./count-changes.ts";
import { BeneficiaryError } from "./errors.ts";

/** The outcomes of removals, by the merchant's ids; beneficiaries that are not listed are left out. */
interface EndedBeneficiaries {
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
  const values = [tx.merchantId, beneIds, tx.now, by, isOfOne(by)];
  const removed = await tx.query<RemovedRow>(END_BENEFICIARIES, values);
  await recordRemovals(tx, removed, by);
  const gone = removed.map(({ beneId }) => beneId);
  if (gone.length === beneIds.length) return { removed: gone, awaiting: [] };
  const left = await tx.query<LeftRow>(READ_LEFT, [tx.merchantId, beneIds]);
  if (left.length === 0) return { removed: gone, awaiting: [] };
  const { withdrawn, settled } = await withdrawAwaiting(tx, left, by);
  const ended = await askToRemove(tx, settled, by);
  return { removed: [...gone, ...withdrawn, ...ended.removed], awaiting: ended.awaiting };
}

/** True for a member and for a program: what they remove without another person can be restored. */
const isOfOne = (by: Actor): boolean => by !== "system";

interface LeftRow extends RemovedRow {
  readonly status: BeneficiaryStatus;
}

/** Withdraws the requests of unapproved beneficiaries; the follower then takes them off the list. */
async function withdrawAwaiting(
  tx: Tx,
  left: readonly LeftRow[],
  by: Actor,
): Promise<{ withdrawn: string[]; settled: readonly LeftRow[] }> {
  const added = left.filter(({ status }) => status === "awaiting_approval");
  const ended = await withdrawAdditions(tx, added, by);
  return {
    withdrawn: added.flatMap(({ beneficiaryId, beneId }) => (ended.has(beneficiaryId) ? [beneId] : [])),
    settled: left.filter(({ beneficiaryId }) => !ended.has(beneficiaryId)),
  };
}

/** Withdraws the requests of beneficiaries that are not approved yet. Returns the ids of those that this ended. */
export async function withdrawAdditions(
  tx: Tx,
  added: readonly RemovedRow[],
  by: Actor,
): Promise<ReadonlySet<string>> {
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
  return new Set(outcomes.flatMap(({ kind, request }) => (kind === "withdrawn" ? [request.subjectId] : [])));
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
    removed: await removeListed(tx, { beneficiaryIds: free, by, isAlone: isOfOne(by) }),
    awaiting: [...beneIdOf].flatMap(([id, beneId]) => (isWaiting(id) ? [beneId] : [])),
  };
}

// One statement if no approval is needed, since most merchants have no policies.
const END_BENEFICIARIES = `
  update beneficiaries.beneficiary
  set removed_at = $3, removed_by = $4, removed_alone = $5
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

/**
 * Takes beneficiaries off the list, whatever approval was needed. Returns the merchant's ids of those that
 * were on it. Their rows stay for the history of transfers. One whose restoration was not approved becomes what it was
 * before: removed by the same one at the same time, so that it can be restored again.
 */
export async function removeListed(
  tx: Tx,
  {
    beneficiaryIds,
    by,
    isAlone = false,
  }: { beneficiaryIds: readonly string[]; by: Actor; isAlone?: boolean },
): Promise<string[]> {
  if (beneficiaryIds.length === 0) return [];
  const values = [tx.merchantId, beneficiaryIds, tx.now, by, isAlone];
  const removed = await tx.query<RemovedRow>(REMOVE_LISTED, values);
  await recordRemovals(tx, removed, by);
  return removed.map(({ beneId }) => beneId);
}

interface RemovedRow {
  readonly beneficiaryId: string;
  readonly beneId: string;
}

/** Records who removed them. */
function recordRemovals(tx: Tx, removed: readonly RemovedRow[], by: Actor): Promise<void> {
  return recordAudit(
    tx,
    removed.map(({ beneficiaryId, beneId }) => ({
      actor: by,
      action: "beneficiaries.beneficiary_removed",
      subject: `beneficiary:${beneficiaryId}`,
      detail: { beneId },
    })),
  );
}

const WAS_RESTORED = "status = 'awaiting_approval' and undone_removal_at is not null";

const REMOVE_LISTED = `
  update beneficiaries.beneficiary
  set removed_at = case when ${WAS_RESTORED} then undone_removal_at else $3 end,
    removed_by = case when ${WAS_RESTORED} then undone_removal_by else $4 end,
    removed_alone = $5 or (${WAS_RESTORED}),
    status = case when ${WAS_RESTORED} then 'verified' else status end
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and bene_id is not null
    and removed_at is null
  returning beneficiary_id as "beneficiaryId", bene_id as "beneId"`;

/**
 * Removes one beneficiary, or requests approval if a policy says so: it stays listed and payable until
 * members approve. A second call makes no second request. Throws BeneficiaryError.id_missing, id_invalid,
 * removal_not_found or too_many_of_member; AccessError.not_permitted for a member who may not manage beneficiaries.
 */
export async function removeBeneficiary(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { beneId, by }: { beneId: string; by: Actor },
): Promise<{ awaitsApproval: boolean }> {
  if (beneId === "") throw BeneficiaryError.id_missing();
  if (!isBeneId(beneId)) throw BeneficiaryError.id_invalid({ beneId });
  try {
    const { removed, awaiting } = await ctx.db.inMerchant(merchantId, async (tx) => {
      await requireOfMember(tx, by, "manage_beneficiaries");
      return endCounted(tx, { beneIds: [beneId], by });
    });
    if (removed.length + awaiting.length === 0) throw BeneficiaryError.removal_not_found({ beneId });
    return { awaitsApproval: awaiting.length > 0 };
  } catch (error) {
    // Another member has just requested the same.
    if (ApprovalError.is(error, "already_open")) return { awaitsApproval: true };
    throw error;
  }
}

/**
 * Removes a set of beneficiaries in the caller's transaction. Returns the merchant's ids of those that were
 * removed; if a policy says so, members must approve first, and what is too much for one member is not done at all.
 * Rows stay for the history of transfers; a removed id may be added again.
 */
export async function removeBeneficiaries(
  tx: Tx,
  given: { beneIds: readonly string[]; by: Actor },
): Promise<string[]> {
  await tx.execute("savepoint before_removals");
  try {
    return [...(await endCounted(tx, given)).removed];
  } catch (error) {
    if (!BeneficiaryError.is(error, "too_many_of_member")) throw error;
    await tx.execute("rollback to savepoint before_removals");
    return [];
  }
}

/**
 * Removes beneficiaries, within the limit of what one member may remove in a week. Throws
 * BeneficiaryError.too_many_of_member.
 */
async function endCounted(
  tx: Tx,
  given: { beneIds: readonly string[]; by: Actor },
): Promise<EndedBeneficiaries> {
  let ended: EndedBeneficiaries = { removed: [], awaiting: [] };
  const isWithin = await countRemovals(tx, given.by, async () => (ended = await endBeneficiaries(tx, given)));
  if (!isWithin) throw BeneficiaryError.too_many_of_member({ max: REMOVALS_OF_WEEK_MAX });
  return ended;
}
