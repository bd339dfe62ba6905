/** The price list as rows of SQL, so that the proof of fees reads the table that the engine charges by. */
import { feeFor, feeGroupOf, PRICE_LISTS, RAILS, TAX_RATES } from "#rails";

const NEVER = "9999-12-31";
const NO_END = 9_223_372_036_854_775_807n;

/** First days of every price list and tax rate, each with the first day after its time. */
function times(): { from: string; until: string }[] {
  const starts = [...new Set([...PRICE_LISTS, ...TAX_RATES].map(({ from }) => from))].toSorted();
  return starts.map((from, index) => ({
    from: index === 0 ? "0001-01-01" : from,
    until: starts[index + 1] ?? NEVER,
  }));
}

function bandsAt(from: string): { above: bigint; upto: bigint }[] {
  const list = PRICE_LISTS.findLast((one) => one.from <= from) ?? PRICE_LISTS[0];
  const ends = list.bands.map(({ uptoPaise }) => uptoPaise ?? NO_END);
  return ends.map((upto, index) => ({ above: ends[index - 1] ?? 0n, upto }));
}

/**
 * Rows of first day, day after the last, amount above and up to (paise), rail, whether by phone, fee and tax (paise).
 */
export const PRICES_OF_RAILS = times()
  .flatMap(({ from, until }) =>
    bandsAt(from).flatMap(({ above, upto }) =>
      RAILS.flatMap((rail) =>
        [false, true].map((byPhone) => {
          const { feePaise, taxPaise } = feeFor(
            feeGroupOf(rail, byPhone),
            upto,
            new Date(`${from}T12:00:00Z`),
          );
          return `('${from}', '${until}', ${above}, ${upto}, '${rail}', ${byPhone}, ${feePaise}, ${taxPaise})`;
        }),
      ),
    ),
  )
  .join(", ");
