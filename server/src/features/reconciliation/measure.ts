/** Figures about statements, their lines and breaks, and about the database itself, for the operator. */
import { CLOCK, defineFigures } from "#lib/metrics";

/** A statement is late if its day ended this long ago. */
const LATE_HOURS = 6;

/** Lines that arrived in this time count for the share. */
const SHARE_HOURS = 24;

/** The partial indexes of lines that wait have these conditions. */
const LINES = `
  select mode, bank_id as bank, 'new' as state, count(*) as lines
  from clock
  join reconciliation.line using (merchant_id)
  where state = 'new'
    and not awaits_day
  group by mode, bank_id
  union all
  select mode, bank_id, 'suspense', count(*)
  from clock
  join reconciliation.line using (merchant_id)
  where state = 'suspense'
  group by mode, bank_id`;

const SHARE = `
  select mode, sum(matched)::float8 / nullif(sum(lines), 0) as share
  from clock
  cross join lateral (
    select count(*) as lines, count(*) filter (where state in ('matched', 'paired')) as matched
    from reconciliation.line
    where line.merchant_id = clock.merchant_id
      and arrived_at > clock.now - interval '${SHARE_HOURS} hours'
      and state <> 'vanished'
  ) as lately
  group by mode`;

const STATEMENTS = `
  select mode, bank_id as bank, count(*) filter (where problem is not null) as failing,
    count(*) filter (
      where (next_day + 1)::timestamp at time zone 'Asia/Kolkata' < clock.now - interval '${LATE_HOURS} hours'
    ) as overdue
  from clock
  join reconciliation.schedule using (merchant_id)
  join fund_sources.bank_connection as connection using (merchant_id, bank_id)
  where connection.enabled
    or connection.recovering_since is not null
  group by mode, bank_id`;

export const reconciliationFigures = defineFigures({
  name: "reconciliation",
  queries: [
    {
      sql: `${CLOCK} ${LINES}`,
      metrics: {
        vitaran_statement_lines_waiting: {
          help: "Statement lines that are not matched: new ones, and unexplained ones in suspense.",
          labels: ["mode", "bank", "state"],
          value: "lines",
        },
      },
    },
    {
      sql: `${CLOCK} ${SHARE}`,
      metrics: {
        vitaran_reconciled_ratio: {
          help: `Share of the statement lines of the last ${SHARE_HOURS} hours that are matched.`,
          labels: ["mode"],
          value: "share",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, kind, count(*) as breaks
        from clock
        join reconciliation.break using (merchant_id)
        where closed_at is null
        group by mode, kind`,
      metrics: {
        vitaran_breaks_open: {
          help: "Open breaks by kind.",
          labels: ["mode", "kind"],
          value: "breaks",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, greatest(max(extract(epoch from clock.now - opened_at)), 0) as oldest
        from clock
        join reconciliation.break using (merchant_id)
        where closed_at is null
        group by mode`,
      metrics: {
        vitaran_breaks_oldest_seconds: {
          help: "Age of the oldest open break.",
          labels: ["mode"],
          value: "oldest",
        },
      },
    },
    {
      sql: `${CLOCK} ${STATEMENTS}`,
      metrics: {
        vitaran_statements_overdue: {
          help: `Connections without the statement of a day that ended more than ${LATE_HOURS} hours ago.`,
          labels: ["mode", "bank"],
          value: "overdue",
        },
        vitaran_statements_failing: {
          help: "Connections whose statements could not be fetched at the last try.",
          labels: ["mode", "bank"],
          value: "failing",
        },
      },
    },
    {
      sql: "select synchronous::int as synchronous from reconciliation.database_seen",
      metrics: {
        vitaran_database_synchronous: {
          help: "1 if commits wait until a standby has them on its disk, else 0.",
          value: "synchronous",
        },
      },
    },
  ],
});
