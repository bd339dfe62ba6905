/** Figures about the health of our own banks for the operator. */
import { CLOCK, defineFigures } from "#lib/metrics";
import { CALLS_TOLD_MIN } from "./read-bank-health.ts";

/** Estimates for all payees of a bank; those for the payees of one bank have a third word in their key. */
const ESTIMATES = `
  select mode, split_part(known.key, ' ', 1) as bank, split_part(known.key, ' ', 2) as rail,
    known.value ->> 'state' as state, (known.value -> 'slow' ->> 'good')::float8 as good,
    (known.value -> 'slow' ->> 'refused')::float8 + (known.value -> 'slow' ->> 'unknown')::float8 as bad
  from (
    select mode, estimates
    from clock
    join health.bank_watch using (merchant_id)
    union all
    -- The health of banks for all live merchants is a fact of the directory, of which each home has a copy.
    select 'live', estimates
    from health.live_bank_watch
    where (select name from lib.home) = lib.first_home()
  ) as watch
  cross join lateral jsonb_each(estimates) as known
  where known.key not like '% % %'`;

export const banksFigures = defineFigures({
  name: "banks",
  queries: [
    {
      sql: `${CLOCK}
        select mode, bank, rail, state, count(*) as count
        from (${ESTIMATES}) as estimate
        group by mode, bank, rail, state`,
      metrics: {
        vitaran_bank_state: {
          help: "Health of banks by their responses: 1 for the state of a live bank, or the simulated banks in it.",
          labels: ["mode", "bank", "rail", "state"],
          value: "count",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, bank, rail,
          case when sum(good + bad) >= ${CALLS_TOLD_MIN} then sum(good) / sum(good + bad) end as share
        from (${ESTIMATES}) as estimate
        group by mode, bank, rail`,
      metrics: {
        vitaran_bank_success_ratio: {
          help: "Share of a bank's recent calls that it neither refused by its own fault nor left unknown.",
          labels: ["mode", "bank", "rail"],
          value: "share",
        },
      },
    },
  ],
});
