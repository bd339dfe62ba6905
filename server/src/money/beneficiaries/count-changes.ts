/**
 * Counts the beneficiaries that a member adds in a live merchant, and those that a member or a program removes, so that
 * no one fills or empties the list without notice.
 */
import { countInWeek, isOwner, memberOf, readInWeek, readMerchant } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { firstAddedAt } from "./listed-beneficiary.ts";

/** The most beneficiaries that a member who is no Owner adds in seven days. No honest file comes near it. */
const ADDITIONS_OF_WEEK_MAX = 50_000;
/** Owners are notified each time a member has added this many. */
const ADDITIONS_TOLD_EVERY = 1_000;

/** Makes a member's additions and removals run one at a time. */
async function lockListOf(tx: Tx, by: Actor): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `beneficiaries:${tx.merchantId}:${by}`,
  ]);
}

const deed = "beneficiaries.added" as const;

/**
 * Returns false if this many more would exceed the member's limit. Programs and Owners may add all. Other additions and
 * removals of the same member wait until the transaction ends, so that each of them is counted.
 */
export async function mayAdd(tx: Tx, by: Actor, count: number): Promise<boolean> {
  if (memberOf(by) === null || count === 0 || (await readMerchant(tx)).mode !== "live") return true;
  await lockListOf(tx, by);
  if ((await readInWeek(tx, { by, deed })) + count <= ADDITIONS_OF_WEEK_MAX) return true;
  return isOwner(tx, by);
}

/** Counts what was added, in the same transaction. Additions by programs and in a sandbox are not counted. */
export async function countAdditions(tx: Tx, by: Actor, count: number): Promise<void> {
  if (memberOf(by) === null || count === 0 || (await readMerchant(tx)).mode !== "live") return;
  const after = await countInWeek(tx, { by, deed, count });
  if (Math.floor(after / ADDITIONS_TOLD_EVERY) === Math.floor((after - count) / ADDITIONS_TOLD_EVERY)) return;
  const detail = { count: after };
  await recordAudit(tx, [{ actor: by, action: "beneficiaries.many_added", subject: by, detail }]);
}

/** The most beneficiaries that a member who is no Owner removes alone in seven days. */
export const REMOVALS_OF_WEEK_MAX = 200;
/** Owners are told each time one actor has removed this many. */
const REMOVALS_TOLD_EVERY = 20;

/**
 * Removes for an actor by `remove`, in the caller's transaction. Answers false if it was too much for this member: the
 * caller then rolls back. Programs may remove all. What is removed in a sandbox is not counted.
 */
export async function countRemovals(
  tx: Tx,
  by: Actor,
  remove: () => Promise<{ readonly removed: readonly string[] }>,
): Promise<boolean> {
  if (by === "system" || (await readMerchant(tx)).mode !== "live") {
    await remove();
    return true;
  }
  if (memberOf(by) === null) {
    await countOfProgram(tx, by, (await remove()).removed);
    return true;
  }
  const isFree = await isOwner(tx, by);
  await lockListOf(tx, by);
  const before = await countOwn(tx, by);
  await remove();
  const after = await countOwn(tx, by);
  if (after > Math.max(before, isFree ? Infinity : REMOVALS_OF_WEEK_MAX)) return false;
  await tellOwners(tx, by, { before, after });
  return true;
}

/** Counts only what was removed now: a program may add and remove a payee for each payment. */
async function countOfProgram(tx: Tx, by: Actor, beneIds: readonly string[]): Promise<void> {
  if (beneIds.length === 0) return;
  const [row] = await tx.query<{ count: number }>(COUNT_NOW, [tx.merchantId, by, tx.now, beneIds]);
  const { count } = row!;
  if (count === 0) return;
  const after = await countInWeek(tx, { by, deed: "beneficiaries.removed", count });
  await tellOwners(tx, by, { before: after - count, after });
}

async function tellOwners(
  tx: Tx,
  by: Actor,
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (Math.floor(after / REMOVALS_TOLD_EVERY) <= Math.floor(before / REMOVALS_TOLD_EVERY)) return;
  const detail = { count: after, isProgram: memberOf(by) === null };
  await recordAudit(tx, [{ actor: by, action: "beneficiaries.many_removed", subject: by, detail }]);
}

async function countOwn(tx: Tx, by: Actor): Promise<number> {
  const values = [tx.merchantId, by, tx.now, memberOf(by)];
  const [row] = await tx.query<{ count: number }>(COUNT_OWN, values);
  return row!.count;
}

/**
 * SQL that counts the beneficiaries whose addition was requested by other makers, and that the member deleted before
 * they were approved.
 */
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
const REMOVED_BY = `
  from beneficiaries.beneficiary as payee
  where merchant_id = $1
    and removed_alone
    and removed_by = $2
    and not (
      added_by = $2
      and ${firstAddedAt("payee")} > $3::timestamptz - interval '7 days'
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

const COUNT_OWN = `
  select count(*)::integer + (${COUNT_WAITING}) as count
  ${REMOVED_BY}
    and removed_at > $3::timestamptz - interval '7 days'`;

const COUNT_NOW = `
  select count(*)::integer as count
  ${REMOVED_BY}
    and payee.bene_id = any ($4::text[])
    and payee.bene_id is not null
    and removed_at = $3`;
