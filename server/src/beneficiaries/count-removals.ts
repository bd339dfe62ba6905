/**
 * Counts what a member or a program removes in a live merchant, so that one member does not remove everybody's
 * beneficiaries, and Owners notice it if a program does.
 */
import { isOwner, memberOf, readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";

/** The most beneficiaries that a member who is no Owner removes alone in seven days. */
export const REMOVALS_OF_WEEK_MAX = 200;
/** Owners are told of every so many. */
const TOLD_EVERY = 20;

/**
 * Removes for an actor by `remove`, in the caller's transaction. Answers false if it was too much for this member: the
 * caller then rolls back. Programs may remove all. What is removed in a sandbox is not counted.
 */
export async function countRemovals(tx: Tx, by: Actor, remove: () => Promise<unknown>): Promise<boolean> {
  if (by === "system" || (await readMerchant(tx)).mode !== "live") {
    await remove();
    return true;
  }
  const isProgram = memberOf(by) === null;
  const isFree = isProgram || (await isOwner(tx, by));
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `beneficiaries:${tx.merchantId}:${by}`,
  ]);
  const before = await countOwn(tx, by);
  await remove();
  const after = await countOwn(tx, by);
  if (after > Math.max(before, isFree ? Infinity : REMOVALS_OF_WEEK_MAX)) return false;
  if (Math.floor(after / TOLD_EVERY) > Math.floor(before / TOLD_EVERY)) {
    const detail = { count: after, isProgram };
    await recordAudit(tx, [{ actor: by, action: "beneficiaries.many_removed", subject: by, detail }]);
  }
  return true;
}

async function countOwn(tx: Tx, by: Actor): Promise<number> {
  const values = [tx.merchantId, by, tx.now, memberOf(by)];
  const [row] = await tx.query<{ count: number }>(COUNT_OWN, values);
  return row!.count;
}

/** SQL that counts the beneficiaries of other makers' requests that the member deleted before they were approved. */
const COUNT_WAITING = `
  select count(*)::integer
  from approvals.request
  where merchant_id = $1
    and ended_at > $3::timestamptz - interval '7 days'
    and ended_by = $2
    and subject_kind = 'beneficiary'
    and status = 'withdrawn'
    and maker <> $2
    and $4 <> all (maker_ids)`;

// To take back what one has just added under a new ID harms no one.
const COUNT_OWN = `
  select count(*)::integer + (${COUNT_WAITING}) as count
  from beneficiaries.beneficiary as payee
  where merchant_id = $1
    and removed_alone
    and removed_by = $2
    and removed_at > $3::timestamptz - interval '7 days'
    and not (
      added_by = $2
      and added_at > $3::timestamptz - interval '7 days'
      and not exists (
        select from beneficiaries.beneficiary as former
        where former.merchant_id = $1
          and former.bene_id = payee.bene_id
          and former.bene_id is not null
          and former.beneficiary_id < payee.beneficiary_id
          and former.status <> 'awaiting_approval'
          and former.added_by <> $2
      )
    )`;
