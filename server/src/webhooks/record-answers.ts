import type { Context } from "#lib/context";
import { toDelivery, type DueRow } from "./claim-due.ts";
import { cutExcerpt } from "./cut-excerpt.ts";
import { WebhookError } from "./errors.ts";
import { isSuccess } from "./is-success.ts";
import { readEndpoint } from "./read-enabled-endpoints.ts";
import { recordTries } from "./record-tries.ts";
import { sealV2For } from "./render-deliveries.ts";

/** A response to one webhook from the receiver behind a listener. */
export interface ListenerAnswer {
  readonly deliveryId: string;
  /** HTTP status; null: there was no response. */
  readonly status: number | null;
  /** The beginning of the response, or the error; at most 1 kB of it is stored. */
  readonly excerpt: string;
  readonly durationMs: number;
}

export interface AnswerSet {
  readonly listenerId: string;
  /** The value from when the deliveries were taken. */
  readonly leaseUntil: Date;
  readonly answers: readonly ListenerAnswer[];
}

/**
 * Records the results of deliveries that a listener took. Failures are retried by the usual schedule. After
 * the lease, only successes count. Throws `listener_not_found`.
 */
export async function recordAnswers(
  ctx: Context,
  merchantId: string,
  { listenerId, leaseUntil, answers }: AnswerSet,
): Promise<{ delivered: number; dead: number }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const endpoint = await readEndpoint(tx, listenerId);
    if (endpoint === undefined || endpoint.listener === "none")
      throw WebhookError.listener_not_found({ listenerId });
    const byId = new Map(answers.map((answer) => [answer.deliveryId, answer]));
    const rows = await tx.query<DueRow>(FIND, [tx.merchantId, listenerId, [...byId.keys()]]);
    const tries = rows.map((row) => {
      const { status, excerpt, durationMs } = byId.get(row.delivery_id)!;
      const outcome = isSuccess(endpoint.format, status) ? ("delivered" as const) : ("failed" as const);
      const result = { status, excerpt: cutExcerpt(excerpt), retryAfterMs: null, durationMs };
      // The data was frozen when they were taken.
      return { delivery: toDelivery(row), data: row.data, v2Data: null, outcome, result };
    });
    return recordTries(tx, {
      endpointId: listenerId,
      leaseUntil,
      tries,
      sealV2: sealV2For(ctx, merchantId),
    });
  });
}

const FIND = `
  select delivery.delivery_id, delivery.endpoint_id, delivery.subject_id, delivery.seq, delivery.tries,
    event.type, event.at, event.data, event.sealed_v2
  from webhooks.delivery
  join webhooks.event
    on event.merchant_id = delivery.merchant_id
    and event.subject_id = delivery.subject_id
    and event.seq = delivery.seq
  where delivery.merchant_id = $1
    and delivery.endpoint_id = $2
    and delivery.delivery_id = any ($3::uuid[])`;
