/** Deliveries and their tries, as people read them. */
import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import { buildRequest, type Format, type WebhookRequest } from "./build-request.ts";
import { readEndpoint } from "./endpoints.ts";
import { WebhookError } from "./errors.ts";
import type { EventData, EventType } from "./event-types.ts";
import { maskBody, maskExcerpt } from "./mask-body.ts";
import { makeEventId } from "./events.ts";
import { openFrozen, renderDeliveries } from "./render.ts";
import { openSecrets } from "./send-deliveries.ts";

/** Outcome of a delivery in the words of the dashboard: `waiting` had no try yet, `failed` was given up. */
export const OUTCOMES = ["delivered", "retrying", "waiting", "failed"] as const;
export type DeliveryOutcome = (typeof OUTCOMES)[number];

/** Classes of the last response; `none`: there was no response. */
export const ANSWER_CLASSES = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
type AnswerClass = (typeof ANSWER_CLASSES)[number];

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly endpointIds?: readonly string[] | undefined;
  readonly status?: "pending" | "delivered" | "dead" | undefined;
  readonly outcomes?: readonly DeliveryOutcome[] | undefined;
  readonly answers?: readonly AnswerClass[] | undefined;
  readonly types?: readonly EventType[] | undefined;
  /** The transfer, fund source, incident or other subject. */
  readonly subjectId?: string | undefined;
  /** Made from this moment on, by the merchant's clock. */
  readonly from?: Date | undefined;
  /** Made before this moment, by the merchant's clock. */
  readonly to?: Date | undefined;
  /** The last delivery of the previous page. Only older ones are listed. */
  readonly before?: string | undefined;
  /** From 1 to 101, so that one delivery beyond a page of 100 can be read. The default is 50. */
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
  const rows = await ctx.db.inMerchant(merchantId, (tx) => tx.query<Stored>(text, values));
  return rows.map((row) => nameDelivery(ctx, merchantId, row));
}

/** Fields of an event as they were sent, if they were: a receiver may repeat them. */
interface Sent {
  readonly data: EventData | null;
  readonly sealedV2: Buffer | null;
}

type Stored = Omit<Delivery, "eventId"> & Sent;

/** Adds the ID that the receiver sees, and masks what it answered. */
function nameDelivery(ctx: Context, merchantId: string, row: Stored): Delivery {
  const { data, sealedV2, ...rest } = row;
  const delivery = { ...rest, eventId: makeEventId(row) };
  if (row.lastExcerpt === null) return delivery;
  const sent = wordsOfSent(ctx, merchantId, { eventId: delivery.eventId, data, sealedV2 });
  return { ...delivery, lastExcerpt: maskExcerpt(row.lastExcerpt, sent) };
}

function wordsOfSent(
  ctx: Context,
  merchantId: string,
  { eventId, data, sealedV2 }: Sent & { readonly eventId: string },
): string {
  const v2Data = sealedV2 === null ? null : openFrozen(ctx, merchantId, { eventId, sealed: sealedV2 });
  return JSON.stringify({ eventId, data, v2Data });
}

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

const OUTCOME_SQL: Readonly<Record<DeliveryOutcome, string>> = {
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
const SELECT_DELIVERIES = `
  select delivery.delivery_id as "deliveryId", delivery.endpoint_id as "endpointId", event.type,
    delivery.subject_id as "subjectId", delivery.seq, delivery.status, delivery.tries,
    delivery.due_at as "dueAt", event.at as "eventAt",
    delivery.created_at as "createdAt", delivery.finished_at as "finishedAt",
    delivery.last_status as "lastStatus", delivery.last_duration_ms as "lastDurationMs",
    delivery.last_excerpt as "lastExcerpt", event.data, event.sealed_v2 as "sealedV2"
  from webhooks.delivery
  join webhooks.event
    on event.merchant_id = delivery.merchant_id
    and event.subject_id = delivery.subject_id
    and event.seq = delivery.seq
  where delivery.merchant_id = $1`;

/** One request to a receiver, and the response. */
interface LoggedTry {
  readonly at: Date;
  /** Null means that there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the receiver's response, with account numbers masked. */
  readonly excerpt: string;
}

/** Lists the last 100 tries of a delivery, newest first. One that succeeded at the first try has none. */
export async function listTries(ctx: Context, merchantId: string, deliveryId: string): Promise<LoggedTry[]> {
  return (await listTriesOf(ctx, merchantId, [deliveryId])).get(deliveryId) ?? [];
}

/** Lists the tries of a set of deliveries by delivery ID. Deliveries without tries are left out. */
export async function listTriesOf(
  ctx: Context,
  merchantId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, LoggedTry[]>> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<LoggedTry & Pick<Delivery, "deliveryId" | "subjectId" | "seq"> & Sent>(LIST, [
      merchantId,
      deliveryIds,
    ]),
  );
  const byDelivery = Map.groupBy(rows, (row) => row.deliveryId);
  return new Map(
    [...byDelivery].map(([deliveryId, tries]) => {
      const sent = wordsOfSent(ctx, merchantId, { ...tries[0]!, eventId: makeEventId(tries[0]!) });
      return [
        deliveryId,
        tries.map(({ at, status, durationMs, excerpt }) => ({
          at,
          status,
          durationMs,
          excerpt: maskExcerpt(excerpt, sent),
        })),
      ];
    }),
  );
}

const LIST = `
  select wanted.delivery_id as "deliveryId", tried.at, tried.status, tried.duration_ms as "durationMs", tried.excerpt,
    event.subject_id as "subjectId", event.seq, event.data, event.sealed_v2 as "sealedV2"
  from unnest($2::uuid[]) as wanted (delivery_id)
  join webhooks.delivery
    on delivery.merchant_id = $1
   and delivery.delivery_id = wanted.delivery_id
  join webhooks.event
    on event.merchant_id = delivery.merchant_id
   and event.subject_id = delivery.subject_id
   and event.seq = delivery.seq
  cross join lateral (
    select try_id, at, status, duration_ms, excerpt
    from webhooks.try
    where merchant_id = $1 and try.delivery_id = wanted.delivery_id
    order by try_id desc
    limit 100
  ) as tried
  order by tried.try_id desc`;

/** A delivery with its tries and its request. */
interface DeliveryStory extends Delivery {
  readonly url: string;
  readonly format: Format;
  /** The oldest first. A delivery that succeeded at once has that one try. */
  readonly log: readonly LoggedTry[];
  /**
   * The request as the next try would send it: the same body as in every try, signed with the current keys.
   * If the body is masked, the signatures are left out. Null means that it cannot be rendered, or the endpoint was
   * removed.
   */
  readonly request: (WebhookRequest & { readonly masked: boolean }) | null;
}

/** Reads one delivery. Throws `delivery_not_found`. */
export async function readDelivery(
  ctx: Context,
  merchantId: string,
  deliveryId: string,
): Promise<DeliveryStory> {
  const kept = await ctx.db.inMerchant(merchantId, (tx) => tx.query<Kept>(READ, [merchantId, deliveryId]));
  const [row] = kept;
  if (row === undefined) throw WebhookError.delivery_not_found({ deliveryId });
  const { url, format, ...stored } = row;
  const { data, sealedV2 } = stored;
  const delivery = nameDelivery(ctx, merchantId, stored);
  const log = (await listTries(ctx, merchantId, deliveryId)).toReversed();
  const request = await buildAgain(ctx, merchantId, { ...delivery, format, data, sealedV2 });
  return { ...delivery, url, format, log: log.length > 0 ? log : firstTryOf(delivery), request };
}

/** Returns the only try of a delivery that succeeded at once: such a try has no row of its own. */
function firstTryOf({ tries, finishedAt, lastStatus, lastDurationMs, lastExcerpt }: Delivery): LoggedTry[] {
  if (tries === 0 || finishedAt === null) return [];
  return [
    { at: finishedAt, status: lastStatus, durationMs: lastDurationMs ?? 0, excerpt: lastExcerpt ?? "" },
  ];
}

interface Kept extends Stored {
  readonly url: string;
  readonly format: Format;
}

interface ToBuild extends Delivery, Sent {
  readonly format: Format;
}

async function buildAgain(
  ctx: Context,
  merchantId: string,
  delivery: ToBuild,
): Promise<DeliveryStory["request"]> {
  const { format, endpointId, eventId, type, seq, eventAt: at } = delivery;
  const [[rendered], { endpoint, clientSecret }] = await Promise.all([
    renderDeliveries(ctx, merchantId, { format, deliveries: [{ ...delivery, at }] }),
    ctx.db.inMerchant(merchantId, async (tx) => ({
      endpoint: await readEndpoint(tx, endpointId),
      clientSecret: await readWebhookSecret(tx, ctx.vault),
    })),
  ]);
  const { data, v2Data } = rendered!;
  const isSaid = data !== null && (format !== "v2" || v2Data !== null);
  if (!isSaid || endpoint === undefined || (clientSecret === null && format !== "standard")) return null;
  const standardSecrets = openSecrets(ctx, merchantId, endpoint);
  const signing = { standardSecrets, clientSecret: clientSecret ?? "", sentAt: new Date() };
  const request = buildRequest(format, { id: eventId, type, seq, at, data, v2Data }, signing);
  const body = maskBody(request.body);
  if (body === request.body) return { ...request, masked: false };
  return { body, headers: withoutSignatures(request.headers), masked: true };
}

/** Removes signatures: with the key, they would confirm or refute each guess at the masked digits. */
const withoutSignatures = (headers: WebhookRequest["headers"]): WebhookRequest["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.includes("signature")));

const READ = `${SELECT_DELIVERIES.replace("select ", "select endpoint.url, endpoint.format, ").replace(
  "where ",
  `join webhooks.endpoint
    on endpoint.merchant_id = delivery.merchant_id
    and endpoint.endpoint_id = delivery.endpoint_id
  where `,
)} and delivery.delivery_id = $2`;
