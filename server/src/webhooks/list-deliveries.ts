import type { Context } from "#lib/context";
import { makeEventId } from "./event-id.ts";
import type { EventType } from "./event-types.ts";
import { maskExcerpt } from "./mask-body.ts";

/** Outcome of a delivery in the words of the dashboard: `waiting` had no try yet, `failed` was given up. */
export const OUTCOMES = ["delivered", "retrying", "waiting", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Classes of the last response; `none`: there was no response. */
export const ANSWER_CLASSES = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
export type AnswerClass = (typeof ANSWER_CLASSES)[number];

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly endpointIds?: readonly string[] | undefined;
  readonly status?: "pending" | "delivered" | "dead" | undefined;
  readonly outcomes?: readonly Outcome[] | undefined;
  readonly answers?: readonly AnswerClass[] | undefined;
  readonly types?: readonly EventType[] | undefined;
  /** The transfer, fund source, incident or other subject. */
  readonly subjectId?: string | undefined;
  /** Made from this moment on, by the merchant's clock. */
  readonly from?: Date | undefined;
  /** Made before this moment, by the merchant's clock. */
  readonly to?: Date | undefined;
  /** Only those made before this one, which is the last of the previous page. */
  readonly before?: string | undefined;
  /** From 1 to 101: a page of a hundred and one more. Default 50. */
  readonly limit?: number;
}

export interface Delivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** The `webhook-id` that the receiver sees. */
  readonly eventId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly seq: number;
  /** `dead`: given up, unless it is replayed. */
  readonly status: "pending" | "delivered" | "dead";
  readonly tries: number;
  /** Time of the next try; null if there is none. */
  readonly dueAt: Date | null;
  readonly eventAt: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastDurationMs: number | null;
  /** At most 1 kB of the last response, with account numbers masked, or why there was none. */
  readonly lastExcerpt: string | null;
}

const LIMIT_MAX = 101;

/** Lists the merchant's deliveries, the newest first. */
export async function listDeliveries(
  ctx: Context,
  merchantId: string,
  filter: DeliveryFilter = {},
): Promise<Delivery[]> {
  const limit = Math.min(Math.max(filter.limit ?? 50, 1), LIMIT_MAX);
  const values: unknown[] = [merchantId, limit];
  const conditions = conditionsOf(filter, values);
  const text = `${SELECT_DELIVERIES} ${conditions.join(" ")} order by delivery.delivery_id desc limit $2`;
  const rows = await ctx.db.inMerchant(merchantId, (tx) => tx.query<Omit<Delivery, "eventId">>(text, values));
  return rows.map(nameDelivery);
}

/** Adds the ID that the receiver sees. */
export const nameDelivery = <Row extends Omit<Delivery, "eventId">>(row: Row): Row & { eventId: string } => ({
  ...row,
  lastExcerpt: row.lastExcerpt === null ? null : maskExcerpt(row.lastExcerpt),
  eventId: makeEventId(row),
});

/** Makes one text per combination, so that each is planned with the right index. Adds to `values`. */
function conditionsOf(filter: DeliveryFilter, values: unknown[]): string[] {
  const compared = CONDITIONS.flatMap(([key, condition]) =>
    filter[key] === undefined ? [] : [`and ${condition.replace("?", `$${values.push(filter[key])}`)}`],
  );
  const { outcomes, answers } = filter;
  return [
    ...compared,
    ...(outcomes === undefined ? [] : [`and (${outcomes.map((one) => OUTCOME_SQL[one]).join(" or ")})`]),
    ...(answers === undefined ? [] : [`and (${answers.map((one) => ANSWER_SQL[one]).join(" or ")})`]),
  ];
}

const CONDITIONS = [
  ["endpointId", "delivery.endpoint_id = ?"],
  ["endpointIds", "delivery.endpoint_id = any (?::uuid[])"],
  ["status", "delivery.status = ?"],
  ["subjectId", "delivery.subject_id = ?"],
  ["types", "event.type = any (?::text[])"],
  ["from", "delivery.created_at >= ?"],
  ["to", "delivery.created_at < ?"],
  ["before", "delivery.delivery_id < ?"],
] as const;

const OUTCOME_SQL: Readonly<Record<Outcome, string>> = {
  delivered: "delivery.status = 'delivered'",
  retrying: "(delivery.status = 'pending' and delivery.tries > 0)",
  waiting: "(delivery.status = 'pending' and delivery.tries = 0)",
  failed: "delivery.status = 'dead'",
};

const answered = (first: number): string => `(delivery.last_status between ${first} and ${first + 99})`;

const ANSWER_SQL: Readonly<Record<AnswerClass, string>> = {
  "2xx": answered(200),
  "3xx": answered(300),
  "4xx": answered(400),
  "5xx": answered(500),
  none: "(delivery.tries > 0 and delivery.last_status is null)",
};

/** Selects deliveries with their events; more conditions can be appended. */
export const SELECT_DELIVERIES = `
  select delivery.delivery_id as "deliveryId", delivery.endpoint_id as "endpointId", event.type,
    delivery.subject_id as "subjectId", delivery.seq, delivery.status, delivery.tries,
    delivery.due_at as "dueAt", event.at as "eventAt",
    delivery.created_at as "createdAt", delivery.finished_at as "finishedAt",
    delivery.last_status as "lastStatus", delivery.last_duration_ms as "lastDurationMs",
    delivery.last_excerpt as "lastExcerpt"
  from webhooks.delivery
  join webhooks.event
    on event.merchant_id = delivery.merchant_id
    and event.subject_id = delivery.subject_id
    and event.seq = delivery.seq
  where delivery.merchant_id = $1`;
