/** The interval for a share seen in a sample (E. B. Wilson, 1927), sound for few and for rare events. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** `count` of `total`, which can be weighed and thus fractional; `z`: 1.96 for 95%, 2.58 for 99%. */
export function wilson(count: number, total: number, z: number): Interval {
  if (total <= 0) return { low: 0, high: 1 };
  const share = count / total;
  const square = (z * z) / total;
  const centre = share + square / 2;
  const spread = z * Math.sqrt((share * (1 - share)) / total + square / (4 * total));
  return {
    low: Math.max(0, (centre - spread) / (1 + square)),
    high: Math.min(1, (centre + spread) / (1 + square)),
  };
}
