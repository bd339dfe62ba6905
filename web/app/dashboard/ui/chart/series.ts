// The five series of all charts. IMPS, UPI, NEFT and RTGS have the same series everywhere; the fifth is "other".
export type Series = 1 | 2 | 3 | 4 | 5;

export const seriesClass: Record<Series, { fill: string; stroke: string }> = {
  1: { fill: "fill-series-1", stroke: "stroke-series-1" },
  2: { fill: "fill-series-2", stroke: "stroke-series-2" },
  3: { fill: "fill-series-3", stroke: "stroke-series-3" },
  4: { fill: "fill-series-4", stroke: "stroke-series-4" },
  5: { fill: "fill-series-5", stroke: "stroke-series-5" },
};

const ofRail: Record<string, Series> = { imps: 1, upi: 2, neft: 3, rtgs: 4 };

export function seriesOf(rail: string): Series {
  return ofRail[rail.toLowerCase()] ?? 5;
}
