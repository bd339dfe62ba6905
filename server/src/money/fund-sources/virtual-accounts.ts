/** Virtual accounts, to which top-ups are paid. */
import { randomInt } from "node:crypto";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { hashVirtualAccount } from "./seal-account.ts";

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
export async function takeVirtualAccount(
  tx: Tx,
  vault: Vault,
  fundSourceId: string,
): Promise<{ accountNumber: string; ifsc: string }> {
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const digits = Array.from({ length: 3 }, () => String(randomInt(10_000)).padStart(4, "0"));
    const accountNumber = `7700${digits.join("")}`;
    const [taken] = await tx.query<{ ifsc: string }>(
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
