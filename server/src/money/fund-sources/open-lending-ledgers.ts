import { openAccounts, sourceAccounts } from "#ledger";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import {
  INTERMEDIATE_ID,
  INTERMEDIATE_NO,
  LENDER_ID,
  LENDER_NO,
  ORIGINATOR_ID,
  ORIGINATOR_NO,
  readFundSources,
} from "./fund-source.ts";
import { lockNumbering, openFundSource } from "./open-fund-source.ts";
import { takeVirtualAccount } from "./virtual-accounts.ts";

/**
 * Opens the three ledgers of co-lending as fund sources, in the caller's transaction: the lender's and the
 * originator's with a virtual account each, and the intermediate one. Open ones stay as they are.
 */
export async function openLendingLedgers(tx: Tx, vault: Vault): Promise<void> {
  await lockNumbering(tx);
  const open = new Set((await readFundSources(tx)).map(({ fundSourceId }) => fundSourceId));
  for (const ledger of LEDGERS) {
    if (open.has(ledger.fundSourceId)) continue;
    const account = await takeVirtualAccount(tx, vault, ledger.fundSourceId);
    await openFundSource(tx, vault, { ...ledger, ...account, bankId: null, overdraftLimitPaise: 0n });
  }
  if (!open.has(INTERMEDIATE_ID)) await openIntermediate(tx);
}

const LEDGERS = [
  { fundSourceId: LENDER_ID, sourceNo: LENDER_NO, kind: "lender", name: "Lender ledger" },
  { fundSourceId: ORIGINATOR_ID, sourceNo: ORIGINATOR_NO, kind: "originator", name: "Originator ledger" },
] as const;

async function openIntermediate(tx: Tx): Promise<void> {
  const { available, heldIn, heldOut } = sourceAccounts(INTERMEDIATE_NO);
  const name = "Intermediate ledger";
  await Promise.all([
    tx.execute(
      `insert into fund_sources.fund_source (merchant_id, fund_source_id, source_no, kind, name, opened_at)
       values ($1, $2, $3, 'intermediate', $4, $5)`,
      [tx.merchantId, INTERMEDIATE_ID, INTERMEDIATE_NO, name, tx.now],
    ),
    openAccounts(tx, [
      { accountNo: available, kind: "intermediate", name },
      { accountNo: heldIn, kind: "held_in", name: `${name}, held by transfers` },
      { accountNo: heldOut, kind: "held_out", name: `${name}, held by transfers, less outcomes` },
    ]),
  ]);
}
