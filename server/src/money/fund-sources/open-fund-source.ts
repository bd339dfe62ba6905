/** Opens a fund source of any kind with its ledger accounts, in the caller's transaction. */
import { type AccountToOpen, openAccounts, sourceAccounts } from "#ledger";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import type { FundSourceKind } from "./fund-source.ts";
import { ACCOUNT_PURPOSE, indexAccount } from "./seal-account.ts";

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
