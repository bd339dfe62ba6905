/** All watchers of a merchant share one poll; a merchant without watchers is not polled. */
import type { Context } from "#lib/context";
import { readCursor, readHappenings, type Cursor, type Happening } from "./read-happenings.ts";

const LOOK_EVERY_MS = 700;
/** Listeners reload at this interval while there are too many events to send each of them. */
const SWEEP_EVERY_MS = 5_000;

export interface HappeningNews {
  readonly happenings: readonly Happening[];
  /** The position from which to continue. */
  readonly cursor: Cursor;
  /** False if too much happened to be sent one by one; listeners should reload. */
  readonly isWhole: boolean;
}

type Given = Pick<Context, "db" | "log">;

interface Watched {
  cursor: Cursor;
  /** Keys that the last look found; the next one finds some of them again. */
  sent: ReadonlySet<string>;
  /** The time from which listeners may be asked to reload again. */
  sweepFrom: number;
  /** True if something was not sent one by one since they were last asked to reload. */
  owesSweep: boolean;
  readonly hearers: Set<(news: HappeningNews) => void>;
  timer: NodeJS.Timeout | null;
}

const watched = new WeakMap<Context["db"], Map<string, Promise<Watched>>>();

/**
 * Calls `hear` with what happens to a merchant from now on, or after `after`. After a reconnect, happenings may be
 * repeated, but nothing is lost. Returns a function that stops it.
 */
export async function watchHappenings(
  ctx: Given,
  merchantId: string,
  { after, hear }: { after: Cursor | null; hear: (news: HappeningNews) => void },
): Promise<() => void> {
  const made = watchedOf(ctx, merchantId);
  const one = await made;
  one.hearers.add(hear);
  one.timer ??= lookLater(ctx, merchantId, one);
  const stop = (): void => {
    one.hearers.delete(hear);
    if (one.hearers.size > 0 || one.timer === null) return;
    clearTimeout(one.timer);
    one.timer = null;
    const all = watched.get(ctx.db);
    if (all?.get(merchantId) === made) all.delete(merchantId);
  };
  if (after === null) return stop;
  try {
    // The subscription comes first, so events may come twice but are never lost.
    const missed = await ctx.db.inMerchant(merchantId, (tx) => readHappenings(tx, after));
    if (missed.happenings.length > 0) hear(missed);
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

function watchedOf(ctx: Given, merchantId: string): Promise<Watched> {
  const all = watched.get(ctx.db) ?? new Map<string, Promise<Watched>>();
  watched.set(ctx.db, all);
  const known = all.get(merchantId);
  if (known !== undefined) return known;
  const made = begin(ctx, merchantId);
  all.set(merchantId, made);
  made.catch(() => all.delete(merchantId));
  return made;
}

/** Recent happenings are known from the start, so that the first poll sends only new ones. */
async function begin({ db }: Given, merchantId: string): Promise<Watched> {
  return db.inMerchant(merchantId, async (tx) => {
    const { happenings, cursor } = await readHappenings(tx, await readCursor(tx));
    const sent = keysOf(happenings);
    return { cursor, sent, sweepFrom: 0, owesSweep: false, hearers: new Set(), timer: null };
  });
}

function lookLater(ctx: Given, merchantId: string, one: Watched): NodeJS.Timeout {
  return setTimeout(() => {
    void look(ctx, merchantId, one).finally(() => {
      one.timer = one.hearers.size > 0 ? lookLater(ctx, merchantId, one) : null;
    });
  }, LOOK_EVERY_MS);
}

async function look(ctx: Given, merchantId: string, one: Watched): Promise<void> {
  try {
    const found = await ctx.db.inMerchant(merchantId, (tx) => readHappenings(tx, one.cursor));
    const { sent } = one;
    const happenings = found.happenings.filter(({ key }) => !sent.has(key));
    one.cursor = found.cursor;
    one.sent = keysOf(found.happenings);
    one.owesSweep ||= !found.isWhole;
    const sweeps = one.owesSweep && Date.now() >= one.sweepFrom;
    if (sweeps) [one.owesSweep, one.sweepFrom] = [false, Date.now() + SWEEP_EVERY_MS];
    if (happenings.length === 0 && !sweeps) return;
    for (const hear of one.hearers) hear({ cursor: found.cursor, isWhole: !sweeps, happenings });
  } catch (error) {
    ctx.log.warn({ merchantId, err: error }, "looking for news failed; the next look finds it");
  }
}

const keysOf = (happenings: readonly Happening[]): Set<string> => new Set(happenings.map(({ key }) => key));
