/** Fetches banks' statements, each at its own interval, with no transaction open during the request. */
import { adapterOf, type BankAdapter, type BankStatementKind, type StatementOutcome } from "#banks";
import { listBankConnections, type BankConnection } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { istDate } from "#lib/ist";
import { importStatement } from "./import-statement.ts";
import { openBreaks } from "./open-breaks.ts";
import {
  backOffMs,
  DAYS_MAX,
  daysToAsk,
  GIVE_UP_MS,
  isIntradayDue,
  NEVER_AGAIN_MS,
  NOT_READY_AGAIN_MS,
} from "./plan-fetch.ts";
import { BUSY_EVERY_MS } from "./terms.ts";
import { wakeLines } from "./write-lines.ts";

/** If a worker dies during a request, the next one takes the bank after this time. */
const LEASE_MS = 2 * 60_000;
/** The number of days before the first statement in which payments are searched. */
const SENT_BEFORE_DAYS = 10;

/**
 * Asks all of a merchant's banks that are due, and imports their statements. When `signal` aborts, stops
 * waiting for banks and throws its reason; the banks that it was asking are due again at once.
 */
export async function fetchStatements(ctx: Context, merchantId: string, signal?: AbortSignal): Promise<void> {
  const claimed = await ctx.db.inMerchant(merchantId, (tx) => claimDue(ctx, tx));
  crashPoint("reconciliation.fetch.claimed");
  const asked = await Promise.allSettled(
    claimed.map((one) =>
      fetchFrom({ ctx, merchantId, one: { ...one, adapter: adapterOf(one.connection) }, signal }),
    ),
  );
  for (const one of asked) if (one.status === "rejected") throw one.reason;
}

interface Claimed {
  readonly connection: BankConnection;
  readonly nextDay: string;
  readonly intradayAt: Date | null;
  readonly failures: number;
  readonly busy: boolean;
  /** The merchant's time at the claim. */
  readonly now: Date;
}

async function claimDue(ctx: Context, tx: Tx): Promise<Claimed[]> {
  const connections = await listBankConnections(ctx, tx);
  await tx.execute(BEGIN, [tx.merchantId, tx.now, istDate(tx.now), connections.map(({ bankId }) => bankId)]);
  const rows = await tx.query<Omit<Claimed, "connection" | "now"> & { bankId: string }>(CLAIM, [
    tx.merchantId,
    tx.now,
    new Date(tx.now.getTime() + LEASE_MS),
  ]);
  return rows.flatMap(({ bankId, ...row }) => {
    const connection = connections.find((one) => one.bankId === bankId);
    return connection === undefined ? [] : [{ ...row, connection, now: tx.now }];
  });
}

/** Earlier payments may still come back, or be paid after a refusal, so statements begin with their day. */
const BEGIN = `
  with new_bank as materialized (
    select bank_id
    from unnest($4::text[]) as connected (bank_id)
    where not exists (
      select from reconciliation.schedule
      where schedule.merchant_id = $1 and schedule.bank_id = connected.bank_id
    )
  )
  insert into reconciliation.schedule (merchant_id, bank_id, first_day, next_day, due_at)
  select $1, bank_id, first_day, first_day, $2
  from new_bank
  cross join lateral (
    select least($3::date, (min(at) at time zone 'Asia/Kolkata')::date) as first_day
    from transfers.attempt
    where attempt.merchant_id = $1
      and attempt.bank_id = new_bank.bank_id
      and attempt.at >= $2::timestamptz - interval '${SENT_BEFORE_DAYS} days'
  ) as sent
  on conflict do nothing`;

// A bank whose statement is being imported is skipped for now, because a long one takes time.
const CLAIM = `
  update reconciliation.schedule
  set due_at = $3
  where merchant_id = $1
    and bank_id in (
      select bank_id from reconciliation.schedule
      where merchant_id = $1 and due_at <= $2
      for update skip locked
    )
  returning bank_id as "bankId", next_day::text as "nextDay", intraday_at as "intradayAt", failures,
    coalesce((
      select accepted_at > $2::timestamptz - interval '1 day'
      from transfers.transfer
      where merchant_id = $1
      order by reference_id desc
      limit 1
    ), false)
    or exists (
      select from reconciliation.line
      where merchant_id = $1 and state = 'suspense' and held_until is not null
    ) as busy`;

/** The result of asking one bank. */
interface Progress {
  readonly againMs: number;
  readonly intradayAt?: Date;
  readonly problem?: string;
}

interface Asker {
  readonly ctx: Context;
  readonly merchantId: string;
  readonly one: Claimed & { readonly adapter: BankAdapter };
  readonly signal: AbortSignal | undefined;
}

async function fetchFrom(asker: Asker): Promise<void> {
  try {
    await finish(asker, await askForAll(asker));
  } catch (error) {
    if (error === asker.signal?.reason) await release(asker);
    throw error;
  }
}

/** Asks one bank for each statement that is due. */
async function askForAll(asker: Asker): Promise<Progress> {
  const { one } = asker;
  const { adapter, connection, now, nextDay } = one;
  const kinds =
    adapter.fetchStatement === undefined ? [] : (adapter.capabilities(connection.bankId).statements ?? []);
  if (kinds.length === 0) return { againMs: NEVER_AGAIN_MS };
  // An idle bank, which is asked once an hour, is included, since a payment may start at any moment.
  const againMs = BUSY_EVERY_MS;
  // A bank that only has intraday statements is asked for the day again when it is over.
  const whole = kinds.includes("end_of_day") ? "end_of_day" : "intraday";
  const days = daysToAsk(nextDay, now);
  let progress: Progress = { againMs: days.length === DAYS_MAX ? 0 : againMs };
  for (const day of days) {
    const failure = await askFor(asker, day, whole);
    if (failure === null) continue;
    progress = failure;
    break;
  }
  // Today's statement is requested even while an earlier day is missing.
  if (kinds.includes("intraday") && isIntradayDue(one, now)) {
    const failure = await askFor(asker, istDate(now), "intraday");
    if (failure === null || failure.problem === undefined) progress = { ...progress, intradayAt: now };
    else progress = { ...failure, intradayAt: now };
  }
  return progress;
}

/** Asks for one statement and imports it. Returns null if it is here, otherwise when to ask again. */
async function askFor(
  { ctx, merchantId, one, signal }: Asker,
  day: string,
  kind: BankStatementKind,
): Promise<Progress | null> {
  const { connection, adapter, failures } = one;
  const { bankId } = connection;
  const asking = askSafely(ctx, one, () => adapter.fetchStatement!(connection, { day, kind }));
  const outcome = await untilAborted(asking, signal);
  crashPoint("reconciliation.fetch.answered");
  switch (outcome.kind) {
    case "statement": {
      const { state } = await importStatement(ctx, merchantId, {
        bankId,
        statement: outcome.statement,
        signal,
      });
      if (state !== "refused") return null;
      return { againMs: backOffMs(failures + 1), problem: `the statement of ${day} was refused` };
    }
    case "not_ready":
      return { againMs: NOT_READY_AGAIN_MS };
    case "unavailable":
      return { againMs: backOffMs(failures + 1), problem: outcome.detail };
    case "unreadable":
      await ctx.db.inMerchant(merchantId, (tx) =>
        openBreaks(tx, [
          {
            kind: "statement_unreadable",
            sourceKey: `statement:${bankId}:${day}:${kind}:unreadable`,
            bankId,
            day,
            detail: outcome.detail,
          },
        ]),
      );
      return { againMs: backOffMs(failures + 1), problem: outcome.detail };
    default: {
      const never: never = outcome;
      throw new Error(`no such outcome: ${JSON.stringify(never)}`);
    }
  }
}

async function askSafely(
  ctx: Context,
  { connection: { bankId } }: Claimed,
  ask: () => Promise<StatementOutcome>,
): Promise<StatementOutcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId }, "a bank adapter threw when it was asked for a statement");
    return { kind: "unreadable", detail: "the adapter failed" };
  }
}

/** Rejects with the reason of `signal` when it aborts, whatever the result of the promise. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", abort));
}

/** Makes a bank due again if the request did not finish, so that the next process need not wait. */
async function release({ ctx, merchantId, one }: Asker): Promise<void> {
  const values = [merchantId, one.connection.bankId, one.now];
  await ctx.db.inMerchant(merchantId, (tx) => tx.execute(RELEASE, values));
}

const RELEASE = `
  update reconciliation.schedule
  set due_at = $3
  where merchant_id = $1
    and bank_id = $2`;

/**
 * Notes when to ask the bank again. A day that is not available a day after its end counts as missing, and
 * the next is requested; lines that waited for the whole day need not wait any longer. Not while the bank is
 * recovering: that day says what must not be paid again.
 */
async function finish({ ctx, merchantId, one }: Asker, progress: Progress): Promise<void> {
  const { connection, now } = one;
  const { bankId, recoveringSince } = connection;
  const { againMs, intradayAt = null, problem = null } = progress;
  const dueAt = new Date(now.getTime() + againMs);
  const mayGiveUp = problem !== null && recoveringSince === null;
  const since = new Date(now.getTime() - GIVE_UP_MS);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const values = [merchantId, bankId, dueAt, intradayAt, problem, now];
    const [given] = await tx.query<{ day: string | null }>(FINISH, [
      ...values,
      mayGiveUp,
      istDate(now),
      since,
    ]);
    if (given !== undefined && given.day !== null) await wakeLines(tx, bankId, given.day);
  });
}

// An import since the claim has ended the problem that was known then.
const FINISH = `
  with known as (
    select case when $7 and failing_since <= $9 and next_day < $8::date - 1 then next_day end as given_up
    from reconciliation.schedule
    where merchant_id = $1
      and bank_id = $2
    for update
  )
  update reconciliation.schedule
  set due_at = $3,
      intraday_at = coalesce($4, intraday_at),
      failures = case when $5::text is null or given_up is not null then 0 else least(failures + 1, 1000) end,
      problem = case when given_up is null then left($5, 500) end,
      failing_since = case when $5::text is not null and given_up is null then coalesce(failing_since, $6) end,
      next_day = coalesce(given_up + 1, next_day)
  from known
  where merchant_id = $1
    and bank_id = $2
  returning given_up::text as day`;
