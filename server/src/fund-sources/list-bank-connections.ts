import { learnBank, type Connection } from "#banks";
import type { Context } from "#lib/context";
import type { Asking } from "#lib/db";
import { openSecrets, recallSecrets, type BankSecrets } from "./bank-secrets.ts";

/** A bank that pays for the merchant, ready to be spoken to. */
export interface BankConnection extends Connection {
  /** Its number in the chart of accounts: `clearingAccount(bankNo)`, `settlementAccount(bankNo)`. */
  readonly bankNo: number;
  /** False: no new instructions; what is on its way is still asked for. */
  readonly enabled: boolean;
  /** Switched off because a statement did not agree, until a person has looked. */
  readonly stopped: boolean;
  /** Since when, by the merchant's clock; null: it is not stopped, or was before that was kept. */
  readonly stoppedAt: Date | null;
  readonly simulated: boolean;
  /** The moment that a restore of the database went back to, until the bank's statements since then are in. */
  readonly recoveringSince: Date | null;
}

/**
 * All bank connections of a merchant, in the order in which they were made, with their secrets in clear.
 * Every call reads which there are, so a change is seen at once; secrets are read and opened once per process
 * and version.
 */
export async function listBankConnections(
  ctx: Pick<Context, "vault">,
  tx: Asking,
): Promise<BankConnection[]> {
  const { merchantId } = tx;
  const rows = await tx.query<ConnectionRow>(READ, [merchantId]);
  for (const { added } of rows) if (added !== null) learnBank(added, added.version);
  const known = rows.map((row) => recallSecrets(ctx.vault, { merchantId, ...row }));
  if (!known.includes(undefined)) return rows.map((row, index) => connectionOf(row, known[index]!));
  // Read whole again: a version may have passed since the first look.
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
  /** What an operator said of the bank; null: the product knows it. */
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
