/** Forecasts when the money of a fund source runs out, at the pace of the last days. */
import type { Context } from "#lib/context";
import { readFundSources, readSourceBalances, type FundSource } from "#fund-sources";
import { startOfDay, readFigures } from "./read-figures.ts";

/** The pace is computed over this many days, including today. */
export const PACE_DAYS = 7;
/** With fewer payments than this there is no pace. */
export const PACE_TRANSFERS_MIN = 5;

const HOUR_MS = 3_600_000;
/** Nothing is forecast further ahead than this. */
const AHEAD_HOURS_MAX = 365 * 24;

export interface Forecast {
  readonly fundSourceId: string;
  /** The amount that can be spent now, without the overdraft limit. */
  readonly availablePaise: bigint;
  readonly overdraftLimitPaise: bigint;
  /**
   * The payments from which the pace is computed, their total with charges (`takenPaise`), and the hours that they
   * span.
   */
  readonly transfers: number;
  readonly takenPaise: bigint;
  readonly hours: number;
  /** Null if there are too few payments. */
  readonly pacePaisePerHour: bigint | null;
  /**
   * The moment at which nothing is left to spend at that pace; null without a pace, or if it is more than a year ahead.
   */
  readonly runsOutAt: Date | null;
}

/** Forecasts one fund source; null if there is no such fund source that pays orders. */
export async function forecastRunOut(
  ctx: Context,
  merchantId: string,
  fundSourceId: string,
): Promise<Forecast | null> {
  const found = await ctx.db.inMerchant(merchantId, async (tx) => {
    const [sources, balances] = await Promise.all([
      readFundSources(tx),
      readSourceBalances(tx, [fundSourceId]),
    ]);
    const source = sources.find((one) => one.fundSourceId === fundSourceId);
    const balance = balances.get(fundSourceId);
    return source === undefined || balance === undefined ? null : { source, balance };
  });
  if (found === null) return null;
  const figures = await readFigures(ctx, merchantId, { days: PACE_DAYS, fundSourceId });
  const { succeeded, inFlight } = figures.total;
  return {
    fundSourceId,
    ...forecastFrom(
      {
        availablePaise: found.balance.availablePaise,
        overdraftLimitPaise: found.balance.overdraftLimitPaise,
        transfers: succeeded.transfers + inFlight.transfers,
        takenPaise: figures.takenPaise,
        hours: hoursOf(found.source, figures.from, figures.readAt),
      },
      figures.readAt,
    ),
  };
}

type Known = Omit<Forecast, "fundSourceId" | "pacePaisePerHour" | "runsOutAt">;

/** Computes the pace, and when the money runs out at that pace. Pure. */
export function forecastFrom(known: Known, now: Date): Omit<Forecast, "fundSourceId"> {
  const { availablePaise, overdraftLimitPaise, transfers, takenPaise, hours } = known;
  const hasPace = transfers >= PACE_TRANSFERS_MIN && takenPaise > 0n;
  const span = BigInt(Math.round(Math.max(1, hours) * HOUR_MS));
  const pacePaisePerHour = hasPace ? (takenPaise * BigInt(HOUR_MS)) / span : null;
  const spendable = availablePaise + overdraftLimitPaise;
  if (!hasPace) return { ...known, pacePaisePerHour, runsOutAt: null };
  if (spendable <= 0n) return { ...known, pacePaisePerHour, runsOutAt: now };
  const left = (Number(spendable) / Number(takenPaise)) * Math.max(1, hours);
  const runsOutAt = left > AHEAD_HOURS_MAX ? null : new Date(now.getTime() + left * HOUR_MS);
  return { ...known, pacePaisePerHour, runsOutAt };
}

/** For a fund source that was opened within these days, the pace counts from its opening. */
function hoursOf({ openedAt }: FundSource, firstDay: string, now: Date): number {
  const since = Math.max(startOfDay(firstDay).getTime(), openedAt.getTime());
  return Math.max(1, (now.getTime() - since) / HOUR_MS);
}
