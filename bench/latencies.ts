/** Latencies of many requests in a few numbers. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The percentiles by nearest rank: every one is a latency that was measured. NaN where there was none. */
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

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
