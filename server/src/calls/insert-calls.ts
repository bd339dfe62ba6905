import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import type { CallToLog } from "./call.ts";

export interface WaitingCall extends CallToLog {
  /** By `performance.now()`. */
  readonly receivedAt: number;
}

/** Writes calls of one merchant, and how many could not be kept, in one transaction that waits for no disk. */
export async function insertCalls(
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
