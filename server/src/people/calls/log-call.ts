import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { newId } from "#lib/ids";

/** One call of the merchant API, as it is logged. */

/** The kinds of objects that a call can be about. */
export const OBJECT_KINDS = ["transfer", "batch", "beneficiary", "link", "loan"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The merchant's own ID of the object of a call. */
export interface CallObject {
  readonly kind: ObjectKind;
  readonly key: string;
}

interface CallToLog {
  readonly merchantId: string;
  /** Null means that the caller was not authenticated, and its claim to be this merchant proves nothing. */
  readonly clientId: string | null;
  readonly requestId: string;
  /** True if the request ID was made here, so that it tells the time of the call; otherwise it is the caller's own. */
  readonly isOurId: boolean;
  readonly method: string;
  /** The operation's path, without values from the caller. */
  readonly path: string;
  readonly httpStatus: number;
  readonly durationMs: number;
  readonly ip: string;
  /** A code of the API, if the call was refused. */
  readonly refusal: string | null;
  readonly object: CallObject | null;
}

interface WaitingCall extends CallToLog {
  /** In milliseconds of `performance.now()`. */
  readonly receivedAt: number;
}

/**
 * Writes calls of one merchant, and the number of calls that were dropped, in one transaction that does not wait for
 * the disk.
 */
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

// A caller that was not authenticated may name a merchant that does not exist.
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

/** The most calls that wait to be written; further ones are only counted. */
const WAITING_MAX = 10_000;
const SET_MAX = 500;
const REST_MS = 500;
/** The log takes this many calls of unauthenticated callers per merchant and minute, so that they cannot fill it. */
const STRANGERS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

interface Log {
  waiting: WaitingCall[];
  /** The number of dropped calls by merchant. */
  dropped: Map<string, number>;
  strangers: Map<string, number>;
  strangersUntil: number;
  /** The write that is in progress or planned. */
  writing: Promise<void> | null;
  /** Ends the pause before a write. */
  hurry: () => void;
}

const logs = new WeakMap<Db, Log>();

/** Logs a call soon, in the background: the caller does not wait, and an error here cannot fail the call. */
export function logCall(ctx: Context, call: CallToLog): void {
  const log = logOf(ctx.db);
  if (log.waiting.length >= WAITING_MAX || isFlood(log, call)) {
    log.dropped.set(call.merchantId, (log.dropped.get(call.merchantId) ?? 0) + 1);
  } else log.waiting.push({ ...call, receivedAt: performance.now() - call.durationMs });
  log.writing ??= restAndWrite(ctx, log);
}

/** Writes all waiting calls now, for the end of a process and for tests. */
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
  // The timer does not keep the process alive; `flushCalls` writes what is left.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, REST_MS).unref();
    log.hurry = resolve;
  });
  await write(ctx, log);
  log.writing = log.waiting.length + log.dropped.size > 0 ? restAndWrite(ctx, log) : null;
}

/** Writes all waiting calls, one set of one merchant at a time, so that the log uses only one connection. */
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
