// The results of `npm run bench -- --publish` in words. No page writes one of these figures itself.
import published from "./measured.json" with { type: "json" };

/** A row of the table of loads. Each caller orders again as soon as the outcome is known. */
type MeasuredLoad = (typeof published.loads)[number];

export const { loads, costs, others, machine } = published;

/** Returns one of the other measurements by its name. */
export function measuredOf(name: string): (typeof others)[number] {
  const found = others.find((one) => one.name === name);
  if (!found) throw new Error(`The bench measured no "${name}"`);
  return found;
}

/** Formats a value with three digits, because a measurement is not more precise than that. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-IN", { maximumFractionDigits: digits });
}

const date = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** The machine and the conditions of the measurement, by name. */
export const circumstances: readonly (readonly [string, string])[] = [
  ["Processor", `${machine.cpu}, ${machine.cores} cores`],
  ["Memory", `${machine.memoryGb} GB`],
  ["System", machine.system],
  ["Node.js", machine.node],
  ["PostgreSQL", machine.postgres],
  [
    "Durability",
    `fsync ${machine.fsync}, synchronous_commit ${machine.synchronousCommit}, full_page_writes ${machine.fullPageWrites}`,
  ],
  ["Other work", `load average ${machine.loadBefore} in the minute before`],
  [
    "Yardstick",
    `TPC-B by pgbench ${published.pgbench.version}: ${short(published.pgbench.perSecond)} per second`,
  ],
  ["Commit", machine.commit],
  ["Date", date.format(new Date(published.startedAt))],
];

/** Returns the number of callers, such as "16" or "16 of 8 merchants". */
export function callersOf({ callers, merchants }: Pick<MeasuredLoad, "callers" | "merchants">): string {
  return merchants === 1 ? String(callers) : `${callers} of ${merchants} merchants`;
}
