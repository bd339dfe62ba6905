/** Reads transfers by their IDs, page by page, and by beneficiary. */
import { readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { type Transfer, transferColumns } from "../transfer.ts";
import { detailTransfer, type TransferDetails } from "../states.ts";
import type { TransferFilter } from "./search-filter.ts";
import { searchTransfers } from "./search-transfers.ts";

/** Reads transfers by reference ID or transfer key; those that do not exist are left out. */
export async function readTransfers(
  ctx: Context,
  merchantId: string,
  {
    referenceIds = [],
    transferKeys = [],
  }: { referenceIds?: readonly bigint[]; transferKeys?: readonly string[] },
): Promise<TransferDetails[]> {
  return ctx.db.inMerchant(merchantId, async (tx) =>
    withPayees(
      ctx,
      tx,
      await tx.query<Transfer>(
        `select ${transferColumns}
         from transfers.transfer
         where merchant_id = $1
           and (reference_id = any ($2::bigint[]) or transfer_key = any ($3::text[]))
         order by reference_id`,
        [merchantId, referenceIds, transferKeys],
      ),
    ),
  );
}

/** Reads transfers by our IDs, in order of acceptance; those that do not exist are left out. */
export function readTransfersById(tx: Tx, transferIds: readonly string[]): Promise<Transfer[]> {
  return tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and transfer_id = any ($2::uuid[])
     order by reference_id`,
    [tx.merchantId, [...new Set(transferIds)]],
  );
}

/** Reads the transfers that some batches or links made, in order of acceptance. */
export function readTransfersByOrigin(tx: Tx, originIds: readonly string[]): Promise<Transfer[]> {
  return tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and origin_id = any ($2::uuid[])
     order by reference_id`,
    [tx.merchantId, originIds],
  );
}

export interface Page {
  /** From 1 to 1,000. */
  limit: number;
  /** Only transfers after this one. Numbers follow the order of commits, so no page misses one. */
  afterReferenceId?: bigint | undefined;
  filter?: TransferFilter;
}

/** Lists transfers that match a filter in the order in which they were accepted, one page at a time. */
export async function listTransfers(
  ctx: Context,
  merchantId: string,
  { limit, afterReferenceId, filter = {} }: Page,
): Promise<TransferDetails[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    // The order does not look at the amount, which only has to be one.
    const after =
      afterReferenceId === undefined ? undefined : { referenceId: afterReferenceId, amountPaise: 1n };
    const found = await searchTransfers(tx, { filter, order: "oldest", after, limit });
    return found.map(({ transfer, payee }) => detailTransfer(ctx, transfer, payee));
  });
}

interface HistoryPage {
  beneId: string;
  /** First and last day in India, `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Counts from 1. */
  page: number;
  perPage: number;
  /** Only from these fund sources. Null means from all. */
  fundSourceIds?: readonly string[] | null;
}

/** Lists a beneficiary's transfers, newest first, including those from before it was removed and re-added. */
export async function listBeneficiaryTransfers(
  ctx: Context,
  merchantId: string,
  { beneId, from, to, page, perPage, fundSourceIds = null }: HistoryPage,
): Promise<TransferDetails[]> {
  return ctx.db.inMerchant(merchantId, async (tx) =>
    withPayees(
      ctx,
      tx,
      await tx.query<Transfer>(
        `select ${transferColumns}
         from transfers.transfer
         where merchant_id = $1
           and beneficiary_id in (
             select beneficiary_id
             from beneficiaries.beneficiary
             where merchant_id = $1
               and bene_id = $2
           )
           and ($3::date is null or (accepted_at at time zone 'Asia/Kolkata')::date >= $3::date)
           and ($4::date is null or (accepted_at at time zone 'Asia/Kolkata')::date <= $4::date)
           and ($7::text[] is null or fund_source_id = any ($7))
         order by reference_id desc
         limit $5 offset $6`,
        [merchantId, beneId, from ?? null, to ?? null, perPage, (page - 1) * perPage, fundSourceIds],
      ),
    ),
  );
}

async function withPayees(ctx: Context, tx: Tx, transfers: readonly Transfer[]): Promise<TransferDetails[]> {
  const payees = await readPayees(tx, {
    beneficiaryIds: [...new Set(transfers.map((transfer) => transfer.beneficiaryId))],
  });
  const byId = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  return transfers.map((transfer) => detailTransfer(ctx, transfer, byId.get(transfer.beneficiaryId)!));
}

/** Reads the transfer keys for our IDs; IDs that belong to no transfer are left out. */
export async function readTransferKeys(
  tx: Tx,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (transferIds.length === 0) return new Map();
  const rows = await tx.query<{ transferId: string; transferKey: string }>(READ, [
    tx.merchantId,
    [...new Set(transferIds)],
  ]);
  return new Map(rows.map(({ transferId, transferKey }) => [transferId, transferKey]));
}

const READ = `
  select transfer_id as "transferId", transfer_key as "transferKey"
  from transfers.transfer
  where merchant_id = $1
    and transfer_id = any ($2::uuid[])`;
