/** The end of a block waits for another person, like a change that loosens a rule. */
import { requirePermission } from "#access";
import { askForApprovals, hashContent, type Proposal } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { asksOthers, factsOfChange } from "./require-no-approval.ts";
import { unblockWithin, type BlockToEnd } from "./unblock-payee.ts";

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
