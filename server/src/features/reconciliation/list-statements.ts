import type { BankStatementKind } from "#banks";
import type { Context } from "#lib/context";
import { maskWords } from "#lib/mask-account";

/** A statement of one bank and day, with the states of the known lines of that day. */
export interface ListedStatement {
  readonly bankId: string;
  readonly day: string;
  readonly kind: BankStatementKind;
  /** True if it covers the whole day. */
  readonly whole: boolean;
  readonly state: "imported" | "refused";
  readonly because: string | null;
  /** True if it does not follow from the one before it: credits from its day on wait. */
  readonly unproved: boolean;
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  readonly lineCount: number;
  readonly arrivedAt: Date;
  readonly lines: { readonly settled: number; readonly suspense: number; readonly waiting: number };
}

/** The status of fetching a bank's statements. */
interface BankSchedule {
  readonly bankId: string;
  /** The first day whose whole statement is missing. */
  readonly nextDay: string;
  readonly dueAt: Date;
  /** The reason why the last request gave nothing, and the time since when that is so. */
  readonly problem: string | null;
  readonly failingSince: Date | null;
  /** False if nothing is sent to it; reason and time follow, except for a bank that a person switched off. */
  readonly enabled: boolean;
  readonly stoppedBecause: string | null;
  readonly stoppedAt: Date | null;
  readonly recoveringSince: Date | null;
}

/**
 * Lists a merchant's banks and their newest statements by day; of a day the whole one, if it is here. What banks said
 * is masked.
 */
export function listStatements(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { limit }: { readonly limit: number },
): Promise<{ banks: BankSchedule[]; statements: ListedStatement[] }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const banks = await tx.query<BankSchedule>(READ_BANKS, [merchantId]);
    const statements = await tx.query<ListedStatement>(READ_STATEMENTS, [merchantId, limit]);
    return {
      banks: banks.map((one) => ({ ...one, problem: one.problem && maskWords(one.problem) })),
      statements: statements.map((one) => ({ ...one, because: one.because && maskWords(one.because) })),
    };
  });
}

const READ_BANKS = `
  select connection.bank_id as "bankId", next_day::text as "nextDay", due_at as "dueAt", problem,
    failing_since as "failingSince", connection.enabled, connection.stopped_because as "stoppedBecause",
    connection.stopped_at as "stoppedAt",
    connection.recovering_since as "recoveringSince"
  from fund_sources.bank_connection as connection
  join reconciliation.schedule using (merchant_id, bank_id)
  where merchant_id = $1
  order by connection.bank_no`;

const READ_STATEMENTS = `
  with newest as (
    select distinct on (bank_id, day) *
    from reconciliation.statement
    where merchant_id = $1
    order by bank_id, day desc, whole desc, arrived_at desc
  )
  select newest.bank_id as "bankId", newest.day::text as day, newest.kind, newest.whole, newest.state, newest.because,
    newest.unproved, opening_paise as "openingPaise", closing_paise as "closingPaise", line_count as "lineCount",
    newest.arrived_at as "arrivedAt", counted.lines
  from (select * from newest order by day desc, bank_id limit $2) as newest
  cross join lateral (
    select json_build_object(
      'settled', count(*) filter (where line.state in ('matched', 'paired')),
      'suspense', count(*) filter (where line.state = 'suspense'),
      'waiting', count(*) filter (where line.state = 'new')
    ) as lines
    from reconciliation.line
    where line.merchant_id = $1
      and line.bank_id = newest.bank_id
      and line.day = newest.day
  ) as counted
  order by newest.day desc, newest.bank_id`;
