/** Writes the records from which the documentation's pages Performance and Scale are made. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Report } from "./run-bench.ts";
import { ROOT } from "./start-program.ts";

const PATH = resolve(ROOT, "web/app/facts/measured.json");
const HOMES_PATH = resolve(ROOT, "web/app/facts/homes.json");
/** More digits than this are noise. */
const DIGITS = 5;

/** Writes the records and returns their paths; throws if the run is not fit for it. A run of homes alone is. */
export function publish(report: Report): string {
  const hasHomes = report.figures.some(({ homes }) => homes !== undefined);
  const isOfHomes = report.figures.every(({ homes }) => homes !== undefined);
  const records = [
    ...(isOfHomes ? [] : [{ path: PATH, record: makeRecord(report) }]),
    ...(hasHomes ? [{ path: HOMES_PATH, record: makeHomesRecord(report) }] : []),
  ];
  for (const { path, record } of records) writeRecord(path, record);
  return records.map(({ path }) => path).join("\n");
}

function writeRecord(path: string, record: object): void {
  const text = JSON.stringify(
    record,
    (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value),
    2,
  );
  writeFileSync(path, `${text}\n`);
}

/** Selects what a run has measured of homes. Throws if something failed. */
export function makeHomesRecord({ startedAt, machine, figures, failures }: Report): object {
  if (failures.length > 0) throw new Error(`not published: ${failures.join("; ")}`);
  return { startedAt, machine, figures: figures.flatMap(({ homes }) => homes ?? []) };
}

/** Selects the published parts of a report. Throws if something is missing, failed or not proved. */
export function makeRecord({ startedAt, machine, yardstick, against, figures, ...rest }: Report): object {
  const loads = figures.flatMap(({ load }) => load ?? []);
  const costs = figures.flatMap(({ cost }) => cost ?? []);
  const ofLoads = figures.filter(({ load }) => load !== undefined).map(({ name }) => name);
  const others = figures
    .filter(({ load, cost, unit }) => load === undefined && cost === undefined && unit !== "tps")
    .filter(({ homes }) => homes === undefined)
    .filter(({ name }) => !ofLoads.some((load) => name.startsWith(`${load}, `)))
    .map(({ name, value, unit }) => ({ name, value, unit }));
  const contradictions = rest.proofs.flatMap((proof) => proof.contradictions);
  const lacks = [
    yardstick.program === "pgbench" ? [] : ["pgbench was not found"],
    against === null ? [] : ["another checkout was measured beside this one"],
    loads.length > 0 && costs.length > 0 && others.length > 0 ? [] : ["scenarios were left out"],
    rest.failures,
    contradictions,
  ].flat();
  if (lacks.length > 0) throw new Error(`not published: ${lacks.join("; ")}`);
  const { version, perSecond } = yardstick;
  return { startedAt, machine, pgbench: { version, perSecond }, loads, costs, others };
}
