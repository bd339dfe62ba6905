/**
 * Stops an amount unlike those that the destination usually gets: one that is further from their median than a multiple
 * of their spread. The spread is the median distance from the median, but at least a tenth of the median, so that
 * someone who always gets the same amount can get a little more. The median of an even number of amounts is the lower
 * of the two in the middle.
 */
import { oneOf, wholeNumber } from "./fields.ts";
import { defineKind, HISTORY_MS } from "./kind.ts";

/** The number of the newest transfers that are compared. */
export const KNOWN_MAX = 30;

export const unusualAmount = defineKind({
  fields: {
    times: wholeNumber(1, 1_000),
    // With fewer known amounts than this, nothing is usual yet.
    leastKnown: wholeNumber(3, KNOWN_MAX),
    direction: oneOf("above", "either"),
  },
  need: "newest",
  lookBackMs: () => HISTORY_MS,
  includes: (these, those) =>
    these.times <= those.times &&
    these.leastKnown <= those.leastKnown &&
    (these.direction === "either" || those.direction === "above"),
  see: (_, { amountPaise, destination }, counts) => ({
    amountPaise,
    amounts: counts.newestAmounts(destination),
  }),
  judge({ times, leastKnown, direction }, { amountPaise, amounts }) {
    if (amounts.length < leastKnown) return null;
    const median = medianOf(amounts);
    const spread = largest(medianOf(amounts.map((amount) => distance(amount, median))), median / 10n, 1n);
    const deviation = direction === "either" ? distance(amountPaise, median) : amountPaise - median;
    if (deviation <= BigInt(times) * spread) return null;
    return {
      amountPaise: Number(amountPaise),
      known: amounts.length,
      medianPaise: Number(median),
      spreadPaise: Number(spread),
    };
  },
  stops: `(
    risk.is_unusual(
      amount_paise, accepted_at, unpaid_at, terms || '{"knownMax": ${KNOWN_MAX}}'::jsonb, judged, keeps
    ) over (partition by destination order by reference_id)
  ).stops`,
});

function medianOf(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : 1));
  return sorted[Math.ceil(sorted.length / 2) - 1]!;
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function largest(first: bigint, ...others: readonly bigint[]): bigint {
  return others.reduce((most, amount) => (amount > most ? amount : most), first);
}
