import { learnBank, type Connection } from "#banks";
import type { Context } from "#lib/context";
import type { Asking } from "#lib/db";
import { openSecrets, recallSecrets, type BankSecrets } from "./bank-secrets.ts";

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
  tx: Asking,
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
