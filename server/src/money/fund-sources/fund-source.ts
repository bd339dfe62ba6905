import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import { type AccountToOpen, openAccounts, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx, UntimedTx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { FundSourceError } from "./errors.ts";
import { ACCOUNT_PURPOSE, indexAccount } from "./seal-account.ts";

/** A fund source and how it is read. */

/**
 * `transit` is money on its way out that the merchant cannot spend any more; it is never shown. The last
 * three are the ledgers of co-lending.
 */
export type FundSourceKind = "wallet" | "bank_account" | "transit" | "intermediate" | "originator" | "lender";

export interface FundSource {
  /** The id in the API (`paymentInstrumentId`), for example "WALLET_1"; unique per merchant. */
  readonly fundSourceId: string;
  /** Its number in the chart of accounts: `sourceAccounts(sourceNo)` of the ledger. */
  readonly sourceNo: number;
  readonly kind: FundSourceKind;
  readonly name: string;
  /** Null for transit and the intermediate ledger, which have no bank account. */
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  /**
   * The bank that holds a connected bank account. Null for all other fund sources, whose transfers any bank may pay.
   */
  readonly bankId: string | null;
  /** The percentage of orders without a named fund source that it pays; all 0 if no shares are set. */
  readonly sharePercent: number;
  readonly lowBalanceThresholdPaise: bigint;
  readonly notifyLowBalance: boolean;
  readonly lastTopUpPaise: bigint | null;
  readonly lastWithdrawalPaise: bigint | null;
  readonly lastInternalTransferPaise: bigint | null;
  readonly active: boolean;
  readonly openedAt: Date;
}

/** The API id of the wallet that every merchant has. */
export const WALLET_ID = "WALLET_1";

/** The id of transit, from which only our own orders (withdrawals, refunds) are paid. */
export const TRANSIT_ID = "TRANSIT_1";
/** Its number in the chart of accounts: the last that a merchant can have without co-lending. */
export const TRANSIT_NO = 3_000;

/** The ledgers of co-lending and their numbers; loans, and only loans, are paid from the intermediate one. */
export const INTERMEDIATE_ID = "INTERMEDIATE_1";
export const INTERMEDIATE_NO = 3_001;
export const ORIGINATOR_ID = "ORIGINATOR_1";
export const ORIGINATOR_NO = 3_002;
export const LENDER_ID = "LENDER_1";
export const LENDER_NO = 3_003;

/** Returns true if a merchant's own orders may be paid from it, by name or by shares. */
export function isForOrders({ kind }: Pick<FundSource, "kind">): boolean {
  return kind === "wallet" || kind === "bank_account";
}

export const SELECT_FUND_SOURCE = `
  select fund_source_id as "fundSourceId", source_no as "sourceNo", kind, name,
    account_last4 as "accountLast4", ifsc, bank_id as "bankId",
    share_percent as "sharePercent",
    low_balance_threshold_paise as "lowBalanceThresholdPaise",
    notify_low_balance as "notifyLowBalance", last_top_up_paise as "lastTopUpPaise",
    last_withdrawal_paise as "lastWithdrawalPaise",
    last_internal_transfer_paise as "lastInternalTransferPaise",
    active, opened_at as "openedAt"
  from fund_sources.fund_source`;

/** Reads all fund sources of a merchant, the wallet first. Nothing is decrypted. */
export async function readFundSources(tx: UntimedTx): Promise<FundSource[]> {
  return tx.query<FundSource>(READ, [tx.merchantId]);
}

const READ = `${SELECT_FUND_SOURCE}
  where merchant_id = $1
  order by source_no`;

/** Checks that a merchant has fund sources with these ids. Throws FundSourceError.not_found. */
export async function requireFundSources(
  ctx: Pick<Context, "db">,
  merchantId: string,
  fundSourceIds: readonly string[],
): Promise<void> {
  const sources = await ctx.db.inMerchant(merchantId, readFundSources);
  const isThere = (id: string): boolean =>
    sources.some(({ fundSourceId, kind }) => fundSourceId === id && kind !== "transit");
  const missing = fundSourceIds.find((id) => !isThere(id));
  if (missing !== undefined) throw FundSourceError.not_found({ fundSourceId: missing });
}

/**
 * Switches a connected bank account on or off as a fund source; its money and pending payments stay as they
 * are. Throws FundSourceError.not_found, wallet_stays for the wallet, or share_in_use while it has a share.
 */
export async function setFundSourceActive(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, active, by }: { fundSourceId: string; active: boolean; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    const [source] = await tx.query<{ kind: string; share_percent: number }>(
      `select kind, share_percent
       from fund_sources.fund_source
       where merchant_id = $1
         and fund_source_id = $2
         and kind in ('wallet', 'bank_account')`,
      [merchantId, fundSourceId],
    );
    if (source === undefined) throw FundSourceError.not_found({ fundSourceId });
    if (source.kind === "wallet") throw FundSourceError.wallet_stays();
    if (!active && source.share_percent > 0) {
      throw FundSourceError.share_in_use({ fundSourceId, percent: source.share_percent });
    }
    await tx.execute(
      `update fund_sources.fund_source
       set active = $3
       where merchant_id = $1
         and fund_source_id = $2`,
      [merchantId, fundSourceId, active],
    );
    const action = active ? "fund-sources.switched_on" : "fund-sources.switched_off";
    await recordAudit(tx, [{ actor: by, action, subject: `fund-source:${fundSourceId}` }]);
  });
}

export interface Share {
  readonly fundSourceId: string;
  /** A whole percentage, 0 to 100. */
  readonly percent: number;
}

/**
 * Sets the share that each fund source pays of the orders that name none; unlisted ones get none. An empty
 * list switches sharing off, and then the wallet pays. Throws FundSourceError.shares_not_whole with the sum,
 * share_invalid, or not_found for one that does not exist or is switched off; AccessError.not_permitted for a
 * member who may not manage fund sources.
 */
export async function setShares(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { shares, by }: { shares: readonly Share[]; by: Actor },
): Promise<FundSource[]> {
  checkShares(shares);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_fund_sources");
    await lockNumbering(tx);
    const known = new Set(
      (await readFundSources(tx)).flatMap((one) =>
        one.active && isForOrders(one) ? [one.fundSourceId] : [],
      ),
    );
    const stranger = shares.find(({ fundSourceId }) => !known.has(fundSourceId));
    if (stranger !== undefined) throw FundSourceError.not_found({ fundSourceId: stranger.fundSourceId });
    await writeShares(tx, shares);
    const detail = Object.fromEntries(shares.map(({ fundSourceId, percent }) => [fundSourceId, percent]));
    const subject = `merchant:${merchantId}`;
    await recordAudit(tx, [{ actor: by, action: "fund-sources.shares_set", subject, detail }]);
    return readFundSources(tx);
  });
}

function checkShares(shares: readonly Share[]): void {
  const ids = new Set(shares.map(({ fundSourceId }) => fundSourceId));
  const isSound = ({ percent }: Share): boolean =>
    Number.isInteger(percent) && percent >= 0 && percent <= 100;
  if (ids.size < shares.length || !shares.every(isSound)) throw FundSourceError.share_invalid();
  const totalPercent = shares.reduce((sum, { percent }) => sum + percent, 0);
  if (shares.length > 0 && totalPercent !== 100) throw FundSourceError.shares_not_whole({ totalPercent });
}

async function writeShares(tx: Tx, shares: readonly Share[]): Promise<void> {
  await tx.execute(
    `update fund_sources.fund_source as source
     set share_percent = coalesce(
       (
         select share.percent
         from unnest($2::text[], $3::smallint[]) as share (fund_source_id, percent)
         where share.fund_source_id = source.fund_source_id
       ), 0)
     where source.merchant_id = $1`,
    [tx.merchantId, shares.map(({ fundSourceId }) => fundSourceId), shares.map(({ percent }) => percent)],
  );
}

/** Locks the numbering of this merchant's fund sources and banks until the transaction ends. */
export async function lockNumbering(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`fund_sources:${tx.merchantId}`]);
}

interface SourceToOpen {
  readonly fundSourceId: string;
  readonly sourceNo: number;
  readonly kind: Exclude<FundSourceKind, "transit" | "intermediate">;
  readonly name: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly bankId: string | null;
  readonly overdraftLimitPaise: bigint;
}

/** Stores the fund source and opens the ledger accounts that carry its money. */
export async function openFundSource(tx: Tx, vault: Vault, source: SourceToOpen): Promise<void> {
  const { accountNumber, ifsc } = source;
  await Promise.all([
    tx.execute(INSERT, [
      tx.merchantId,
      source.fundSourceId,
      source.sourceNo,
      source.kind,
      source.name,
      vault.seal({ merchantId: tx.merchantId, purpose: ACCOUNT_PURPOSE }, accountNumber),
      accountNumber.slice(-4),
      indexAccount(vault, tx.merchantId, { accountNumber, ifsc }),
      ifsc,
      source.bankId,
      tx.now,
    ]),
    openAccounts(tx, accountsOf(source)),
  ]);
}

function accountsOf({ sourceNo, kind, name, overdraftLimitPaise }: SourceToOpen): AccountToOpen[] {
  const { available, heldIn, heldOut } = sourceAccounts(sourceNo);
  return [
    { accountNo: available, kind, name, overdraftLimitPaise },
    { accountNo: heldIn, kind: "held_in", name: `${name}, held by transfers` },
    { accountNo: heldOut, kind: "held_out", name: `${name}, held by transfers, less outcomes` },
  ];
}

const INSERT = `
  insert into fund_sources.fund_source (
    merchant_id, fund_source_id, source_no, kind, name, sealed_account, account_last4, account_index, ifsc,
    bank_id, opened_at
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Records a withdrawal as the last one of its fund source. */
export async function noteWithdrawal(
  tx: Tx,
  { fundSourceId, amountPaise }: { fundSourceId: string; amountPaise: bigint },
): Promise<void> {
  await tx.execute(
    `update fund_sources.fund_source
     set last_withdrawal_paise = $3
     where merchant_id = $1
       and fund_source_id = $2`,
    [tx.merchantId, fundSourceId, amountPaise],
  );
}
