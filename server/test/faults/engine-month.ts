/**
 * Plays a month of routing-month-plan through the engine: orders are accepted, dispatched and recorded in a real
 * PostgreSQL, the banks are the simulator's process, and the test clock advances through the month.
 */
import assert from "node:assert/strict";
import { watchBanks } from "#health";
import type { Context } from "#lib/context";
import { acceptTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";
import { advance, settle, type FaultWorld, type Payer } from "./fault-world.ts";
import { addPayees, spoilBanks } from "./engine-month-parts.ts";
import { MINUTE_MS, type Month } from "./routing-month-plan.ts";

/** Orders within this time are accepted as one set: while all banks are well, and while one is in trouble. */
const STEP_MS = { well: 10 * MINUTE_MS, troubled: MINUTE_MS };
/**
 * The short steps are also used this long around a trouble, because a bank is found to be well again only some time
 * later.
 */
const AROUND_MS = 10 * MINUTE_MS;
/** Transfers that wait for a bank are checked when they are due, but not more often than this. */
const LOOK_MS_MIN = 5_000;
/** The time after the last order, during which transfers that wait for a bank are sent. */
const AFTER_MS = 6 * 60 * MINUTE_MS;

/** One way of playing a month. */
interface EngineWay {
  /** The merchant's banks, the preferred one first. */
  readonly bankIds: readonly string[];
  /** True if the banks' answers are recorded, so that routing knows their health. */
  readonly isWatched: boolean;
  /** Called from time to time with the number of orders so far. */
  readonly onOrdered: (ordered: number, merchant: Payer) => Promise<void>;
}

/** A month that was played to its end. */
export interface PlayedMonth {
  readonly merchant: Payer;
  readonly ctx: Context;
  /** The real time from the first order to the last end. */
  readonly tookMs: number;
}

interface Play extends EngineWay {
  readonly world: FaultWorld;
  readonly merchant: Payer;
  readonly ctx: Context;
  /** Moves the merchant's clock to this many ms after the beginning of the month; never back. */
  readonly goTo: (at: number) => Promise<void>;
  /** Returns the time of the merchant's clock, in ms after the beginning of the month. */
  readonly now: () => number;
}

/** Plays the month for a new merchant, until only transfers in review are open. */
export async function playEngineMonth(world: FaultWorld, month: Month, way: EngineWay): Promise<PlayedMonth> {
  const play = await startPlay(world, month, way);
  const { merchant, ctx } = play;
  const startedAt = performance.now();
  let ordered = 0;
  let wakeAt = Infinity;
  while (ordered < month.orders.length) {
    const stepAt = endOfStep(month, month.orders[ordered]!.at);
    await play.goTo(Math.min(stepAt, Math.max(wakeAt, play.now() + LOOK_MS_MIN)));
    const orders = takeOrders(month, ordered, play.now());
    if (orders.length > 0) await accept(play, orders);
    ordered += orders.length;
    wakeAt = await workOff(play);
    await way.onOrdered(ordered, merchant);
  }
  await workThrough(play, play.now() + AFTER_MS);
  await settle(world, ctx, merchant);
  return { merchant, ctx, tookMs: performance.now() - startedAt };
}

async function startPlay(world: FaultWorld, month: Month, way: EngineWay): Promise<Play> {
  const merchant = await world.makePayer({ bankIds: way.bankIds, balancePaise: 1_000_00_00_000_00n });
  await addPayees(world, merchant);
  // The clocks of the merchant and of its banks run with this machine's, and are moved together.
  const startedAt = Date.now();
  let movedMs = 0;
  await spoilBanks(world, merchant, { month, startedAt });
  const now = (): number => Date.now() - startedAt + movedMs;
  const goTo = async (at: number): Promise<void> => {
    const ms = Math.ceil(at - now());
    if (ms <= 0) return;
    movedMs += ms;
    await advance(world, merchant, ms);
  };
  return { ...way, world, merchant, ctx: world.openContext(), goTo, now };
}

/** Returns the time at which the set with this order is made (both in ms from the beginning of the month). */
function endOfStep({ troubles }: Month, at: number): number {
  const next = (stepMs: number): number => (Math.floor(at / stepMs) + 1) * stepMs;
  const calm = next(STEP_MS.well);
  const isCalm = !troubles.some(({ from, to }) => from - AROUND_MS < calm && to + AROUND_MS > at);
  return isCalm ? calm : next(STEP_MS.troubled);
}

/** Returns the orders that are due by then. */
function takeOrders(month: Month, from: number, until: number): TransferOrder[] {
  const orders: TransferOrder[] = [];
  for (let index = from; index < month.orders.length && month.orders[index]!.at <= until; index += 1) {
    orders.push({
      transferKey: `month_${index}`,
      payee: { beneId: month.orders[index]!.payeeCode },
      amountPaise: BigInt(100_00 + (index % 90_000)),
      mode: "imps",
      remarks: "",
      fundSourceId: null,
    });
  }
  return orders;
}

async function accept({ ctx, merchant }: Play, orders: readonly TransferOrder[]): Promise<void> {
  const answers = await acceptTransfers(ctx, merchant.merchantId, orders);
  assert.ok(answers.every(({ kind }) => kind === "accepted"));
}

/**
 * Does everything that is due now, as the workers do; returns the time at which a waiting transfer is due next (in ms
 * of the month).
 */
async function workOff(play: Play): Promise<number> {
  const { ctx, merchant, isWatched, now } = play;
  for (;;) {
    await runtimeOf(ctx).idle();
    if (isWatched) await watchBanks(ctx, merchant.merchantId);
    const { isDue, nextInMs } = await readDue(play);
    if (!isDue) return nextInMs === null ? Infinity : now() + nextInMs;
    await workTransfers(ctx, merchant.merchantId);
  }
}

/** Lets time pass without orders, until waiting transfers are done. */
async function workThrough(play: Play, until: number): Promise<void> {
  let wakeAt = await workOff(play);
  while (play.now() < until) {
    await play.goTo(Math.min(until, play.now() + 60 * MINUTE_MS, Math.max(wakeAt, play.now() + LOOK_MS_MIN)));
    wakeAt = await workOff(play);
  }
}

interface Due {
  readonly isDue: boolean;
  readonly nextInMs: number | null;
}

async function readDue({ world, merchant }: Play): Promise<Due> {
  const [due] = await world.look<Due>(DUE, [merchant.merchantId]);
  return due!;
}

/**
 * Finds the work of the workers: transfers that are due, and those that were sent as they were accepted and have no
 * outcome.
 */
const DUE = `
  with clock as materialized (select lib.now_of($1) as now)
  select
    exists (select from transfers.transfer where merchant_id = $1 and due_at <= clock.now)
      or exists (
        select from transfers.transfer
        where merchant_id = $1
          and reference_id > (
            select coalesce(max(reference_id), 0) from transfers.watched where watched.merchant_id = $1
          )
          and status = 'sent'
          and due_at is null
          and sent_at <= clock.now - interval '5 seconds'
      ) as "isDue",
    (
      select extract(epoch from min(due_at) - clock.now)::float8 * 1000
      from transfers.transfer
      where merchant_id = $1
        and due_at > clock.now
        and status in ('ready', 'waiting')
    ) as "nextInMs"
  from clock`;
