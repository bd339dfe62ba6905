/** Reads what recording news needs, together with BEGIN, and locks what the news will change. */
import type { UntimedTx } from "#lib/db";
import { lockAccounts, sourceAccounts, type LockedAccount } from "#ledger";
import { type Fact, type News, readFacts } from "../fact.ts";
import type { AttemptRow } from "../attempt.ts";
import { reserveAccount } from "../entries.ts";
import { lockTransfers, type Transfer } from "../transfer.ts";

export interface AskedNews {
  readonly transfers: readonly Transfer[];
  /** Facts that banks reported about these transfers before. */
  readonly known: readonly Fact[];
  readonly attempts: readonly AttemptRow[];
  readonly accounts: ReadonlyMap<number, LockedAccount>;
}

/** Locks the transfers of some facts, then the ledger accounts, and reads what is known. */
export async function askAboutNews(
  ask: UntimedTx,
  { facts, accounts }: { facts: readonly Fact[]; accounts: readonly number[] },
): Promise<AskedNews> {
  const ids = [...new Set(facts.map((fact) => fact.transferId))];
  const [transfers, known, attempts, locked] = await Promise.all([
    lockTransfers(ask, ids),
    readFacts(ask, ids),
    ask.query<AttemptRow>(READ_ATTEMPTS, [ask.merchantId, ids]),
    accounts.length === 0 ? new Map<number, LockedAccount>() : lockAccounts(ask, accounts),
  ]);
  return { transfers, known, attempts, accounts: locked };
}

/**
 * Returns the ledger accounts that the news will move money on, as far as it shows them. A payment takes its
 * charges from what is held and releases a reserve; everything else may go back to its source. Returns none
 * if one payer is unknown: accounts are locked in the order of their numbers, so all at once.
 */
export function accountsToLock(set: readonly News[]): number[] {
  const wanted = new Set<number>();
  for (const { payer, outcome } of set) {
    if (payer === undefined) return [];
    const { available, heldOut } = sourceAccounts(payer.sourceNo);
    if (outcome.kind === "pending" || outcome.kind === "unknown") continue;
    wanted.add(heldOut);
    if (outcome.kind !== "succeeded") wanted.add(available);
    else if (payer.reservePaise > 0n) wanted.add(reserveAccount(payer));
  }
  return [...wanted].sort((a, b) => a - b);
}

const READ_ATTEMPTS = `
  select attempt.transfer_id as "transferId", attempt.attempt, attempt.bank_id as "bankId",
    attempt.bank_no as "bankNo", attempt.rail, attempt.reference
  from unnest($2::uuid[]) as heard (id)
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.transfer_id = heard.id`;
