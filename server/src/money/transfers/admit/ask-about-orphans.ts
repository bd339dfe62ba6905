/** Asks approvers about orders that would be released although their makers may no longer pay. */
import { memberOf, type Permission } from "#access";
import type { Actor } from "#audit";
import { findOrphans, oneLook, openRequests } from "#approvals";
import type { Tx } from "#lib/db";
import { railsOf } from "#rails";
import { move } from "../machine.ts";
import type { TransferOrder } from "../accept/order.ts";
import { isApproved, type OriginKind } from "../origins.ts";
import { isHeld, sourceAsked, type Transfer } from "../transfer.ts";
import type { Change } from "../write-changes.ts";

/** Returns the permission that the maker of an order needs. */
function permissionFor(kind: OriginKind | null): Permission {
  if (kind === "withdrawal") return "manage_fund_sources";
  return kind === "batch" ? "initiate_bulk_transfer" : "initiate_quick_transfer";
}

/**
 * Opens the requests for those of a set of locked transfers whose maker may no longer pay, and which no other person
 * approved. Returns their changes by transfer ID. Instructions that a bank already has are not affected.
 */
export async function askAboutOrphans(
  tx: Tx,
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, Change>> {
  const made = await readMakers(
    tx,
    transfers.filter(({ attempt, originKind }) => attempt === 0 && isApproved(originKind)),
  );
  const orders = made.map(({ transfer: { transferId, originKind, originId }, maker }) => {
    return { memberId: memberOf(maker)!, permission: permissionFor(originKind), transferId, originId };
  });
  const reasons = await findOrphans(tx, orders);
  const orphans = made.flatMap((one, index) => {
    const reason = reasons[index];
    return reason == null ? [] : [{ ...one, requirement: oneLook("transfer", reason) }];
  });
  await openRequests(
    tx,
    orphans.map(({ transfer, maker, requirement }) => {
      const { transferId: subjectId, contentHash, amountPaise, rail, mode, originKind } = transfer;
      const creator = originKind === "batch" ? ("batch" as const) : ("member" as const);
      const about = { amountPaise, rail, mayCarry: railsOf(mode, amountPaise) };
      const facts = { ...about, fundSourceId: sourceAsked(transfer), creator, byMember: true };
      return { subjectKind: "transfer", subjectId, contentHash, maker, facts, requirement };
    }),
  );
  return new Map(
    orphans.map(({ transfer, requirement }) => [
      transfer.transferId,
      askAbout(transfer, requirement.policyName),
    ]),
  );
}

/** The transfer counts as not released any more, because approvers will release it. */
function askAbout(transfer: Transfer, reason: string): Change {
  const from = transfer.status as "waiting" | "ready";
  const asked = { status: "awaiting_approval", waitingFor: null, dueAt: null, releasedAt: null } as const;
  return {
    before: transfer,
    after: { ...transfer, ...asked, heldInApproval: isHeld(transfer) },
    steps: [move(from, "awaiting_approval", `waits for approval: ${reason}`)],
    entries: [],
    events: [],
  };
}

/**
 * Finds the batches, links and withdrawals of new orders whose makers may no longer pay, unless another person approved
 * the batch. Returns, by the origin's ID, the reason that approvers are shown.
 */
export async function findOrphanedOrigins(
  tx: Tx,
  orders: readonly TransferOrder[],
): Promise<ReadonlyMap<string, string>> {
  const made = new Map(
    orders.flatMap(({ origin, createdBy }) => {
      const memberId = createdBy === undefined ? null : memberOf(createdBy.maker);
      return origin == null || memberId === null || !isApproved(origin.kind)
        ? []
        : [[origin.id, { memberId, permission: permissionFor(origin.kind) }] as const];
    }),
  );
  const origins = [...made].map(([originId, one]) => ({ ...one, originId, transferId: null }));
  const reasons = await findOrphans(tx, origins);
  return new Map(
    origins.flatMap(({ originId }, index) => {
      const reason = reasons[index];
      return reason == null ? [] : [[originId, reason] as const];
    }),
  );
}

/** Reads which transfers were made by members, and by whom. */
export async function readMakers(
  tx: Tx,
  transfers: readonly Transfer[],
): Promise<{ transfer: Transfer; maker: Actor }[]> {
  if (transfers.length === 0) return [];
  const rows = await tx.query<{ transferId: string; maker: Actor }>(READ_MAKERS, [
    tx.merchantId,
    transfers.map(({ transferId }) => transferId),
    transfers.map(({ originId }) => originId),
  ]);
  const makers = new Map(rows.map(({ transferId, maker }) => [transferId, maker]));
  return transfers.flatMap((transfer) => {
    const maker = makers.get(transfer.transferId);
    return maker === undefined ? [] : [{ transfer, maker }];
  });
}

// A batch, a link or a withdrawal records its maker itself.
const READ_MAKERS = `
  select ordered.transfer_id as "transferId", made.maker
  from unnest($2::uuid[], $3::uuid[]) as ordered (transfer_id, origin_id)
  cross join lateral (
    select 'member:' || maker.member_id as maker
    from transfers.maker
    where maker.merchant_id = $1 and maker.transfer_id = ordered.transfer_id
    union all
    select batch.maker
    from batches.made_batch as batch
    where batch.merchant_id = $1 and batch.batch_id = ordered.origin_id
    union all
    select link.maker
    from links.made_link as link
    where link.merchant_id = $1 and link.link_id = ordered.origin_id
    union all
    select withdrawal.maker
    from withdrawals.made_withdrawal as withdrawal
    where withdrawal.merchant_id = $1 and withdrawal.withdrawal_id = ordered.origin_id
  ) as made
  where made.maker like 'member:%'`;
