/** Opens the fund sources of a merchant: the wallet, bank accounts and the ledgers of co-lending. */
import { randomInt } from "node:crypto";
import { type BusinessType, readBusinessType } from "#access";
import { type Actor, recordAudit } from "#audit";
import { FEES, openAccounts, RECEIVABLE, sourceAccounts, SUSPENSE, TAX } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { FundSourceError } from "./errors.ts";
import {
  type FundSource,
  INTERMEDIATE_ID,
  INTERMEDIATE_NO,
  LENDER_ID,
  LENDER_NO,
  lockNumbering,
  openFundSource,
  ORIGINATOR_ID,
  ORIGINATOR_NO,
  readFundSources,
  SELECT_FUND_SOURCE,
  WALLET_ID,
} from "./fund-source.ts";
import { hashVirtualAccount, indexAccount, requirePayable } from "./seal-account.ts";

/**
 * Opens the wallet that every merchant has, with its own virtual account and the ledger accounts of the
 * merchant's books. Returns an existing wallet as it is. `overdraftLimitPaise` is 0 if not given.
 */
export async function openWallet(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { overdraftLimitPaise = 0n, by = "system" }: { overdraftLimitPaise?: bigint; by?: Actor } = {},
): Promise<FundSource> {
  if (overdraftLimitPaise < 0n) throw FundSourceError.limit_invalid({ overdraftLimitPaise });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    const known = await readWallet(tx);
    if (known !== undefined) return known;
    const { accountNumber, ifsc } = await takeVirtualAccount(tx, ctx.vault, WALLET_ID);
    await openFundSource(tx, ctx.vault, {
      fundSourceId: WALLET_ID,
      sourceNo: 0,
      kind: "wallet",
      name: "Wallet",
      accountNumber,
      ifsc,
      bankId: null,
      overdraftLimitPaise,
    });
    await openAccounts(tx, [
      { accountNo: FEES, kind: "fees", name: "Fees" },
      { accountNo: TAX, kind: "tax", name: "Tax on fees" },
      { accountNo: SUSPENSE, kind: "suspense", name: "Suspense" },
      { accountNo: RECEIVABLE, kind: "receivable", name: "Owed by the merchant" },
    ]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "fund-sources.wallet_opened",
        subject: `fund-source:${WALLET_ID}`,
        detail: { overdraftLimitPaise: overdraftLimitPaise.toString() },
      },
    ]);
    return (await readWallet(tx)) as FundSource;
  });
}

async function readWallet(tx: Tx): Promise<FundSource | undefined> {
  const [wallet] = await tx.query<FundSource>(READ_WALLET, [tx.merchantId, WALLET_ID]);
  return wallet;
}

const READ_WALLET = `${SELECT_FUND_SOURCE}
  where merchant_id = $1
    and fund_source_id = $2`;

interface BankAccountToOpen {
  /** A bank that was connected with `connectBank`; only this bank pays from the account. */
  readonly bankId: string;
  readonly name: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly overdraftLimitPaise?: bigint;
  readonly by: Actor;
}

/**
 * Makes a connected bank account a fund source next to the wallet, with the id "BANK_1", "BANK_2" ... If it
 * already is one, returns it as it is. Throws FundSourceError.bank_not_connected, account_invalid,
 * ifsc_invalid, account_taken, and business_type_unknown or business_type_not_served if the bank only takes
 * some kinds of business.
 */
export async function openBankAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  input: BankAccountToOpen,
): Promise<FundSource> {
  const { bankId, name, overdraftLimitPaise = 0n } = input;
  const accountNumber = input.accountNumber.trim();
  const ifsc = input.ifsc.trim().toUpperCase();
  requirePayable({ accountNumber, ifsc });
  if (overdraftLimitPaise < 0n) throw FundSourceError.limit_invalid({ overdraftLimitPaise });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    const [facts] = await tx.query<{ connected: boolean; known_id: string | null; next_no: number }>(
      READ_FACTS,
      [merchantId, bankId, indexAccount(ctx.vault, merchantId, { accountNumber, ifsc })],
    );
    if (!facts!.connected) throw FundSourceError.bank_not_connected({ bankId });
    const fundSourceId = facts!.known_id ?? `BANK_${facts!.next_no}`;
    if (facts!.known_id === null) {
      requireBusinessType(bankId, await readBusinessType(tx));
      const opened = { fundSourceId, name, accountNumber, ifsc, bankId, overdraftLimitPaise };
      await openFundSource(tx, ctx.vault, { ...opened, sourceNo: facts!.next_no, kind: "bank_account" });
      await recordAudit(tx, [
        {
          actor: input.by,
          action: "fund-sources.bank_account_opened",
          subject: `fund-source:${fundSourceId}`,
          detail: { bankId, overdraftLimitPaise: overdraftLimitPaise.toString() },
        },
      ]);
    }
    const source = (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId) as FundSource;
    if (source.bankId !== bankId) throw FundSourceError.account_taken({ fundSourceId });
    return source;
  });
}

// Number 0 is reserved for the wallet, even if that is not open yet.
const READ_FACTS = `
  select exists (
      select from fund_sources.bank_connection where merchant_id = $1 and bank_id = $2
    ) as connected,
    (
      select fund_source_id from fund_sources.fund_source where merchant_id = $1 and account_index = $3
    ) as known_id,
    (
      select coalesce(max(source_no), 0) + 1
      from fund_sources.fund_source
      where merchant_id = $1
        and kind in ('wallet', 'bank_account')
    ) as next_no`;

/** The kinds of business that each bank serves as a fund source. Unlisted banks serve all of them. */
const SERVED: Readonly<Record<string, readonly BusinessType[]>> = {
  himshikhar: ["private_limited", "partnership"],
};

/** Returns the kinds of business that a bank serves as a fund source. Null means all of them. */
export function businessTypesServed(bankId: string): readonly BusinessType[] | null {
  return Object.hasOwn(SERVED, bankId) ? SERVED[bankId]! : null;
}

/** Throws FundSourceError.business_type_unknown or business_type_not_served. */
function requireBusinessType(bankId: string, businessType: BusinessType | null): void {
  const served = businessTypesServed(bankId);
  if (served === null) return;
  if (businessType === null) throw FundSourceError.business_type_unknown({ bankId, served: [...served] });
  if (served.includes(businessType)) return;
  throw FundSourceError.business_type_not_served({ bankId, businessType, served: [...served] });
}

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

/** Finds the owner of a virtual account number, for credits without other details; null if none. */
export async function findVirtualAccount(
  ctx: Pick<Context, "db" | "vault">,
  accountNumber: string,
): Promise<{ merchantId: string; fundSourceId: string } | null> {
  const [owner] = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string; fundSourceId: string }>(
      `select owner_merchant_id as "merchantId", fund_source_id as "fundSourceId"
       from fund_sources.virtual_account
       where account_hash = $1`,
      [hashVirtualAccount(ctx.vault, accountNumber)],
    ),
  );
  return owner ?? null;
}

const NUMBER_TRIES = 5;

/** Takes a free virtual account number for a fund source. Payment card numbers do not begin with 7. */
async function takeVirtualAccount(
  tx: Tx,
  vault: Vault,
  fundSourceId: string,
): Promise<{ accountNumber: string; ifsc: string }> {
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const digits = Array.from({ length: 3 }, () => String(randomInt(10_000)).padStart(4, "0"));
    const accountNumber = `7700${digits.join("")}`;
    const [taken] = await tx.directory.query<{ ifsc: string }>(
      `insert into fund_sources.virtual_account (account_hash, owner_merchant_id, fund_source_id)
       values ($1, $2, $3)
       on conflict do nothing
       returning fund_sources.virtual_ifsc() as ifsc`,
      [hashVirtualAccount(vault, accountNumber), tx.merchantId, fundSourceId],
    );
    if (taken !== undefined) return { accountNumber, ifsc: taken.ifsc };
  }
  throw new Error(`${NUMBER_TRIES} virtual account numbers in a row were taken`);
}
