/** What recording news asks first, with the begin of its transaction; it locks what the news will move. */
import type { Asking } from "#lib/db";
import { lockAccounts, sourceAccounts, type LockedAccount } from "#ledger";
import type { Fact, News } from "./fact.ts";
import { readFacts } from "./facts.ts";
import { lockTransfers, type Transfer } from "./transfer.ts";

export interface Asked {
  readonly transfers: readonly Transfer[];
  /** What banks have said of them before. */
  readonly known: readonly Fact[];
  readonly attempts: readonly AttemptRow[];
  readonly accounts: ReadonlyMap<number, LockedAccount>;
}

interface AttemptRow {
  readonly transferId: string;
  readonly attempt: number;
  readonly bankId: string;
  readonly bankNo: number;
}

/** Locks the transfers that facts are about, then the accounts, and reads what is known. */
export async function askAboutNews(
  ask: Asking,
  { facts, accounts }: { facts: readonly Fact[]; accounts: readonly number[] },
): Promise<Asked> {
  const ids = [...new Set(facts.map((fact) => fact.transferId))];
  const [transfers, known, attempts, locked] = await Promise.all([
    lockTransfers(ask, ids),
    readFacts(ask, ids),
    ask.query<AttemptRow>(READ_ATTEMPTS, [
      ask.merchantId,
      facts.map((fact) => fact.transferId),
      facts.map((fact) => fact.attempt),
    ]),
    accounts.length === 0 ? new Map<number, LockedAccount>() : lockAccounts(ask, accounts),
  ]);
  return { transfers, known, attempts, accounts: locked };
}

/**
 * Accounts that the news will move, as far as its words tell: payments take their charges from what is held, all else
 * may go back to where it came from. None where it is not known whose money one of them was: accounts are locked in
 * the order of their numbers, and so all at once.
 */
export function accountsToLock(set: readonly News[]): number[] {
  const wanted = new Set<number>();
  for (const { sourceNo, outcome } of set) {
    if (sourceNo === undefined) return [];
    const { available, heldOut } = sourceAccounts(sourceNo);
    if (outcome.kind === "pending" || outcome.kind === "unknown") continue;
    wanted.add(heldOut);
    if (outcome.kind !== "succeeded") wanted.add(available);
  }
  return [...wanted].sort((a, b) => a - b);
}

const READ_ATTEMPTS = `
  select attempt.transfer_id as "transferId", attempt.attempt, attempt.bank_id as "bankId",
    attempt.bank_no as "bankNo"
  from unnest($2::uuid[], $3::smallint[]) as heard (transfer_id, attempt)
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.transfer_id = heard.transfer_id
   and attempt.attempt = heard.attempt`;
