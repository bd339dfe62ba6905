/** An Owner undoes at once a block that other members set or renewed: one member could stop all payments otherwise. */
import { isDeepStrictEqual } from "node:util";
import { requirePermission } from "#access";
import { noteGivenBack, readTightened, type State, type Tightening } from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { holdBlocks } from "./hold-acceptance.ts";
import { unblockWithin } from "./unblock-payee.ts";

const STEPS = "block:";

/** The subject under which the steps of a block are kept. */
export const stepsOfBlock = (blockId: string): string => `${STEPS}${blockId}`;

/** A block as its steps are kept. Moments are ISO 8601. */
interface BlockState {
  readonly because: string;
  readonly blockedAt: string;
  readonly blockedBy: string;
  readonly expiresAt: string | null;
}

/** The steps of a block that an Owner can undo: since when, and by whom they were taken. */
export interface UndoableBlock extends Pick<Tightening, "since" | "people"> {
  readonly blockId: string;
}

/** Lists the steps of blocks that a member can undo. The list is empty if the member is not an Owner. */
export async function listUndoableBlocks(tx: Tx, by: Actor): Promise<UndoableBlock[]> {
  const steps = await readTightened(tx, by, STEPS);
  const ids = [...steps.keys()].map((subject) => subject.slice(STEPS.length));
  if (ids.length === 0) return [];
  const blocks = await tx.query<BlockTimes & { blockId: string }>(READ, [tx.merchantId, ids]);
  return blocks.flatMap(({ blockId, ...block }) => {
    const { since, people, after } = steps.get(stepsOfBlock(blockId))!;
    return isDeepStrictEqual(stateOfBlock(block), after) ? [{ blockId, since, people }] : [];
  });
}

/**
 * Ends a block that other members set in the last seven days, or gives it back the end that it had before they renewed
 * it. Throws RiskError.nothing_to_undo of who is no Owner too, and AccessError.not_permitted.
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

/** The same with its moments as they are kept. */
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
