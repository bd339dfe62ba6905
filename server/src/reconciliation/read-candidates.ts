import type { Tx } from "#lib/db";
import { IS_LIKE, IS_UNTIED, IS_WHOLE } from "./conditions.ts";
import type { Tied } from "./read-booked-attempts.ts";
import type { DayOfBank } from "./tie-lines.ts";

/** Of more payments that are like one another those are asked about that were sent last before a line. */
const CANDIDATES_MAX = 50;

/**
 * Where a debit with a UTR is like payments whose UTR is not known: those of which their bank is to be asked, for the
 * UTR that it names ties the line, or nothing does. Payments without an outcome are asked about on their rail's budget
 * until the whole day is here.
 */
export function readCandidates(tx: Tx, { bankId, day }: DayOfBank): Promise<Tied[]> {
  return tx.query<Tied>(READ, [tx.merchantId, bankId, day]);
}

const READ = `
  select attempt.transfer_id as "transferId", attempt.attempt
  from reconciliation.line, transfers.transfer, transfers.attempt, beneficiaries.beneficiary
  where ${IS_UNTIED}
    and line.side = 'debit'
    and line.kind <> 'charge'
    and line.reference is null
    and line.utr is not null
    and not exists (
      select from transfers.fact
      where fact.merchant_id = $1
        and fact.utr = line.utr
    )
    and ${IS_LIKE}
    and not exists (
      select from transfers.fact
      where fact.merchant_id = $1
        and fact.transfer_id = attempt.transfer_id
        and fact.attempt = attempt.attempt
        and fact.utr is not null
    )
    and (not attempt.live or ${IS_WHOLE})
  group by attempt.transfer_id, attempt.attempt
  order by min(abs(extract(epoch from line.booked_at - attempt.at)))
  limit ${CANDIDATES_MAX}`;
