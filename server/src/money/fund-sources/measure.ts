/** Figures about connections to banks, and about the money in fund sources, for the operator. */
import { CLOCK, defineFigures } from "#lib/metrics";

export const connectionsFigures = defineFigures({
  name: "connections",
  queries: [
    {
      sql: `${CLOCK}
        select mode, bank_id as bank,
          case
            when stopped_because is not null then 'stopped'
            when recovering_since is not null then 'recovering'
            when enabled then 'on'
            else 'off'
          end as state,
          count(*) as count
        from clock
        join fund_sources.bank_connection using (merchant_id)
        group by 1, 2, 3`,
      metrics: {
        vitaran_bank_connections: {
          help: "Connections to banks: on, off, stopped until a person has checked, or recovering after a restore.",
          labels: ["mode", "bank", "state"],
          value: "count",
        },
      },
    },
  ],
});

/** Each fund source is a series of its own, so there may not be many. */
const SHOWN_MAX = 200;

const SOURCES = `
  select mode, merchant_id, fund_source_id, account.balance_paise, low_balance_threshold_paise as threshold_paise,
    account.balance_paise < low_balance_threshold_paise as is_low
  from clock
  join fund_sources.fund_source as source using (merchant_id)
  join ledger.account using (merchant_id)
  where account.account_no = source.ledger_account_no
    and source.active
    and source.kind in ('wallet', 'bank_account')`;

export const fundSourcesFigures = defineFigures({
  name: "fund_sources",
  queries: [
    {
      sql: `${CLOCK}
        select mode, count(*) filter (where is_low) as low
        from (${SOURCES}) as source
        group by mode`,
      metrics: {
        vitaran_fund_sources_low: {
          help: "Active fund sources that have less than their threshold.",
          labels: ["mode"],
          value: "low",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, merchant_id as merchant, fund_source_id as fund_source, balance_paise::float8 / 100 as rupees,
          is_low::int as low
        from (${SOURCES}) as source
        order by mode = 'live' desc, is_low desc, threshold_paise desc, merchant_id, fund_source_id
        limit ${SHOWN_MAX}`,
      metrics: {
        vitaran_fund_source_available_rupees: {
          help: `Money that a fund source has available. At most ${SHOWN_MAX} of a home: live and low ones first.`,
          labels: ["mode", "merchant", "fund_source"],
          value: "rupees",
        },
        vitaran_fund_source_low: {
          help: "1 if the fund source has less than its threshold, else 0.",
          labels: ["mode", "merchant", "fund_source"],
          value: "low",
        },
      },
    },
  ],
});
