import { openRegisteredAccounts, TRANSIT_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { isOpen, nextOpening } from "#rails";
import type { TransferOrder } from "#transfers";
import { placeOrders, type Placement } from "./place-orders.ts";

const SET_MAX = 100;

/**
 * Hands the withdrawals that are due to the transfer engine, to go out by NEFT; answers how many there were. Two who
 * place the same one make one transfer: its key follows from the withdrawal.
 */
export async function placeWithdrawals(ctx: Context, merchantId: string): Promise<number> {
  const due = await ctx.db.inMerchant(merchantId, (tx) => readDue(ctx, tx));
  if (due.length === 0) return 0;
  const placements = await placeOrders(
    ctx,
    merchantId,
    due.map(({ order }) => order),
  );
  crashPoint("withdrawals.place.accepted");
  await ctx.db.inMerchant(merchantId, (tx) => note(tx, due, placements));
  crashPoint("withdrawals.place.noted");
  return due.length;
}

interface Due {
  readonly withdrawalId: string;
  readonly order: TransferOrder;
}

async function readDue(ctx: Context, tx: Tx): Promise<Due[]> {
  const rows = await tx.query<DueRow>(READ_DUE, [tx.merchantId, tx.now, SET_MAX]);
  if (rows.length === 0) return [];
  if (!isOpen("withdrawal", tx.now)) {
    await tx.execute(POSTPONE, [tx.merchantId, tx.now, nextOpening("withdrawal", tx.now)]);
    return [];
  }
  const accounts = await openRegisteredAccounts(tx, ctx.vault, [
    ...new Set(rows.map(({ accountVersion }) => accountVersion)),
  ]);
  return rows.map(({ withdrawalId, transferKey, accountVersion, amountPaise, remarks }) => {
    const { holderName, accountNumber, ifsc } = accounts.get(accountVersion)!;
    const order: TransferOrder = {
      transferKey,
      payee: { inline: { name: holderName, accountNumber, ifsc } },
      amountPaise,
      mode: "neft",
      remarks,
      fundSourceId: TRANSIT_ID,
      origin: { kind: "withdrawal", id: withdrawalId },
    };
    return { withdrawalId, order };
  });
}

interface DueRow {
  readonly withdrawalId: string;
  readonly transferKey: string;
  readonly accountVersion: number;
  readonly amountPaise: bigint;
  readonly remarks: string;
}

/** What changed meanwhile has been told by the engine already and stays. */
async function note(tx: Tx, due: readonly Due[], placements: readonly Placement[]): Promise<void> {
  await tx.execute(NOTE, [
    tx.merchantId,
    tx.now,
    due.map(({ withdrawalId }) => withdrawalId),
    placements.map((placement) => (placement.kind === "unpaid" ? placement.reason : null)),
  ]);
}

const READ_DUE = `
  select withdrawal_id as "withdrawalId", transfer_key as "transferKey", account_version as "accountVersion",
    amount_paise as "amountPaise", remarks
  from withdrawals.withdrawal
  where merchant_id = $1
    and due_at <= $2
    and status = 'waiting'
  order by due_at, withdrawal_id
  limit $3`;

const POSTPONE = `
  update withdrawals.withdrawal
  set due_at = $3
  where merchant_id = $1
    and due_at <= $2
    and status = 'waiting'`;

const NOTE = `
  update withdrawals.withdrawal as withdrawal
  set status = case when noted.reason is null then 'processing' else 'failed' end,
    reason = noted.reason,
    due_at = case when noted.reason is null then null else $2::timestamptz end,
    finished_at = case when noted.reason is null then null else $2::timestamptz end
  from unnest($3::uuid[], $4::text[]) as noted (withdrawal_id, reason)
  where withdrawal.merchant_id = $1
    and withdrawal.withdrawal_id = noted.withdrawal_id
    and withdrawal.status = 'waiting'`;
