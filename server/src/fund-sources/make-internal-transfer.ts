import { requireOfMember, requirePayouts } from "#access";
import { findPolicyLeftBehind } from "#approvals";
import { recordAudit } from "#audit";
import { lockAccounts, postEntries, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { findEnds, type Ends } from "./find-ends.ts";
import type {
  InternalTransfer,
  InternalTransferOrder,
  InternalTransferOutcome,
  InternalTransferRefusal,
} from "./internal-transfer.ts";
import { moneyMissingThere } from "./money-missing-there.ts";
import { lockNumbering } from "./lock-numbering.ts";

/**
 * Moves money between two fund sources by one ledger entry, if no money must move between bank accounts for
 * it (`moneyMissingThere`), and if no payment from there needs an approval that it would not need from here; otherwise
 * one person could pay alone what a policy of one fund source holds. Overdraft cannot be moved. For a member, throws
 * AccessError.not_permitted without the permission to manage fund sources, and payouts_disabled.
 */
export async function makeInternalTransfer(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  order: InternalTransferOrder,
): Promise<InternalTransferOutcome> {
  return ctx.db.inMerchant(merchantId, (tx) => move(tx, ctx.vault, order));
}

async function move(tx: Tx, vault: Vault, order: InternalTransferOrder): Promise<InternalTransferOutcome> {
  await requireOfMember(tx, order.by, "manage_fund_sources");
  await requirePayouts(tx, order.by);
  // This lock serialises the lookup of the id and the count of the reference.
  await lockNumbering(tx);
  const ends = await findEnds(tx, vault, order);
  if (typeof ends === "string") return refused(ends);
  const known = order.transferKey === null ? undefined : await readKnown(tx, order.transferKey);
  if (known !== undefined) {
    if (!isSame(known, order, ends)) return refused("transfer_id_exists");
    return { kind: "moved", transfer: known, repeated: true };
  }
  if (!ends.from.active || !ends.to.active) return refused("fund_source_not_available");
  const policyName = await findPolicyLeftBehind(tx, {
    fromId: ends.from.fundSourceId,
    toId: ends.to.fundSourceId,
  });
  if (policyName !== null) return { ...refused("leaves_policy"), policyName };
  const [from, to] = [sourceAccounts(ends.from.sourceNo), sourceAccounts(ends.to.sourceNo)];
  const locked = await lockAccounts(tx, [from.available, to.available]);
  const { amountPaise } = order;
  const shortPaise = amountPaise - locked.get(from.available)!.balancePaise;
  if (shortPaise > 0n) return refused("insufficient_balance", shortPaise);
  const missingPaise = await moneyMissingThere(tx, ends, amountPaise);
  if (missingPaise > 0n) return refused("not_movable", missingPaise);
  const internalTransferId = newId();
  await postEntries(tx, [
    {
      causeId: internalTransferId,
      kind: "internal_transfer",
      lines: [{ debit: from.available, credit: to.available, amountPaise }],
    },
  ]);
  const transfer = await insert(tx, { ...order, internalTransferId, ends });
  const detail = { from: transfer.fromId, to: transfer.toId, amountPaise: amountPaise.toString() };
  const subject = `internal-transfer:${internalTransferId}`;
  await recordAudit(tx, [{ actor: order.by, action: "fund-sources.money_moved", subject, detail }]);
  return { kind: "moved", transfer, repeated: false };
}

const refused = (code: InternalTransferRefusal, missingPaise: bigint | null = null) =>
  ({ kind: "refused", code, missingPaise }) as const;

function isSame(
  known: InternalTransfer,
  { amountPaise, remarks }: InternalTransferOrder,
  ends: Ends,
): boolean {
  return (
    known.amountPaise === amountPaise &&
    known.remarks === remarks &&
    known.fromId === ends.from.fundSourceId &&
    known.toId === ends.to.fundSourceId
  );
}

async function readKnown(tx: Tx, transferKey: string): Promise<InternalTransfer | undefined> {
  const [known] = await tx.query<InternalTransfer>(
    `select ${COLUMNS}
     from fund_sources.internal_transfer
     where merchant_id = $1
       and transfer_key = $2`,
    [tx.merchantId, transferKey],
  );
  return known;
}

type ToInsert = InternalTransferOrder & { internalTransferId: string; ends: Ends };

/** Stores the transfer, and its amount on both fund sources as their last one. */
async function insert(tx: Tx, moved: ToInsert): Promise<InternalTransfer> {
  const { internalTransferId, ends, amountPaise, remarks, by } = moved;
  const ids = [ends.from, ends.to].map((source) => source.fundSourceId);
  const [[transfer]] = await Promise.all([
    tx.query<InternalTransfer>(INSERT, [
      tx.merchantId,
      internalTransferId,
      moved.transferKey ?? `it_${internalTransferId.replaceAll("-", "")}`,
      ...ids,
      amountPaise,
      remarks,
      tx.now,
      by,
    ]),
    tx.execute(
      `update fund_sources.fund_source
       set last_internal_transfer_paise = $3
       where merchant_id = $1
         and fund_source_id = any ($2::text[])`,
      [tx.merchantId, ids, amountPaise],
    ),
  ]);
  return transfer!;
}

const COLUMNS = `
  transfer_key as "transferKey", reference_id as "referenceId", from_id as "fromId", to_id as "toId",
  amount_paise as "amountPaise", remarks`;

const INSERT = `
  insert into fund_sources.internal_transfer (
    merchant_id, internal_transfer_id, transfer_key, reference_id, from_id, to_id, amount_paise, remarks,
    moved_at, moved_by
  )
  select $1, $2, $3,
    (
      select coalesce(max(reference_id), 100000) + 1
      from fund_sources.internal_transfer
      where merchant_id = $1
    ),
    $4, $5, $6, $7, $8, $9
  returning ${COLUMNS}`;
