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

type Measured = (typeof others)[number];

/** The names of the bench in words for readers. A name without a row stands as it is. */
const titles: readonly (readonly [pattern: RegExp, title: string])[] = [
  [
    /^npm start, empty data folder, to first answer$/,
    "From the start with an empty data folder to the first response",
  ],
  [/^engine alone, (\d+) callers, bank in process$/, "Engine alone, $1 callers"],
  [/^p99 of accept at half of peak$/, "Accept, at half the highest rate: 99% stay below"],
  [/^another merchant's (\w+) beside a (flood|file), (p50|p99)$/, "Beside a $2: another merchant's $1, $3"],
  [/^([\d,]+) single orders in one go, (\d+) ms bank$/, "$1 orders at once, bank responds in $2 ms"],
  [/^([\d,]+) rows in an? (\.\w+) file, (\d+) ms bank$/, "$1 rows in a $2 file, bank responds in $3 ms"],
  [/^WAL per transfer, whole life$/, "PostgreSQL's log for each transfer, webhook included"],
  [
    /^import of a camt\.053, file to matched lines$/,
    "Import of a bank statement (camt.053), until every line is matched",
  ],
  [/^import of a camt\.053, memory of the process$/, "Memory of the server during that import"],
  [/^proof with ([\d,]+) stored transfers$/, "Verifying the ledger, $1 transfers"],
  [/^loss with ([\d,]+) stored transfers, (.*)$/, "Throughput lost with $1 stored transfers, $2"],
  [
    /^a filtered page over ([\d,]+) stored transfers, p95$/,
    "A filtered page of $1 transfers: 95% stay below",
  ],
  [/^its counts over ([\d,]+) stored transfers, p95$/, "Its counts by status, $1 transfers: 95% stay below"],
];

/** Returns what was measured, in words for readers. */
export function titleOf({ name }: Measured): string {
  const [pattern, title] = titles.find(([one]) => one.test(name)) ?? [];
  return pattern && title ? name.replace(pattern, title) : name;
}

/** Returns a measurement with its unit, as precise as it is meaningful. */
export function sayMeasured({ value, unit }: Measured): string {
  if (unit === "bytes" && value >= 1_000_000) return `${Math.round(value / 1_000_000)} MB`;
  if (unit === "bytes") return `${short(Math.round(value / 100) * 100)} bytes`;
  // A loss below one percent, or a gain, is noise.
  if (unit === "%") return value < 1 ? "none" : `${Math.round(value)}%`;
  if (unit === "x") return `${value.toFixed(1)} times as long`;
  if (unit === "s" && value >= 10) return `${Math.round(value)} s`;
  if (unit === "ms") return `${Math.round(value)} ms`;
  return `${value >= 10 ? Number(value.toPrecision(3)).toLocaleString("en-IN") : value.toFixed(1)} ${unit}`;
}

/** Formats a value with three digits, because a measurement is not more precise than that. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-IN", { maximumFractionDigits: digits });
}

const dates = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns the day of a moment, such as "25 Nov 2026". */
export const dayOf = (moment: string): string => dates.format(new Date(moment));

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
  ["Date", dayOf(published.startedAt)],
];

/** Returns the number of callers, such as "16" or "16 of 8 merchants". */
export function callersOf({ callers, merchants }: Pick<MeasuredLoad, "callers" | "merchants">): string {
  return merchants === 1 ? String(callers) : `${callers} of ${merchants} merchants`;
}
