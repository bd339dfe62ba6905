/** Reports on a month that is played through the engine: its progress, and its results. */
import type { Tally } from "./compare-with-journal.ts";
import type { MonthFigures } from "./engine-month-parts.ts";
import type { FaultWorld, Payer } from "./fault-world.ts";

const TELL_EVERY_MS = 10_000;
const BAR = 24;

/** Prints the progress of each way of playing the month, every ten seconds. */
export function makeTeller({ look }: FaultWorld, transfers: number) {
  return (name: string): ((ordered: number, merchant: Payer) => Promise<void>) => {
    const startedAt = performance.now();
    let toldAt = startedAt;
    return async (ordered, { merchantId }) => {
      const now = performance.now();
      if (now - toldAt < TELL_EVERY_MS) return;
      toldAt = now;
      const [counts] = await look<{ paid: number; failed: number }>(
        `select count(*) filter (where status = 'succeeded')::int as paid,
           count(*) filter (where status in ('failed', 'rejected'))::int as failed
         from transfers.transfer
         where merchant_id = $1`,
        [merchantId],
      );
      const { paid, failed } = counts!;
      const filled = Math.floor((BAR * ordered) / transfers);
      const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
      const seconds = (now - startedAt) / 1_000;
      const left = Math.ceil(((transfers - ordered) * seconds) / ordered);
      console.log(
        `${name.padEnd(20)} ${bar} ${whole(ordered)} of ${whole(transfers)} ordered, ${whole(paid)} paid, ` +
          `${whole(failed)} failed, ${whole(ordered - paid - failed)} open; ${left} s left`,
      );
    };
  };
}

/** Describes the results in one line. */
export function describeMonth(name: string, figures: MonthFigures): string {
  const { paid, failed, inReview, attempts, unanswered, waited, longestSeconds, within5Minutes } = figures;
  const all = paid + failed + inReview;
  return [
    `${name}: ${percent(paid, all)} of ${whole(all)} payable transfers paid`,
    `(${whole(failed)} failed, ${whole(inReview)} wait for a person);`,
    `${percent(within5Minutes, all)} within 5 minutes, the longest after ${whole(longestSeconds)} s;`,
    `${whole(attempts)} attempts, of which ${whole(unanswered)} were not answered;`,
    `${whole(waited)} waited for a bank`,
  ].join(" ");
}

/** Describes what the banks' journal says about both. */
export function describeBooks({ paid, paidLate, reversed, unpaid, open }: Tally): string {
  return (
    `0 doubled, 0 lost, 0 differences between what is told and the banks' journal: ${whole(paid)} paid, ` +
    `${whole(paidLate)} paid late, ${whole(reversed)} given back, ${whole(unpaid)} unpaid, ${whole(open)} open`
  );
}

function percent(part: number, all: number): string {
  return `${((100 * part) / all).toFixed(4)} %`;
}

function whole(count: number): string {
  return count.toLocaleString("en");
}
