import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import type { BankState } from "./bank-health.ts";

/** A bank's change to a state on a rail. */
export interface BankTurn {
  readonly state: BankState;
  readonly at: Date;
}

/**
 * Reads the states of a sandbox merchant's bank on a rail, for all payees, that began in the period, by the
 * merchant's clock. None: its responses showed no trouble.
 */
export async function readBankTurns(
  tx: Tx,
  { bankId, rail, from, until }: { bankId: string; rail: Rail; from: Date; until: Date },
): Promise<BankTurn[]> {
  const values = [tx.merchantId, bankId, rail, from.getTime(), until.getTime()];
  const turns = await tx.query<{ state: BankState; since: number }>(READ, values);
  return turns.map(({ state, since }) => ({ state, at: new Date(Number(since)) }));
}

const READ = `
  select entry ->> 'state' as state, (entry ->> 'since')::float8 as since
  from health.bank_snapshot
  cross join jsonb_array_elements(snapshot -> 'entries') as entry
  where merchant_id = $1
    and entry ->> 'bankId' = $2
    and entry ->> 'rail' = $3
    and entry ->> 'payeeCode' is null
    and (entry ->> 'since')::float8 between $4 and $5
  group by state, since
  order by since, min(snapshot_no)`;
