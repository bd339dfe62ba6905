/** Ends blocks of payees. In live the end waits for another person, like a change that loosens a rule. */
import { requirePermission } from "#access";
import { askForApprovals, hashContent, type Proposal } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { maskShown } from "./payee-key.ts";
import { asksOthers, factsOfChange } from "./require-no-approval.ts";

interface BlockToEnd {
  readonly blockId: string;
  /** The reason in words. */
  readonly because: string;
  readonly by: Actor;
}

/**
 * Ends a block without approval, for the operator. Members use `requestUnblocking`. The record of the block stays.
 * Throws RiskError.reason_missing or block_not_found, and AccessError.not_permitted if the member may not manage
 * limits.
 */
export async function unblockPayee(
  ctx: Pick<Context, "db">,
  merchantId: string,
  block: BlockToEnd,
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => unblockWithin(tx, block));
}

/** Ends a block in the caller's transaction. With `blockedAt`, only if it has not been renewed since then. */
export async function unblockWithin(
  tx: Tx,
  { blockId, because, by, blockedAt = null }: BlockToEnd & { readonly blockedAt?: string | null },
): Promise<void> {
  const reason = because.trim();
  if (reason === "") throw RiskError.reason_missing();
  await requirePermission(tx, by, "manage_limits");
  const values = [tx.merchantId, blockId, tx.now, by, blockedAt];
  const [row] = await tx.query<{ kind: string; shown: string }>(UNBLOCK, values);
  if (row === undefined) throw RiskError.block_not_found({ blockId });
  const detail = { kind: row.kind, shown: maskShown(row), because: reason };
  await recordAudit(tx, [{ actor: by, action: "risk.payee_unblocked", subject: `block:${blockId}`, detail }]);
}

const UNBLOCK = `
  update risk.blocked_payee
  set unblocked_at = $3, unblocked_by = $4
  where merchant_id = $1
    and block_id = $2
    and unblocked_at is null
    and ($5::timestamptz is null or date_trunc('milliseconds', blocked_at) = $5)
  returning kind, shown`;

/** The request that waits. Null if the block has ended. */
interface RequestedUnblocking {
  readonly requestId: string | null;
  readonly aloneUntil: Date | null;
}

const MADE: RequestedUnblocking = { requestId: null, aloneUntil: null };

/**
 * Ends a block, or asks for approval of that: if the policies for limits require it, or in live without policies unless
 * the block has expired. The approval is for the block as it is now, and has no effect if the block is renewed before.
 * Throws what `unblockPayee` throws, and ApprovalError `already_open`.
 */
export async function requestUnblocking(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { blockId, because, by }: BlockToEnd,
): Promise<RequestedUnblocking> {
  const reason = because.trim();
  if (reason === "") throw RiskError.reason_missing();
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    const [block] = await tx.query<BlockNow>(FIND, [merchantId, blockId, tx.now]);
    if (block === undefined) throw RiskError.block_not_found({ blockId });
    if (await asksOthers(tx, { by, loosens: block.inForce })) {
      const proposal = proposalOf(block, { blockId, because: reason });
      const subject = { subjectId: blockId, contentHash: hashContent(proposal), facts: factsOfChange(by) };
      const [asked] = await askForApprovals(tx, "limit", [{ ...subject, maker: by, proposal }]);
      if (asked?.kind === "pending") return asked;
    }
    await unblockWithin(tx, { blockId, because: reason, by });
    return MADE;
  });
}

interface BlockNow {
  readonly kind: string;
  readonly shown: string;
  readonly blockedAt: Date;
  readonly inForce: boolean;
}

/** Returns the proposal as flat JSON. It names the payee as in the list of blocks, for people to recognize. */
const proposalOf = (
  { kind, shown, blockedAt }: BlockNow,
  said: { blockId: string; because: string },
): Proposal => ({ action: "unblock", ...said, kind, shown, blockedAt: blockedAt.toISOString() });

type Unblocking = Pick<BlockToEnd, "blockId" | "because"> & { readonly blockedAt: string };

/** Reads a proposal of `proposalOf`. Null if it is another kind of proposal. */
export const readUnblocking = (proposal: Proposal): Unblocking | null =>
  proposal["action"] === "unblock" ? (proposal as unknown as Unblocking) : null;

/** Ends the block as approved. Throws RiskError.block_not_found if it has ended or was renewed. */
export const makeUnblocking = (
  tx: Tx,
  { blockId, because, blockedAt }: Unblocking,
  by: Actor,
): Promise<void> => unblockWithin(tx, { blockId, because, blockedAt, by });

const FIND = `
  select kind, shown, date_trunc('milliseconds', blocked_at) as "blockedAt",
    (expires_at is null or expires_at > $3) as "inForce"
  from risk.blocked_payee
  where merchant_id = $1
    and block_id = $2
    and unblocked_at is null`;
