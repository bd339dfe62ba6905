/** Summarizes the latencies of many requests in a few numbers. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Computes percentiles by nearest rank, so that each is a latency that was measured. NaN if there are none. */
export function summarizeLatencies(latenciesMs: readonly number[]): Latencies {
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (part: number): number => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
  return {
    count: sorted.length,
    p50Ms: at(0.5),
    p90Ms: at(0.9),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
