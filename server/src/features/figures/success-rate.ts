/** Computes the part of the transfers with a result that succeeded, and the confidence in that number. Pure. */
import type { Figure } from "./fold-figures.ts";

export interface SuccessRate {
  /** Transfers with a result: SUCCESS, FAILED or REVERSED. */
  readonly transfers: number;
  /** 0 to 1; null while there is no result. */
  readonly rate: number | null;
  /** The interval that contains the true rate with 95% confidence (Wilson), 0 to 1. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Divides SUCCESS by the sum of SUCCESS, FAILED and REVERSED. */
export function successRate({ succeeded, failed, reversed }: Figure): SuccessRate {
  const transfers = succeeded.transfers + failed.transfers + reversed.transfers;
  if (transfers === 0) return { transfers, rate: null, low: null, high: null };
  const rate = succeeded.transfers / transfers;
  return { transfers, rate, ...wilson(rate, transfers) };
}

/** The quantile of the normal distribution that leaves 2.5% on either side. */
const Z = 1.959964;

function wilson(rate: number, transfers: number): { low: number; high: number } {
  const scale = 1 + Z ** 2 / transfers;
  const middle = (rate + Z ** 2 / (2 * transfers)) / scale;
  const half = (Z / scale) * Math.sqrt((rate * (1 - rate)) / transfers + Z ** 2 / (4 * transfers ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
