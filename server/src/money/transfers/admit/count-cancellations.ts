/**
 * Counts the orders and links of others that a member ends in a live merchant, so that no member ends everybody's, and
 * all that programs end, so that Owners notice it.
 */
import { countInWeek, isOwner, memberOf, readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { readMakers } from "./ask-about-orphans.ts";
import { TransferError } from "../errors.ts";
import type { Transfer } from "../transfer.ts";

/** The most orders and links of others that a member who is no Owner ends in seven days. */
const CANCELLATIONS_OF_WEEK_MAX = 200;
/** Owners are told each time one actor has ended this many. */
const TOLD_EVERY = 20;

/**
 * Counts the orders that a member or a program cancels, in the same transaction. Not counted are the member's own
 * orders, and what is cancelled in a sandbox. Programs may cancel all. Throws TransferError.too_many_of_member.
 */
export async function countCancellations(tx: Tx, by: Actor, cancelled: readonly Transfer[]): Promise<void> {
  if (by === "system" || (await readMerchant(tx)).mode !== "live") return;
  const makers = new Map((await readMakers(tx, cancelled)).map(({ transfer, maker }) => [transfer, maker]));
  const ofOthers = cancelled.filter((transfer) => memberOf(by) === null || makers.get(transfer) !== by);
  await countEnded(tx, by, ofOthers.length);
}

/** Counts a number of orders or links of others, as `countCancellations` does. */
export async function countEnded(tx: Tx, by: Actor, count: number): Promise<void> {
  if (count === 0 || by === "system" || (await readMerchant(tx)).mode !== "live") return;
  const after = await countInWeek(tx, { by, deed: "transfers.ended", count });
  const isProgram = memberOf(by) === null;
  if (after > CANCELLATIONS_OF_WEEK_MAX && !isProgram && !(await isOwner(tx, by)))
    throw TransferError.too_many_of_member({ max: CANCELLATIONS_OF_WEEK_MAX });
  if (Math.floor(after / TOLD_EVERY) > Math.floor((after - count) / TOLD_EVERY)) {
    const detail = { count: after, isProgram };
    await recordAudit(tx, [{ actor: by, action: "transfers.many_cancelled", subject: by, detail }]);
  }
}
