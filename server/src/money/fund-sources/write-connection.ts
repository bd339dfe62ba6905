/** Writes connections to banks, in the caller's transaction, with their secrets sealed already. */
import { type Actor, recordAudit } from "#audit";
import type { Connection } from "#banks";
import { clearingAccount, openAccounts, settlementAccount } from "#ledger";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { FundSourceError } from "./errors.ts";
import { lockNumbering } from "./fund-source.ts";

// Secrets shared with a bank: sealed, and opened once per process and version, not for each set of transfers.

export interface BankSecrets {
  readonly keyId?: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  readonly debitAccount: string;
}

/** The owner of secrets. Bank and version are part of the seal, so none can be opened as another's. */
interface SecretsOwner {
  readonly merchantId: string;
  readonly bankId: string;
  readonly version: number;
}

function sealSecrets(vault: Vault, owner: SecretsOwner, secrets: BankSecrets): Buffer {
  const { keyId, apiKey, callbackSecret, debitAccount } = secrets;
  return vault.seal(sealedFor(owner), JSON.stringify({ keyId, apiKey, callbackSecret, debitAccount }));
}

/** Returns the secrets if this process has opened them before. */
export function recallSecrets(vault: Vault, owner: SecretsOwner): BankSecrets | undefined {
  return opened.get(vault)?.get(keyOf(owner));
}

/** Opens secrets and remembers them. Throws VaultError if they are not the owner's. */
export function openSecrets(vault: Vault, owner: SecretsOwner, sealed: Buffer): BankSecrets {
  const secrets = JSON.parse(vault.open(sealedFor(owner), sealed).toString()) as BankSecrets;
  const known = opened.get(vault) ?? new Map<string, BankSecrets>();
  opened.set(vault, known);
  if (known.size >= OPENED_MAX) known.delete(known.keys().next().value as string);
  known.set(keyOf(owner), secrets);
  return secrets;
}

const OPENED_MAX = 10_000;
const opened = new WeakMap<Vault, Map<string, BankSecrets>>();

const keyOf = ({ merchantId, bankId, version }: SecretsOwner): string => `${merchantId} ${version} ${bankId}`;

const sealedFor = ({ merchantId, bankId, version }: SecretsOwner) => ({
  merchantId,
  purpose: `bank-connection.${bankId}`,
  version,
});

/** A connection as it is stored. */
export interface SealedConnection extends Pick<Connection, "bankId" | "adapter" | "baseUrl"> {
  /** True for a bank of the simulator. */
  readonly simulated: boolean;
  readonly debitAccountLast4: string;
  /** Counts from 1; new secrets have the next one, which is part of their seal. */
  readonly version: number;
  readonly sealed: Buffer;
}

/** Seals a connection under its next version, which no one else takes until the transaction ends. */
export async function sealConnection(
  tx: Tx,
  vault: Vault,
  { bankId, adapter, baseUrl, simulated, ...secrets }: Connection & { readonly simulated: boolean },
): Promise<SealedConnection> {
  const version = (await lockVersion(tx, bankId)) + 1;
  const sealed = sealSecrets(vault, { merchantId: tx.merchantId, bankId, version }, secrets);
  const debitAccountLast4 = secrets.debitAccount.slice(-4);
  return { bankId, adapter, baseUrl, simulated, debitAccountLast4, version, sealed };
}

/** Returns the present version of a connection, and keeps it until the transaction ends; 0: there is none. */
export async function lockVersion(tx: Tx, bankId: string): Promise<number> {
  await lockNumbering(tx);
  const [known] = await tx.query<{ version: number }>(LOCK, [tx.merchantId, bankId]);
  return known?.version ?? 0;
}

/**
 * Writes a connection whose version is the next one, and opens the bank's ledger accounts. A connected bank keeps its
 * number, and stays switched on or off. Throws FundSourceError.mode_mismatch.
 */
export async function writeConnection(
  tx: Tx,
  connection: SealedConnection,
  by: Actor,
): Promise<{ bankNo: number }> {
  const { bankId, adapter, baseUrl, simulated } = connection;
  const bankNo = await (connection.version === 1 ? insert(tx, connection) : replace(tx, connection));
  await openAccounts(tx, [
    { accountNo: clearingAccount(bankNo), kind: "clearing", name: `Clearing, ${bankId}` },
    { accountNo: settlementAccount(bankNo), kind: "settlement", name: `Settlement, ${bankId}` },
  ]);
  const detail = { adapter, baseUrl, simulated };
  const subject = `bank:${bankId}`;
  await recordAudit(tx, [{ actor: by, action: "fund-sources.bank_connected", subject, detail }]);
  return { bankNo };
}

const valuesOf = (tx: Tx, one: SealedConnection): unknown[] => [
  tx.merchantId,
  one.bankId,
  one.adapter,
  one.baseUrl,
  one.sealed,
  one.debitAccountLast4,
  one.simulated,
];

async function replace(tx: Tx, connection: SealedConnection): Promise<number> {
  const { bankId, simulated, version } = connection;
  const [replaced] = await tx.query<{ bank_no: number }>(REPLACE, [...valuesOf(tx, connection), version]);
  if (replaced === undefined) throw FundSourceError.mode_mismatch({ bankId, simulated });
  return replaced.bank_no;
}

async function insert(tx: Tx, connection: SealedConnection): Promise<number> {
  const [made] = await tx.query<{ bank_no: number }>(INSERT, [...valuesOf(tx, connection), tx.now]);
  if (made === undefined) throw new Error(`merchant ${tx.merchantId} does not exist`);
  return made.bank_no;
}

const LOCK = `
  select version
  from fund_sources.bank_connection
  where merchant_id = $1
    and bank_id = $2
  for update`;

const REPLACE = `
  update fund_sources.bank_connection
  set adapter = $3, base_url = $4, sealed_secrets = $5, debit_account_last4 = $6, version = $8
  where merchant_id = $1
    and bank_id = $2
    and simulated = $7
  returning bank_no`;

// The mode comes from the merchant itself, so that a caller cannot claim another.
const INSERT = `
  insert into fund_sources.bank_connection (
    merchant_id, bank_id, bank_no, adapter, base_url, sealed_secrets, debit_account_last4, simulated,
    merchant_mode, created_at
  )
  select $1, $2,
    (select coalesce(max(bank_no) + 1, 0) from fund_sources.bank_connection where merchant_id = $1),
    $3, $4, $5, $6, $7, merchant.mode, $8
  from access.merchant
  where merchant.merchant_id = $1
  returning bank_no`;
