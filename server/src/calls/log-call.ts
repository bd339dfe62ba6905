import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { newId } from "#lib/ids";
import type { CallToLog } from "./call.ts";

interface WaitingCall extends CallToLog {
  /** By `performance.now()`. */
  readonly receivedAt: number;
}

/** Writes calls of one merchant, and how many could not be kept, in one transaction that waits for no disk. */
async function insertCalls(
  ctx: Context,
  merchantId: string,
  { calls, gap }: { readonly calls: readonly WaitingCall[]; readonly gap: number },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const now = performance.now();
    await Promise.all([
      tx.query("select set_config('synchronous_commit', 'off', true)"),
      ...(calls.length === 0 ? [] : [tx.execute(INSERT, [merchantId, tx.now, ...columnsOf(calls, now)])]),
      ...(gap === 0 ? [] : [tx.execute(INSERT_GAP, [merchantId, newId(), tx.now, gap])]),
    ]);
  });
}

function columnsOf(calls: readonly WaitingCall[], now: number): unknown[] {
  return [
    calls.map(({ isOurId, requestId }) => (isOurId ? requestId : newId())),
    calls.map(({ isOurId, requestId }) => (isOurId ? null : requestId)),
    calls.map(({ receivedAt }) => Math.round(now - receivedAt)),
    calls.map(({ method }) => method),
    calls.map(({ path }) => path.slice(0, 200)),
    calls.map(({ httpStatus }) => httpStatus),
    calls.map(({ durationMs }) => Math.round(durationMs)),
    calls.map(({ clientId }) => clientId),
    calls.map(({ ip }) => ip),
    calls.map(({ refusal }) => refusal?.slice(0, 100) ?? null),
    calls.map(({ object }) => object?.kind ?? null),
    calls.map(({ object }) => object?.key ?? null),
  ];
}

// Who was not let in may name a merchant that there is not.
const INSERT = `
  insert into calls.call (
    merchant_id, call_id, request_id, at, method, path, http_status, duration_ms, client_id, ip, refusal,
    object_kind, object_key
  )
  select $1, call_id, request_id, $2::timestamptz - age_ms * interval '1 millisecond', method, path, http_status,
    duration_ms, client_id, ip, refusal, object_kind, object_key
  from unnest(
    $3::uuid[], $4::text[], $5::int[], $6::text[], $7::text[], $8::smallint[], $9::int[], $10::text[], $11::inet[],
    $12::text[], $13::text[], $14::text[]
  ) as logged (
    call_id, request_id, age_ms, method, path, http_status, duration_ms, client_id, ip, refusal, object_kind,
    object_key
  )
  where exists (select from access.merchant where merchant_id = $1)`;

const INSERT_GAP = `
  insert into calls.gap (merchant_id, gap_id, at, calls)
  select $1, $2, $3, $4
  where exists (select from access.merchant where merchant_id = $1)`;

/** Calls that wait to be written; what comes beyond is counted, not kept. */
const WAITING_MAX = 10_000;
const SET_MAX = 500;
const REST_MS = 500;
/** Of callers that were not let in, so many a minute are logged per merchant: strangers must not fill the log. */
const STRANGERS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

interface Log {
  waiting: WaitingCall[];
  /** Calls that were not kept, by merchant. */
  dropped: Map<string, number>;
  strangers: Map<string, number>;
  strangersUntil: number;
  /** The writing that is under way or due. */
  writing: Promise<void> | null;
  /** Ends the rest before a writing. */
  hurry: () => void;
}

const logs = new WeakMap<Db, Log>();

/** Logs a call soon, in the background: the caller waits for nothing, and nothing here can fail the call. */
export function logCall(ctx: Context, call: CallToLog): void {
  const log = logOf(ctx.db);
  if (log.waiting.length >= WAITING_MAX || isFlood(log, call)) {
    log.dropped.set(call.merchantId, (log.dropped.get(call.merchantId) ?? 0) + 1);
  } else log.waiting.push({ ...call, receivedAt: performance.now() - call.durationMs });
  log.writing ??= restAndWrite(ctx, log);
}

/** Writes what waits, now; for the end of a process and for tests. */
export async function flushCalls(ctx: Context): Promise<void> {
  const log = logOf(ctx.db);
  while (log.writing !== null) {
    log.hurry();
    await log.writing;
  }
}

function logOf(db: Db): Log {
  const known = logs.get(db);
  if (known !== undefined) return known;
  const log: Log = {
    waiting: [],
    dropped: new Map(),
    strangers: new Map(),
    strangersUntil: 0,
    writing: null,
    hurry: () => undefined,
  };
  logs.set(db, log);
  return log;
}

function isFlood(log: Log, { clientId, merchantId }: CallToLog): boolean {
  if (clientId !== null) return false;
  if (performance.now() >= log.strangersUntil) {
    log.strangers.clear();
    log.strangersUntil = performance.now() + MINUTE_MS;
  }
  const count = (log.strangers.get(merchantId) ?? 0) + 1;
  log.strangers.set(merchantId, count);
  return count > STRANGERS_PER_MINUTE;
}

async function restAndWrite(ctx: Context, log: Log): Promise<void> {
  // The timer keeps no process alive: what it would have written is written by `flushCalls`.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, REST_MS).unref();
    log.hurry = resolve;
  });
  await write(ctx, log);
  log.writing = log.waiting.length + log.dropped.size > 0 ? restAndWrite(ctx, log) : null;
}

/** Writes all that waits now, a set of one merchant at a time: the log takes one connection and no more. */
async function write(ctx: Context, log: Log): Promise<void> {
  const { waiting, dropped } = log;
  log.waiting = [];
  log.dropped = new Map();
  const byMerchant = Map.groupBy(waiting, ({ merchantId }) => merchantId);
  for (const merchantId of new Set([...byMerchant.keys(), ...dropped.keys()])) {
    const calls = byMerchant.get(merchantId) ?? [];
    let gap = dropped.get(merchantId) ?? 0;
    for (let from = 0; from < calls.length || gap > 0; from += SET_MAX) {
      const set = { calls: calls.slice(from, from + SET_MAX), gap };
      await insertCalls(ctx, merchantId, set).catch((error: unknown) => {
        ctx.log.warn({ merchantId, calls: set.calls.length, err: error }, "calls could not be logged");
      });
      gap = 0;
    }
  }
}
