/** The business's own bank account: only it may recharge, and withdrawals only go to it. */
import { type Actor, recordAudit } from "#audit";
import { openAccounts, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { containsCardNumber, isName } from "#rails";
import { FundSourceError } from "./errors.ts";
import { lockNumbering, TRANSIT_ID, TRANSIT_NO } from "./fund-source.ts";
import { indexAccount, requirePayable } from "./seal-account.ts";

const REGISTERED_PURPOSE = "fund-source.registered-account";

interface RegisteredAccount {
  /** Counts from 1; each registration gets the next number. */
  readonly version: number;
  readonly holderName: string;
  readonly accountLast4: string;
  readonly ifsc: string;
  readonly registeredAt: Date;
}

interface Row extends RegisteredAccount {
  readonly sealedAccount: Buffer;
  readonly accountIndex: Buffer;
}

/** Returns the registered account in force; null if none is registered. Nothing is decrypted. */
export async function readRegisteredAccount(tx: Tx): Promise<RegisteredAccount | null> {
  const row = await readRow(tx);
  if (row === null) return null;
  const { version, holderName, accountLast4, ifsc, registeredAt } = row;
  return { version, holderName, accountLast4, ifsc, registeredAt };
}

/** Makes a test for senders: all may recharge until an account is registered, then only that account. */
export async function makeSenderTest(
  tx: Tx,
  vault: Vault,
): Promise<(sender: { readonly accountNumber?: string; readonly ifsc?: string }) => boolean> {
  const registered = await readRow(tx);
  if (registered === null) return () => true;
  return ({ accountNumber, ifsc }) => {
    if (!accountNumber) return false;
    // Some banks only report the sender's number.
    const told = { accountNumber, ifsc: ifsc || registered.ifsc };
    return registered.accountIndex.equals(indexAccount(vault, tx.merchantId, told));
  };
}

/** Opens the numbers of registered accounts by version, only to send them to the bank. */
export async function openRegisteredAccounts(
  tx: Tx,
  vault: Vault,
  versions: readonly number[],
): Promise<Map<number, { holderName: string; accountNumber: string; ifsc: string }>> {
  const rows = await tx.query<Row>(`${SELECT} and version = any ($2::int[])`, [tx.merchantId, versions]);
  const owner = { merchantId: tx.merchantId, purpose: REGISTERED_PURPOSE };
  return new Map(
    rows.map(({ version, holderName, ifsc, sealedAccount }) => [
      version,
      { holderName, ifsc, accountNumber: vault.open(owner, sealedAccount).toString() },
    ]),
  );
}

async function readRow(tx: Tx): Promise<Row | null> {
  const [row] = await tx.query<Row>(`${SELECT} order by version desc limit 1`, [tx.merchantId]);
  return row ?? null;
}

const SELECT = `
  select version, holder_name as "holderName", account_last4 as "accountLast4", ifsc,
    registered_at as "registeredAt", sealed_account as "sealedAccount", account_index as "accountIndex"
  from fund_sources.registered_account
  where merchant_id = $1`;

/** Opens transit with its ledger accounts; if it is open, it stays as it is. */
async function openTransit(tx: Tx): Promise<void> {
  const { available, heldIn, heldOut } = sourceAccounts(TRANSIT_NO);
  await Promise.all([
    tx.execute(
      `insert into fund_sources.fund_source (merchant_id, fund_source_id, source_no, kind, name, opened_at)
       values ($1, $2, $3, 'transit', 'On its way out', $4)
       on conflict (merchant_id, fund_source_id) do nothing`,
      [tx.merchantId, TRANSIT_ID, TRANSIT_NO, tx.now],
    ),
    openAccounts(tx, [
      { accountNo: available, kind: "suspense", name: "On its way out" },
      { accountNo: heldIn, kind: "held_in", name: "On its way out, held by transfers" },
      { accountNo: heldOut, kind: "held_out", name: "On its way out, held by transfers, less outcomes" },
    ]),
  ]);
}

export interface AccountToRegister {
  readonly holderName: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly by: Actor;
}

/**
 * Registers the business's own bank account in place of the previous one: from now on only it may recharge,
 * and withdrawals only go to it; earlier withdrawals still go to the account of their time. Throws
 * FundSourceError.holder_invalid, account_invalid or ifsc_invalid.
 */
export async function setRegisteredAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  input: AccountToRegister,
): Promise<RegisteredAccount> {
  const holderName = input.holderName.trim();
  const accountNumber = input.accountNumber.trim();
  const ifsc = input.ifsc.trim().toUpperCase();
  if (!isName(holderName) || containsCardNumber(holderName)) throw FundSourceError.holder_invalid();
  requirePayable({ accountNumber, ifsc });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    await openTransit(tx);
    const version = ((await readRegisteredAccount(tx))?.version ?? 0) + 1;
    await tx.execute(INSERT, [
      merchantId,
      version,
      holderName,
      ctx.vault.seal({ merchantId, purpose: REGISTERED_PURPOSE }, accountNumber),
      accountNumber.slice(-4),
      indexAccount(ctx.vault, merchantId, { accountNumber, ifsc }),
      ifsc,
      tx.now,
      input.by,
    ]);
    await recordAudit(tx, [
      {
        actor: input.by,
        action: "fund-sources.account_registered",
        subject: `merchant:${merchantId}`,
        detail: { version, accountLast4: accountNumber.slice(-4), ifsc },
      },
    ]);
    return (await readRegisteredAccount(tx)) as RegisteredAccount;
  });
}

const INSERT = `
  insert into fund_sources.registered_account (
    merchant_id, version, holder_name, sealed_account, account_last4, account_index, ifsc, registered_at,
    registered_by
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
