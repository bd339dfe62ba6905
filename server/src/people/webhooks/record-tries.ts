/** Records the results of a claim, in one transaction for the whole set. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { sealWords } from "#lib/seals";
import { type Format, isClassic } from "./build-request.ts";
import { closeEndpoint } from "./change-endpoint.ts";
import { type DueRow, toDelivery } from "./claim-deliveries.ts";
import { readEndpoint } from "./endpoints.ts";
import { WebhookError } from "./errors.ts";
import { FAILING_MAX_MS, planRetry } from "./plan-retry.ts";
import { freezeEvents, type SealV2 } from "./events.ts";
import { sealV2For } from "./render.ts";
import type { Try } from "./send-deliveries.ts";

/** Returns true if the receiver accepted the event: only 200 by the classic contract, every 2xx otherwise. */
export function isSuccess(format: Format, status: number | null): boolean {
  if (isClassic(format)) return status === 200;
  return status !== null && status >= 200 && status < 300;
}

/** The most bytes of a response that are stored. */
export const EXCERPT_MAX_BYTES = 1024;

/** Returns at most 1 kB of printable text: the response is shown to people and stored as text. */
export function cutExcerpt(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim();
  const bytes = Buffer.from(plain, "utf8");
  if (bytes.length <= EXCERPT_MAX_BYTES) return plain;
  // A character cut in two at the end becomes a replacement mark of three bytes, which is removed again.
  return bytes
    .subarray(0, EXCERPT_MAX_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/u, "");
}

const GONE = 410;

interface TriedSet {
  readonly endpointId: string;
  readonly leaseUntil: Date;
  readonly tries: readonly Try[];
  readonly sealV2: SealV2;
}

/**
 * Records a set of tries at one endpoint. A worker whose lease has expired records only its successes; the
 * rest is recorded by the worker that now has the delivery. Returns how many deliveries ended, by result.
 */
export async function recordTries(tx: Tx, set: TriedSet): Promise<{ delivered: number; dead: number }> {
  const entries = set.tries.map((tried) => ({ tried, ...nextOf(tried, tx.now) }));
  const recorded = await tx.query<{ delivery_id: string }>(RECORD, [
    tx.merchantId,
    set.leaseUntil,
    tx.now,
    entries.map(({ tried }) => tried.delivery.deliveryId),
    entries.map(({ status }) => status),
    entries.map(({ dueAt }) => dueAt?.toISOString() ?? null),
    entries.map(({ tried }) => tried.outcome !== "unsent"),
    entries.map(({ tried }) => tried.result.status),
    entries.map(({ tried }) => tried.result.durationMs),
    entries.map(({ tried }) => sealWords(tx, tried.result.excerpt)),
  ]);
  const ids = new Set(recorded.map((row) => row.delivery_id));
  const kept = entries.filter(({ tried }) => ids.has(tried.delivery.deliveryId));
  const tries = kept.map(({ tried }) => tried);
  const failed = tries.filter(({ outcome }) => outcome === "failed");
  await Promise.all([logTries(tx, tries), freezeEvents(tx, failed, set.sealV2)]);
  await judgeEndpoint(tx, set.endpointId, tries);
  return {
    delivered: kept.filter(({ status }) => status === "delivered").length,
    dead: kept.filter(({ status }) => status === "dead").length,
  };
}

interface Next {
  readonly status: "pending" | "delivered" | "dead";
  readonly dueAt: Date | null;
}

function nextOf({ outcome, delivery, result }: Try, now: Date): Next {
  if (outcome === "delivered") return { status: "delivered", dueAt: null };
  if (outcome === "unsent") return { status: "pending", dueAt: now };
  const waitMs = planRetry(delivery.tries + 1, Math.random(), result.retryAfterMs);
  if (waitMs === null) return { status: "dead", dueAt: null };
  return { status: "pending", dueAt: new Date(now.getTime() + waitMs) };
}

/** Logs tries, except a first try that succeeded: its delivery has all the information. */
async function logTries(tx: Tx, tries: readonly Try[]): Promise<void> {
  const logged = tries.filter(({ outcome, delivery }) => {
    return outcome === "failed" || outcome === "hindered" || (outcome === "delivered" && delivery.tries > 0);
  });
  if (logged.length === 0) return;
  await tx.execute(LOG_TRIES, [
    tx.merchantId,
    tx.now,
    logged.map(({ delivery }) => delivery.deliveryId),
    logged.map(({ result }) => result.status),
    logged.map(({ result }) => result.durationMs),
    logged.map(({ result }) => sealWords(tx, result.excerpt)),
  ]);
}

async function judgeEndpoint(tx: Tx, endpointId: string, tries: readonly Try[]): Promise<void> {
  const failures = tries.filter(({ outcome }) => outcome === "failed");
  const close = { endpointId, status: "disabled", by: "system" } as const;
  if (failures.some(({ result }) => result.status === GONE)) {
    await closeEndpoint(tx, { ...close, because: "gone" });
    return;
  }
  if (tries.some(({ outcome }) => outcome === "delivered")) {
    await tx.execute(CLEAR_FAILURES, [tx.merchantId, endpointId]);
    return;
  }
  if (failures.length === 0) return;
  const count = [tx.merchantId, endpointId, failures.length, tx.now];
  const [endpoint] = await tx.query<{ failing_since: Date }>(COUNT_FAILURES, count);
  if (endpoint === undefined) return;
  const failingMs = tx.now.getTime() - endpoint.failing_since.getTime();
  if (failingMs >= FAILING_MAX_MS) await closeEndpoint(tx, { ...close, because: "failing" });
}

const RECORD = `
  update webhooks.delivery
  set status = tried.status,
    due_at = tried.due_at,
    finished_at = case when tried.status = 'pending' then null else $3::timestamptz end,
    tries = delivery.tries + tried.is_tried::int,
    last_status = case when tried.is_tried then tried.http_status else delivery.last_status end,
    last_duration_ms = case when tried.is_tried then tried.duration_ms else delivery.last_duration_ms end,
    last_excerpt = case when tried.is_tried then tried.excerpt else delivery.last_excerpt end
  from unnest(
    $4::uuid[], $5::text[], $6::timestamptz[], $7::boolean[], $8::smallint[], $9::int[], $10::text[]
  ) as tried (delivery_id, status, due_at, is_tried, http_status, duration_ms, excerpt)
  where delivery.merchant_id = $1
    and delivery.delivery_id = tried.delivery_id
    and (
      (delivery.status = 'pending' and delivery.due_at = $2)
      or (delivery.status <> 'delivered' and tried.status = 'delivered')
    )
  returning delivery.delivery_id`;

const LOG_TRIES = `
  insert into webhooks.try (merchant_id, delivery_id, at, status, duration_ms, excerpt)
  select $1, delivery_id, $2::timestamptz, http_status, duration_ms, excerpt
  from unnest($3::uuid[], $4::smallint[], $5::int[], $6::text[])
    as tried (delivery_id, http_status, duration_ms, excerpt)`;

const CLEAR_FAILURES = `
  update webhooks.endpoint
  set consecutive_failures = 0, failing_since = null
  where merchant_id = $1 and endpoint_id = $2 and consecutive_failures > 0`;

const COUNT_FAILURES = `
  update webhooks.endpoint
  set consecutive_failures = consecutive_failures + $3, failing_since = coalesce(failing_since, $4)
  where merchant_id = $1 and endpoint_id = $2 and status = 'enabled'
  returning failing_since`;

/** A response to one webhook from the receiver behind a listener. */
export interface ListenerAnswer {
  readonly deliveryId: string;
  /** HTTP status. Null means that there was no response. */
  readonly status: number | null;
  /** The beginning of the response, or the error; at most 1 kB of it is stored. */
  readonly excerpt: string;
  readonly durationMs: number;
}

interface AnswerSet {
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
