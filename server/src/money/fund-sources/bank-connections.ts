/** The banks of a merchant: listed, followed, enabled, stopped and recovering. */
import { AccessError, requirePermission } from "#access";
import { followRequests, type RequestEnd } from "#approvals";
import { type Actor, recordAudit } from "#audit";
import { type Connection, learnBank } from "#banks";
import type { Context } from "#lib/context";
import type { UntimedTx, Tx } from "#lib/db";
import type { Target } from "#webhooks";
import { readKept, UPSTREAM_SUBJECTS } from "./connect-bank.ts";
import { FundSourceError } from "./errors.ts";
import {
  type BankSecrets,
  lockVersion,
  openSecrets,
  recallSecrets,
  type SealedConnection,
  writeConnection,
} from "./write-connection.ts";

/** A bank that pays for the merchant, ready for use. */
export interface BankConnection extends Connection {
  /** Its number in the chart of accounts: `clearingAccount(bankNo)`, `settlementAccount(bankNo)`. */
  readonly bankNo: number;
  /** False: it gets no new instructions; enquiries about pending ones continue. */
  readonly enabled: boolean;
  /** True if it was switched off because a statement did not agree, until a person has checked. */
  readonly stopped: boolean;
  /** The merchant's time of the stop; null if not stopped, or stopped before times were stored. */
  readonly stoppedAt: Date | null;
  readonly simulated: boolean;
  /** The moment to which the database was restored, until the bank's statements since then are in. */
  readonly recoveringSince: Date | null;
}

/**
 * Returns all bank connections of a merchant, in order of creation, with their secrets in clear. Every call
 * reads the list, so a change is seen at once; secrets are read and opened once per process and version.
 */
export async function listBankConnections(
  ctx: Pick<Context, "vault">,
  tx: UntimedTx,
): Promise<BankConnection[]> {
  const { merchantId } = tx;
  const rows = await tx.query<ConnectionRow>(READ, [merchantId]);
  for (const { added } of rows) if (added !== null) learnBank(added, added.version);
  const known = rows.map((row) => recallSecrets(ctx.vault, { merchantId, ...row }));
  if (!known.includes(undefined)) return rows.map((row, index) => connectionOf(row, known[index]!));
  // All rows are read again, because a version may have changed since the first query.
  const sealedRows = await tx.query<Omit<ConnectionRow, "added"> & { sealed: Buffer }>(READ_SEALED, [
    merchantId,
  ]);
  return sealedRows.map((row) =>
    connectionOf(row, openSecrets(ctx.vault, { merchantId, ...row }, row.sealed)),
  );
}

interface ConnectionRow {
  readonly bankId: string;
  readonly bankNo: number;
  readonly adapter: string;
  readonly baseUrl: string;
  readonly version: number;
  readonly simulated: boolean;
  readonly enabled: boolean;
  readonly stopped: boolean;
  readonly stoppedAt: Date | null;
  readonly recoveringSince: Date | null;
  /** The bank as an operator has added it; null if it is built in. */
  readonly added: (Parameters<typeof learnBank>[0] & { readonly version: number }) | null;
}

function connectionOf(row: Omit<ConnectionRow, "added">, secrets: BankSecrets): BankConnection {
  const { bankId, bankNo, adapter, baseUrl, simulated, enabled, stopped, stoppedAt, recoveringSince } = row;
  const state = { enabled, stopped, stoppedAt, recoveringSince };
  return { bankId, bankNo, adapter, baseUrl, simulated, ...state, ...secrets };
}

const READ = `
  select bank_id as "bankId", bank_no as "bankNo", adapter, base_url as "baseUrl", version, simulated, enabled,
    not enabled and stopped_because is not null as stopped, stopped_at as "stoppedAt",
    recovering_since as "recoveringSince",
    (
      select jsonb_build_object('bankId', bank.bank_id, 'adapter', bank.adapter, 'name', bank.name,
        'ifscCode', bank.ifsc_code, 'capabilities', bank.capabilities, 'version', bank.version)
      from fund_sources.bank
      where bank.bank_id = bank_connection.bank_id
    ) as added
  from fund_sources.bank_connection
  where merchant_id = $1
  order by bank_no`;

const READ_SEALED = `
  select bank_id as "bankId", bank_no as "bankNo", adapter, base_url as "baseUrl", version, simulated,
    enabled, not enabled and stopped_because is not null as stopped, stopped_at as "stoppedAt",
    recovering_since as "recoveringSince",
    sealed_secrets as sealed
  from fund_sources.bank_connection
  where merchant_id = $1
  order by bank_no`;

/** Reads the addresses of all banks of all merchants, also of those that are switched off. */
export async function readBankTargets({ db }: Pick<Context, "db">): Promise<(Target & { bankId: string })[]> {
  return db.sweep((read) =>
    read.query<Target & { bankId: string }>(`
      select merchant_id as "merchantId", bank_id as "bankId", base_url as "url"
      from fund_sources.bank_connection
      order by merchant_id, bank_no`),
  );
}

// Connects services whose keys were approved, in the transaction of the approval and in the name of who gave
// them.

/** Lets approvals connect services. Called once at the start of a process. */
export function registerConnections(): void {
  followRequests("credit", followConnections, UPSTREAM_SUBJECTS);
}

async function followConnections(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const { request } of ends) {
    const { status, proposal, maker, requestId } = request;
    if (status !== "approved" || proposal === null) continue;
    const connection = readKept(proposal);
    const because = await connect(tx, connection, maker);
    if (because === null) continue;
    await recordAudit(tx, [
      {
        actor: "system",
        action: "fund-sources.connection_without_effect",
        subject: `bank:${connection.bankId}`,
        detail: { requestId, because },
      },
    ]);
  }
}

/** Returns the reason if it did nothing; null if it is connected. */
async function connect(tx: Tx, connection: SealedConnection, by: Actor): Promise<string | null> {
  try {
    await requirePermission(tx, by, "manage_fund_sources");
  } catch (error) {
    if (AccessError.is(error, "not_permitted")) return error.code;
    throw error;
  }
  if ((await lockVersion(tx, connection.bankId)) !== connection.version - 1) return "keys_changed";
  await writeConnection(tx, connection, by);
  return null;
}

/**
 * Switches a bank on or off for new instructions, and clears the reason of an earlier stop. Throws
 * FundSourceError.bank_not_connected.
 */
export async function setBankEnabled(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { bankId, enabled, by }: { bankId: string; enabled: boolean; by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const count = await tx.execute(
      `update fund_sources.bank_connection
       set enabled = $3, stopped_because = null, stopped_at = null, stopped_paise = null
       where merchant_id = $1
         and bank_id = $2`,
      [merchantId, bankId, enabled],
    );
    if (count === 0) throw FundSourceError.bank_not_connected({ bankId });
    const action = enabled ? "fund-sources.bank_enabled" : "fund-sources.bank_disabled";
    await recordAudit(tx, [{ actor: by, action, subject: `bank:${bankId}` }]);
  });
}

interface BankStop {
  readonly bankId: string;
  readonly because: string;
  /** The amount (paise) that the stop limit must allow for the bank to go on. Null or absent: no limit allows it. */
  readonly unexplainedPaise?: bigint | null;
}

/**
 * Switches a bank off for new instructions because something must be checked, in the caller's transaction.
 * Returns false if it is already off. It stays off until a person switches it on (`setBankEnabled`), or until the stop
 * limit allows all that stopped it (`resumeBanks`).
 */
export async function stopBank(
  tx: Tx,
  { bankId, because, unexplainedPaise = null }: BankStop,
): Promise<boolean> {
  const count = await tx.execute(STOP, [tx.merchantId, bankId, because, tx.now, unexplainedPaise]);
  if (count === 0) {
    await tx.execute(STOP_FURTHER, [tx.merchantId, bankId, unexplainedPaise]);
    return false;
  }
  const detail = { because };
  await recordAudit(tx, [
    { actor: "system", action: "fund-sources.bank_stopped", subject: `bank:${bankId}`, detail },
  ]);
  return true;
}

const STOP = `
  update fund_sources.bank_connection
  set enabled = false, stopped_because = $3, stopped_at = $4, stopped_paise = $5
  where merchant_id = $1
    and bank_id = $2
    and enabled`;

const STOP_FURTHER = `
  update fund_sources.bank_connection
  set stopped_paise = case when $3::bigint is not null then greatest(stopped_paise, $3) end
  where merchant_id = $1
    and bank_id = $2
    and stopped_paise is not null`;

/** Switches those banks on again that were stopped by unexplained amounts of at most `upToPaise` alone. */
export async function resumeBanks(
  tx: Tx,
  { upToPaise, by }: { upToPaise: bigint; by: Actor },
): Promise<void> {
  const resumed = await tx.query<{ bankId: string }>(RESUME, [tx.merchantId, upToPaise]);
  await recordAudit(
    tx,
    resumed.map(({ bankId }) => ({
      actor: by,
      action: "fund-sources.bank_enabled",
      subject: `bank:${bankId}`,
      detail: { because: "the stop limit allows what stopped it" },
    })),
  );
}

const RESUME = `
  update fund_sources.bank_connection
  set enabled = true, stopped_because = null, stopped_at = null, stopped_paise = null
  where merchant_id = $1
    and not enabled
    and stopped_paise <= $2
  returning bank_id as "bankId"`;

/**
 * Holds back payments to some banks after the database was restored to the moment `since` of the merchant's clock. Runs
 * in the caller's transaction. Returns the banks that were not already held back since that moment or an earlier one.
 */
export async function setRecovering(
  tx: Tx,
  { bankIds, since, by, because }: { bankIds: readonly string[]; since: Date; by: Actor; because: string },
): Promise<string[]> {
  const rows = await tx.query<{ bankId: string }>(
    `update fund_sources.bank_connection
     set recovering_since = least(recovering_since, $3), recovery_began_at = $4
     where merchant_id = $1
       and bank_id = any ($2::text[])
       and (recovering_since is null or recovering_since > $3)
     returning bank_id as "bankId"`,
    [tx.merchantId, bankIds, since, tx.now],
  );
  await audit(tx, rows, { action: "fund-sources.recovery_began", by, because });
  return rows.map(({ bankId }) => bankId);
}

/** Resumes sending to some banks, in the caller's transaction. Returns those that were held back. */
export async function endRecovering(
  tx: Tx,
  { bankIds, by, because }: { bankIds: readonly string[]; by: Actor; because: string },
): Promise<string[]> {
  const rows = await tx.query<{ bankId: string }>(
    `update fund_sources.bank_connection
     set recovering_since = null, recovery_began_at = null
     where merchant_id = $1
       and bank_id = any ($2::text[])
       and recovering_since is not null
     returning bank_id as "bankId"`,
    [tx.merchantId, bankIds],
  );
  await audit(tx, rows, { action: "fund-sources.recovery_ended", by, because });
  return rows.map(({ bankId }) => bankId);
}

async function audit(
  tx: Tx,
  banks: readonly { bankId: string }[],
  { action, by, because }: { action: string; by: Actor; because: string },
): Promise<void> {
  const detail = { because };
  await recordAudit(
    tx,
    banks.map(({ bankId }) => ({ actor: by, action, subject: `bank:${bankId}`, detail })),
  );
}
