/**
 * Blocks payees. An Owner can undo at once a block that others set or renewed. Otherwise one member could stop all
 * payments.
 */
import { isDeepStrictEqual } from "node:util";
import { isOwner, memberOf, readMerchant, requirePermission } from "#access";
import { noteGivenBack, noteTightened, readTightened, type State, type Tightening } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { RiskError } from "./errors.ts";
import { keyToBlock, maskShown, type PayeeToBlock } from "./payee-key.ts";
import { asksOthers } from "./require-no-approval.ts";
import { holdBlocks } from "./stored-rules.ts";
import { unblockWithin } from "./unblock-payee.ts";

interface BlockToSet {
  readonly payee: PayeeToBlock;
  /** The reason in words. */
  readonly because: string;
  /** A time of the merchant's clock. If absent or null, the block lasts forever. */
  readonly expiresAt?: Date | null;
  readonly by: Actor;
}

/**
 * Blocks a payee until the block is ended or expires. Transfers that wait are not paid either. A payee that is already
 * blocked gets the new reason and end. Throws RiskError.payee_invalid, reason_missing or expiry_invalid,
 * block_lasts_longer if the new end is earlier and others would have to approve that, too_many_of_member, and
 * AccessError.not_permitted if the member may not manage limits.
 */
export async function blockPayee(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { payee, because, expiresAt = null, by }: BlockToSet,
): Promise<{ blockId: string }> {
  const reason = because.trim();
  if (reason === "") throw RiskError.reason_missing();
  const found = keyToBlock(ctx.vault, merchantId, payee);
  if (found === null) throw RiskError.payee_invalid({ kind: payee.kind });
  const { kind, key, shown, former } = found;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    if (expiresAt !== null && !(expiresAt > tx.now)) throw RiskError.expiry_invalid({ expiresAt });
    await holdBlocks(tx);
    // During an upgrade, the earlier version looks for keys that are not sealed.
    const kept = tx.sealsDetails ? key : (former ?? key);
    if (kept !== former) await tx.execute(RENAME, [merchantId, kind, former ?? key, key]);
    const before = await readInForce(tx, { kind, key: kept });
    // A member who has no room gets the same answer for all payees that others blocked or no one has.
    const own = await countOwn(tx, by);
    if (before?.blockedBy !== by) await requireRoomForBlock(tx, by, own);
    if (memberOf(by) !== null && expiresAt !== null)
      await refuseEarlierEnd(tx, { kind, key: kept, expiresAt, by });
    const [row] = await tx.query<{ blockId: string }>(BLOCK, [
      merchantId,
      newId(),
      kind,
      kept,
      former === undefined ? shown : tx.seal(shown),
      reason,
      tx.now,
      by,
      expiresAt,
    ]);
    const { blockId } = row!;
    await noteStep(tx, blockId, {
      before,
      after: { because: reason, blockedAt: tx.now, blockedBy: by, expiresAt },
    });
    const detail = {
      kind,
      shown: maskShown(found),
      because: reason,
      expiresAt: expiresAt?.toISOString() ?? null,
    };
    await recordAudit(tx, [{ actor: by, action: "risk.payee_blocked", subject: `block:${blockId}`, detail }]);
    await tellOfMany(tx, by, { before: own, after: await countOwn(tx, by) });
    return { blockId };
  });
}

/** Renewing a block cannot avoid the approval that its end needs. */
async function refuseEarlierEnd(
  tx: Tx,
  { kind, key, expiresAt, by }: { kind: string; key: string; expiresAt: Date; by: Actor },
): Promise<void> {
  const longer = await tx.query(LASTS_LONGER, [tx.merchantId, kind, key, expiresAt]);
  if (longer.length > 0 && (await asksOthers(tx, { by, loosens: true })))
    throw RiskError.block_lasts_longer();
}

/** Stores a step that tightens. A renewed block that ends earlier than before does not tighten. */
async function noteStep(
  tx: Tx,
  blockId: string,
  { before, after }: { before: BlockTimes | null; after: BlockTimes },
): Promise<void> {
  const isSooner =
    before !== null &&
    after.expiresAt !== null &&
    (before.expiresAt === null || before.expiresAt > after.expiresAt);
  if (isSooner) return;
  const states = { before: before === null ? null : stateOfBlock(before), after: stateOfBlock(after) };
  await noteTightened(tx, after.blockedBy as Actor, { subject: stepsOfBlock(blockId), ...states });
}

async function readInForce(tx: Tx, { kind, key }: { kind: string; key: string }): Promise<BlockTimes | null> {
  const [block] = await tx.query<BlockTimes>(IN_FORCE, [tx.merchantId, kind, key, tx.now]);
  return block ?? null;
}

/** The most blocks that a member who is not an Owner sets in a week. An Owner must undo each one separately. */
const BLOCKS_OF_WEEK_MAX = 50;

async function requireRoomForBlock(tx: Tx, by: Actor, own: number): Promise<void> {
  if (own >= BLOCKS_OF_WEEK_MAX && !(await isOwner(tx, by)))
    throw RiskError.too_many_of_member({ max: BLOCKS_OF_WEEK_MAX });
}

/** Owners are notified each time one member has blocked this many payees in a live merchant. */
const TOLD_EVERY = 20;

async function tellOfMany(
  tx: Tx,
  by: Actor,
  { before, after }: { before: number; after: number },
): Promise<void> {
  if (Math.floor(after / TOLD_EVERY) <= Math.floor(before / TOLD_EVERY)) return;
  if ((await readMerchant(tx)).mode !== "live") return;
  const detail = { count: after };
  await recordAudit(tx, [{ actor: by, action: "risk.many_payees_blocked", subject: by, detail }]);
}

/** Counts the blocks that a member has set in a week and that still stand; those of the operator count as none. */
async function countOwn(tx: Tx, by: Actor): Promise<number> {
  if (memberOf(by) === null) return 0;
  const [row] = await tx.query<{ own: number }>(COUNT_OWN, [tx.merchantId, by, tx.now]);
  return row!.own;
}

const IN_FORCE = `
  select because, blocked_at as "blockedAt", blocked_by as "blockedBy", expires_at as "expiresAt"
  from risk.blocked_payee
  where merchant_id = $1
    and kind = $2
    and key = $3
    and unblocked_at is null
    and (expires_at is null or expires_at > $4)`;

const COUNT_OWN = `
  select count(*)::integer as own
  from risk.blocked_payee
  where merchant_id = $1
    and blocked_by = $2
    and unblocked_at is null
    and blocked_at > $3::timestamptz - interval '7 days'`;

const LASTS_LONGER = `
  select
  from risk.blocked_payee
  where merchant_id = $1
    and kind = $2
    and key = $3
    and unblocked_at is null
    and (expires_at is null or expires_at > $4)`;

// A block of the same payee that is not sealed yet gets the new key, so that it is renewed and not duplicated.
const RENAME = `
  update risk.blocked_payee
  set key = $4
  where merchant_id = $1
    and kind = $2
    and key = $3
    and unblocked_at is null`;

const BLOCK = `
  insert into risk.blocked_payee (
    merchant_id, block_id, kind, key, shown, because, blocked_at, blocked_by, expires_at
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (merchant_id, kind, key) where unblocked_at is null do update
  set because = excluded.because,
      blocked_at = excluded.blocked_at,
      blocked_by = excluded.blocked_by,
      expires_at = excluded.expires_at
  returning block_id as "blockId"`;

/** The subjects of steps about blocks begin with this word. */
export const STEPS_OF_BLOCKS = "block:";

/** Returns the subject under which the steps of a block are stored. */
const stepsOfBlock = (blockId: string): string => `${STEPS_OF_BLOCKS}${blockId}`;

/** A block as it is stored in steps. Moments are ISO 8601. */
interface BlockState {
  readonly because: string;
  readonly blockedAt: string;
  readonly blockedBy: string;
  readonly expiresAt: string | null;
}

/** A block that an Owner can undo, with the time of the first step of other members and all who took steps. */
interface UndoableBlock extends Pick<Tightening, "since" | "people"> {
  readonly blockId: string;
}

/** Lists the blocks that an Owner can undo. The list is empty for other members. */
export async function listUndoableBlocks(tx: Tx, by: Actor): Promise<UndoableBlock[]> {
  const steps = await readTightened(tx, by, STEPS_OF_BLOCKS);
  const ids = [...steps.keys()].map((subject) => subject.slice(STEPS_OF_BLOCKS.length));
  if (ids.length === 0) return [];
  const blocks = await tx.query<BlockTimes & { blockId: string }>(READ, [tx.merchantId, ids]);
  return blocks.flatMap(({ blockId, ...block }) => {
    const { since, people, after } = steps.get(stepsOfBlock(blockId))!;
    return isDeepStrictEqual(stateOfBlock(block), after) ? [{ blockId, since, people }] : [];
  });
}

/**
 * Ends a block that other members set in the last seven days, or restores it as it was before they renewed it. Throws
 * RiskError.nothing_to_undo, also for members who are not Owners, and AccessError.not_permitted.
 */
export async function undoBlock(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { blockId, by }: { blockId: string; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    await holdBlocks(tx);
    const steps = (await readTightened(tx, by, stepsOfBlock(blockId))).get(stepsOfBlock(blockId));
    const [now] = await tx.query<BlockTimes>(READ, [merchantId, [blockId]]);
    if (steps === undefined || now === undefined || !isDeepStrictEqual(stateOfBlock(now), steps.after))
      throw RiskError.nothing_to_undo({ blockId });
    await noteGivenBack(tx, by, steps);
    const before = steps.before as BlockState | null;
    if (before === null) {
      await unblockWithin(tx, { blockId, because: "Undone by an Owner", by });
      return;
    }
    const { because, blockedAt, blockedBy, expiresAt } = before;
    await tx.execute(GIVE_BACK, [merchantId, blockId, because, blockedAt, blockedBy, expiresAt]);
    const detail = { because, expiresAt };
    await recordAudit(tx, [
      { actor: by, action: "risk.block_given_back", subject: `block:${blockId}`, detail },
    ]);
  });
}

/** Returns a block as it is stored in steps. */
const stateOfBlock = ({ because, blockedAt, blockedBy, expiresAt }: BlockTimes): State => ({
  because,
  blockedAt: blockedAt.toISOString(),
  blockedBy,
  expiresAt: expiresAt?.toISOString() ?? null,
});

/** A block with its moments. */
interface BlockTimes extends Pick<BlockState, "because" | "blockedBy"> {
  readonly blockedAt: Date;
  readonly expiresAt: Date | null;
}

const READ = `
  select block_id as "blockId", because, blocked_at as "blockedAt", blocked_by as "blockedBy", expires_at as "expiresAt"
  from risk.blocked_payee
  where merchant_id = $1
    and block_id = any ($2::uuid[])
    and unblocked_at is null`;

const GIVE_BACK = `
  update risk.blocked_payee
  set because = $3, blocked_at = $4, blocked_by = $5, expires_at = $6
  where merchant_id = $1
    and block_id = $2`;
