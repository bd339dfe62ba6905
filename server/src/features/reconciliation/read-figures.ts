import type { Context } from "#lib/context";

/** The number of things that were reconciled in time; `total` counts those that are old enough. */
interface ReconciledShare {
  readonly reconciled: number;
  readonly total: number;
}

export type Ages = Readonly<Record<"fiveMinutes" | "oneHour" | "oneDay", ReconciledShare>>;

/** The shares for what was paid, or arrived, on one day in India. */
interface DayAges {
  readonly day: string;
  readonly ages: Ages;
}

interface ReconciliationFigures {
  /** The time from the payment to its matched line. */
  readonly fromPayment: Ages;
  /** The time from the statement that brought a line until it was matched. */
  readonly fromStatement: Ages;
  /** The shares by day, earliest first; days without anything to count are left out. */
  readonly fromPaymentByDay: readonly DayAges[];
  readonly fromStatementByDay: readonly DayAges[];
  readonly openBreaks: number;
  /** Unexplained credits and debits in suspense, in paise. */
  readonly suspenseCreditPaise: bigint;
  readonly suspenseDebitPaise: bigint;
}

/** Reads the current figures of the last days, by the merchant's clock. */
export function readReconciliationFigures(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { days }: { readonly days: number },
): Promise<ReconciliationFigures> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const from = new Date(tx.now.getTime() - days * DAY_MS);
    const [payments, lines, [open]] = await Promise.all([
      tx.query<AgeRow>(FROM_PAYMENT, [merchantId, tx.now, from]),
      tx.query<AgeRow>(FROM_STATEMENT, [merchantId, tx.now, from]),
      tx.query<Open>(READ_OPEN, [merchantId]),
    ]);
    return {
      fromPayment: agesOf(payments),
      fromStatement: agesOf(lines),
      fromPaymentByDay: daysOf(payments),
      fromStatementByDay: daysOf(lines),
      ...open!,
    };
  });
}

const DAY_MS = 86_400_000;

type Open = Pick<ReconciliationFigures, "openBreaks" | "suspenseCreditPaise" | "suspenseDebitPaise">;

interface AgeRow extends ReconciledShare {
  readonly day: string;
  readonly age: keyof Ages;
}

function agesOf(rows: readonly AgeRow[]): Ages {
  const shareOf = (age: keyof Ages): ReconciledShare => {
    const ofAge = rows.filter((row) => row.age === age);
    return {
      reconciled: ofAge.reduce((sum, row) => sum + row.reconciled, 0),
      total: ofAge.reduce((sum, row) => sum + row.total, 0),
    };
  };
  return { fiveMinutes: shareOf("fiveMinutes"), oneHour: shareOf("oneHour"), oneDay: shareOf("oneDay") };
}

const daysOf = (rows: readonly AgeRow[]): DayAges[] =>
  [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, ofDay]) => ({ day, ages: agesOf(ofDay) }))
    .toSorted((one, two) => one.day.localeCompare(two.day));

/** Counts `thing (at, settled_at)` by day and age. */
const countByAge = (things: string): string => `
  select (at at time zone 'Asia/Kolkata')::date::text as day, age,
    count(*) filter (where settled_at <= at + within)::int as reconciled, count(*)::int as total
  from (${things}) as thing (at, settled_at)
  cross join (
    values ('fiveMinutes', interval '5 minutes'), ('oneHour', interval '1 hour'), ('oneDay', interval '1 day')
  ) as age (age, within)
  where at + within <= $2 or settled_at <= at + within
  group by 1, age`;

/** Counts from the time when its bank began to give statements. */
const FROM_PAYMENT = countByAge(`
  select transfer.finished_at, line.settled_at
  from transfers.transfer
  join reconciliation.schedule
    on schedule.merchant_id = $1
   and schedule.bank_id = transfer.bank_id
   and (transfer.sent_at at time zone 'Asia/Kolkata')::date >= schedule.first_day
  left join reconciliation.line
    on line.merchant_id = $1
   and line.transfer_id = transfer.transfer_id
   and line.attempt = transfer.attempt
   and line.side = 'debit'
   and line.state = 'matched'
  where transfer.merchant_id = $1
    and transfer.status = 'succeeded'
    and transfer.finished_at >= $3`);

const FROM_STATEMENT = countByAge(`
  select line.arrived_at, line.settled_at
  from reconciliation.line
  where line.merchant_id = $1
    and line.arrived_at >= $3
    and line.state <> 'vanished'`);

const READ_OPEN = `
  select
    (select count(*)::int from reconciliation.break where merchant_id = $1 and closed_at is null) as "openBreaks",
    coalesce(sum(amount_paise) filter (where side = 'credit'), 0)::bigint as "suspenseCreditPaise",
    coalesce(sum(amount_paise) filter (where side = 'debit'), 0)::bigint as "suspenseDebitPaise"
  from reconciliation.line
  where merchant_id = $1
    and state = 'suspense'`;
