/** Applies the end of an approval request to its beneficiary, in the transaction of the last decision. */
import { followRequests, type RequestEnd } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { changeOf, readContents, type ChangeOfList } from "./approval-content.ts";
import { removeListed } from "./remove-beneficiaries.ts";

/** Lets approvals add and remove beneficiaries. Called once at the start of a process. */
export function registerBeneficiaryApprovals(): void {
  followRequests("beneficiary", async (tx, ends) => {
    await followAdditions(tx, ofChange(ends, "add"));
    await followRemovals(tx, ofChange(ends, "remove"));
  });
}

function ofChange(ends: readonly RequestEnd[], change: ChangeOfList): RequestEnd[] {
  return ends.filter(({ request }) => changeOf(request.proposal) === change);
}

/** An approved beneficiary may be paid; any other end takes it off the list, and its id is free again. */
async function followAdditions(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const agreed = await agreedTo(tx, "add", ends);
  if (agreed.size > 0) await tx.execute(VERIFY, [tx.merchantId, [...agreed]]);
  await removeEach(
    tx,
    ends.filter(({ request }) => !agreed.has(request.subjectId)),
  );
}

/** Without approval nothing changes. */
async function followRemovals(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const agreed = await agreedTo(tx, "remove", ends);
  await removeEach(
    tx,
    ends.filter(({ request }) => agreed.has(request.subjectId)),
  );
}

/** Returns beneficiaries of approved requests that are still exactly what was approved. */
async function agreedTo(
  tx: Tx,
  change: ChangeOfList,
  ends: readonly RequestEnd[],
): Promise<ReadonlySet<string>> {
  const approved = ends.flatMap(({ request }) => (request.status === "approved" ? [request] : []));
  if (approved.length === 0) return new Set();
  const now = await readContents(
    tx,
    change,
    approved.map(({ subjectId }) => subjectId),
  );
  const same = approved.filter(({ subjectId, contentHash }) =>
    now.get(subjectId)?.contentHash.equals(contentHash),
  );
  return new Set(same.map(({ subjectId }) => subjectId));
}

async function removeEach(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  const byActor = Map.groupBy(ends, ({ endedBy }) => endedBy);
  for (const [by, ofActor] of byActor as Map<Actor, RequestEnd[]>) {
    const beneficiaryIds = ofActor.map(({ request }) => request.subjectId);
    await removeListed(tx, { beneficiaryIds, by });
  }
}

const VERIFY = `
  update beneficiaries.beneficiary
  set status = 'verified'
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and status = 'awaiting_approval'`;
