/** Metrics of webhooks for the operator. */
import { CLOCK, defineCounter, defineFigures } from "#lib/metrics";

const tries = defineCounter("vitaran_webhook_tries_total", {
  help: "Tries to deliver a webhook: delivered, failed at the receiver, or hindered by something else.",
  labels: ["outcome"],
});
const givenUp = defineCounter("vitaran_webhook_given_up_total", {
  help: "Webhooks that are not tried any more and wait for a replay.",
});

/** Counts the tries of a set once they are committed. */
export function countTries(outcomes: readonly string[], dead: number): void {
  for (const outcome of outcomes) if (outcome !== "unsent") tries.inc({ outcome });
  givenUp.inc(dead);
}

/** Endpoints that we send to. Others are polled by their own programs, or disabled. */
const ENDPOINTS = `
  select mode, now, merchant_id, endpoint_id
  from clock
  join webhooks.endpoint using (merchant_id)
  where status = 'enabled'
    and listened_at is null`;

const PENDING = `
  select mode, now, case when tries = 0 then 'first' else 'retry' end as stage, created_at as since
  from (${ENDPOINTS}) as endpoint
  join webhooks.delivery using (merchant_id, endpoint_id)
  where delivery.status = 'pending'
  union all
  select mode, now, 'event', event.at
  from clock
  join webhooks.event using (merchant_id)
  where event.pending`;

export const webhooksFigures = defineFigures({
  name: "webhooks",
  queries: [
    {
      sql: `${CLOCK}
        select mode, stage, count(*) as pending
        from (${PENDING}) as pending
        group by mode, stage`,
      metrics: {
        vitaran_webhooks_pending: {
          help: "Webhooks that are not delivered: unread events, and deliveries before or after a first try.",
          labels: ["mode", "stage"],
          value: "pending",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode, greatest(max(extract(epoch from now - since)), 0) as oldest
        from (${PENDING}) as pending
        group by mode`,
      metrics: {
        vitaran_webhooks_oldest_seconds: {
          help: "Age of the oldest webhook that is not delivered.",
          labels: ["mode"],
          value: "oldest",
        },
      },
    },
    {
      sql: `${CLOCK}
        select mode,
          case
            when status = 'disabled' then 'disabled'
            when failing_since is not null then 'failing'
            else 'working'
          end as state,
          count(*) as count
        from clock
        join webhooks.endpoint using (merchant_id)
        where status = 'enabled'
          or (status = 'disabled' and disabled_because <> 'merchant')
        group by 1, 2`,
      metrics: {
        vitaran_webhook_endpoints: {
          help: "Endpoints of webhooks: working, failing since their last try, or disabled by failures.",
          labels: ["mode", "state"],
          value: "count",
        },
      },
    },
  ],
});
