/** Counts the beneficiaries that a member adds in a live merchant, so that no member fills the list without notice. */
import { countInWeek, isOwner, memberOf, readInWeek, readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";

/** The most beneficiaries that a member who is no Owner adds in seven days. No honest file comes near it. */
const ADDITIONS_OF_WEEK_MAX = 50_000;
/** Owners are told each time a member has added this many. */
const ADDITIONS_TOLD_EVERY = 1_000;

/** Lets additions and removals of one member take turns. */
export async function lockListOf(tx: Tx, by: Actor): Promise<void> {
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
