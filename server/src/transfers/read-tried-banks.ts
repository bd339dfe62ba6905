/** Reads at which banks earlier attempts of transfers were given up, and why. */
import type { Tx } from "#lib/db";
import { isOwnTrouble } from "#health";
import type { FailureReason } from "#rails";
import type { Transfer } from "./transfer.ts";

/** The banks at which earlier attempts of a transfer were given up. */
export interface Tried {
  /** Banks that refused because of the payment itself: never asked again. */
  refused: string[];
  /** Banks that refused because of their own trouble. */
  troubled: TroubledBank[];
  /** Banks that could not be reached: asked again only if there is no other. */
  unreached: string[];
  /** The times of the first and the last of these attempts. */
  since: Date;
  last: Date;
}

/** A bank that could not pay anyone at that time. */
export interface TroubledBank {
  readonly bankId: string;
  /** The time of its last instruction. */
  readonly at: Date;
  /** The number of instructions that it got. */
  readonly times: number;
}

interface GivenUp {
  transferId: string;
  bankId: string;
  evidence: string;
  at: Date;
  otherBank: boolean;
  reason: FailureReason | null;
}

/** Reads the tried banks by transfer. Transfers without a given-up attempt are left out. */
export async function readTriedBanks(tx: Tx, due: readonly Transfer[]): Promise<Map<string, Tried>> {
  const attempted = due.filter((transfer) => transfer.attempt > 0).map((transfer) => transfer.transferId);
  const tried = new Map<string, Tried>();
  if (attempted.length === 0) return tried;
  for (const givenUp of await tx.query<GivenUp>(READ, [tx.merchantId, attempted])) {
    const { transferId, at } = givenUp;
    const one = tried.get(transferId) ?? { refused: [], troubled: [], unreached: [], since: at, last: at };
    one.last = at;
    addBank(one, givenUp);
    tried.set(transferId, one);
  }
  return tried;
}

function addBank(one: Tried, { bankId, evidence, at, otherBank, reason }: GivenUp): void {
  if (evidence !== "NEG") one.unreached.push(bankId);
  else if (!isOwnTrouble({ otherBank, reason })) one.refused.push(bankId);
  else {
    const before = one.troubled.find((bank) => bank.bankId === bankId);
    const others = one.troubled.filter((bank) => bank !== before);
    one.troubled = [...others, { bankId, at, times: (before?.times ?? 0) + 1 }];
  }
}

const READ = `
  select attempt.transfer_id as "transferId", attempt.bank_id as "bankId", attempt.evidence, attempt.at,
    coalesce(no.other_bank, false) as "otherBank", no.reason
  from transfers.attempt
  left join lateral (
    select other_bank, reason
    from transfers.fact
    where fact.merchant_id = $1
      and fact.transfer_id = attempt.transfer_id
      and fact.attempt = attempt.attempt
      and fact.evidence = 'NEG'
    order by other_bank, fact_key
    limit 1
  ) as no on true
  where attempt.merchant_id = $1
    and attempt.transfer_id = any ($2::uuid[])
    and not attempt.live
  order by attempt.attempt`;
