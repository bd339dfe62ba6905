/** Records the results of a claim, in one transaction for the whole set. */
import type { Tx } from "#lib/db";
import { closeEndpoint } from "./close-endpoint.ts";
import { freezeEvents, type SealV2 } from "./freeze-events.ts";
import { FAILING_MAX_MS } from "./limits.ts";
import { planRetry } from "./plan-retry.ts";
import type { Try } from "./send-deliveries.ts";
import { sealWords } from "#lib/seals";

const GONE = 410;

export interface TriedSet {
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
