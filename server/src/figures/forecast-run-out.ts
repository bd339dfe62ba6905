/** When the money of a fund source runs out, at the pace of the last days. */
import type { Context } from "#lib/context";
import { readFundSources, readSourceBalances, type FundSource } from "#fund-sources";
import { startOfDay } from "./day-range.ts";
import { readFigures } from "./read-figures.ts";

/** How many days make the pace, today among them. */
export const PACE_DAYS = 7;
/** Fewer payments than this make no pace. */
export const PACE_TRANSFERS_MIN = 5;

const HOUR_MS = 3_600_000;
/** Further ahead nothing is forecast. */
const AHEAD_HOURS_MAX = 365 * 24;

export interface Forecast {
  readonly fundSourceId: string;
  /** What can be spent now, without the overdraft limit. */
  readonly availablePaise: bigint;
  readonly overdraftLimitPaise: bigint;
  /** How many payments the pace is made of, what they take with their charges, and in how many hours. */
  readonly transfers: number;
  readonly takenPaise: bigint;
  readonly hours: number;
  /** Null: too few payments for a pace, or none. */
  readonly pacePaisePerHour: bigint | null;
  /** When nothing can be spent any more at that pace; null without a pace, or more than a year ahead. */
  readonly runsOutAt: Date | null;
}

/** The forecast of one fund source; null where there is no such one that pays orders. */
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

/** The pace and where it leads. Pure. */
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

/** A fund source that was opened within the days has its pace since then. */
function hoursOf({ openedAt }: FundSource, firstDay: string, now: Date): number {
  const since = Math.max(startOfDay(firstDay).getTime(), openedAt.getTime());
  return Math.max(1, (now.getTime() - since) / HOUR_MS);
}
