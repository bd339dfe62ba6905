/** An Owner can undo at once a block that others set or renewed. Otherwise one member could stop all payments. */
import { isDeepStrictEqual } from "node:util";
import { requirePermission } from "#access";
import { noteGivenBack, readTightened, type State, type Tightening } from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { holdBlocks } from "./hold-acceptance.ts";
import { unblockWithin } from "./unblock-payee.ts";

/** The subjects of steps about blocks begin with this word. */
export const STEPS_OF_BLOCKS = "block:";

/** Returns the subject under which the steps of a block are stored. */
export const stepsOfBlock = (blockId: string): string => `${STEPS_OF_BLOCKS}${blockId}`;

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
export const stateOfBlock = ({ because, blockedAt, blockedBy, expiresAt }: BlockTimes): State => ({
  because,
  blockedAt: blockedAt.toISOString(),
  blockedBy,
  expiresAt: expiresAt?.toISOString() ?? null,
});

/** A block with its moments. */
export interface BlockTimes extends Pick<BlockState, "because" | "blockedBy"> {
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
