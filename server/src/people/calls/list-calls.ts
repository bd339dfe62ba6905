import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { ObjectKind } from "./log-call.ts";

/** `ok`: 2xx and not refused. `refused`: the caller's mistake. `failed`: our fault, 5xx. */
export const CALL_OUTCOMES = ["ok", "refused", "failed"] as const;
type CallOutcome = (typeof CALL_OUTCOMES)[number];

export interface CallFilter {
  readonly requestId?: string | undefined;
  /** The merchant's own ID of a transfer, a batch, ... */
  readonly objectKey?: string | undefined;
  readonly outcomes?: readonly CallOutcome[] | undefined;
  readonly path?: string | undefined;
  /** The beginning of the period, inclusive, by the merchant's clock. */
  readonly from?: Date | undefined;
  /** The end of the period, exclusive, by the merchant's clock. */
  readonly to?: Date | undefined;
  /** Only calls before this one, which is the last of the previous page. */
  readonly before?: string | undefined;
  /** From 1 to 101 (a page of a hundred, and one more); default 50. */
  readonly limit?: number;
}

/** One call, as people see it. */
interface LoggedCall {
  readonly callId: string;
  readonly requestId: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly httpStatus: number;
  readonly durationMs: number;
  /** Null means that the caller was not authenticated. */
  readonly clientId: string | null;
  readonly ip: string;
  readonly refusal: string | null;
  readonly objectKind: ObjectKind | null;
  readonly objectKey: string | null;
}

const LIMIT_MAX = 101;

/** Lists the calls to a merchant's API, newest first. */
export async function listCalls(
  ctx: Context,
  merchantId: string,
  { requestId, ...rest }: CallFilter = {},
): Promise<LoggedCall[]> {
  const filter = { ...rest, ...namedBy(requestId) };
  const values: unknown[] = [merchantId, Math.min(Math.max(filter.limit ?? 50, 1), LIMIT_MAX)];
  // Each combination of filters has its own text, so that each is planned with the index that fits it.
  const conditions = CONDITIONS.flatMap(([key, condition]) =>
    filter[key] === undefined ? [] : [`and ${condition.replaceAll("?", `$${values.push(filter[key])}`)}`],
  );
  if (filter.outcomes !== undefined)
    conditions.push(`and (${filter.outcomes.map((one) => OUTCOME_SQL[one]).join(" or ")})`);
  const text = `${LIST} ${conditions.join(" ")} order by call_id desc limit $2`;
  return ctx.db.inMerchant(merchantId, (tx) => tx.query<LoggedCall>(text, values));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An ID that we made identifies the call. A caller's own ID may look the same, so such IDs are looked up as both. */
function namedBy(requestId: string | undefined): { requestId?: string; anyId?: string } {
  if (requestId === undefined) return {};
  return UUID.test(requestId) ? { anyId: requestId } : { requestId };
}

const CONDITIONS = [
  ["requestId", "request_id = ?"],
  ["anyId", "(call_id = ?::uuid or request_id = ?::text)"],
  ["objectKey", "object_key = ?"],
  ["path", "path = ?"],
  ["from", "at >= ?"],
  ["to", "at < ?"],
  ["before", "call_id < ?"],
] as const;

const OUTCOME_SQL: Readonly<Record<CallOutcome, string>> = {
  ok: "(http_status < 400 and refusal is null)",
  refused: "(http_status < 500 and refusal is not null)",
  failed: "http_status >= 500",
};

const LIST = `
  select call_id as "callId", coalesce(request_id, call_id::text) as "requestId", at, method, path,
    http_status as "httpStatus", duration_ms as "durationMs", client_id as "clientId", host(ip) as ip, refusal,
    object_kind as "objectKind", object_key as "objectKey"
  from calls.call
  where merchant_id = $1`;

/**
 * Counts the calls in a period, by the merchant's clock, that could not be logged because there were too many at once.
 */
export async function countGaps(tx: Tx, { from, to }: { from: Date; to: Date }): Promise<number> {
  const [row] = await tx.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls
     from calls.gap
     where merchant_id = $1 and at >= $2 and at < $3`,
    [tx.merchantId, from, to],
  );
  return row!.calls;
}

/** The time and the address of a key pair's last use. */
interface LastUse {
  readonly at: Date;
  readonly ip: string;
}

/** Reads the last authenticated call of a key pair, as far back as the log goes. Null means that there is none. */
export async function readLastUse(tx: Tx, clientId: string): Promise<LastUse | null> {
  const [row] = await tx.query<LastUse>(
    `select at, host(ip) as ip
     from calls.call
     where merchant_id = $1 and client_id = $2
     order by call_id desc
     limit 1`,
    [tx.merchantId, clientId],
  );
  return row ?? null;
}
