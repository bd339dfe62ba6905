/** Writes the record of one run from which the documentation's page is made. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Report } from "./run-bench.ts";
import { ROOT } from "./start-program.ts";

const PATH = resolve(ROOT, "web/app/facts/measured.json");
/** More digits than this are noise. */
const DIGITS = 5;

/** Writes the record and returns its path; throws if the run is not fit for it. */
export function publish(report: Report): string {
  const record = makeRecord(report);
  const text = JSON.stringify(
    record,
    (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value),
    2,
  );
  writeFileSync(PATH, `${text}\n`);
  return PATH;
}

/** Selects the published parts of a report. Throws if something is missing, failed or not proved. */
export function makeRecord({ startedAt, machine, yardstick, against, figures, ...rest }: Report): object {
  const loads = figures.flatMap(({ load }) => load ?? []);
  const costs = figures.flatMap(({ cost }) => cost ?? []);
  const ofLoads = figures.filter(({ load }) => load !== undefined).map(({ name }) => name);
  const others = figures
    .filter(({ load, cost, unit }) => load === undefined && cost === undefined && unit !== "tps")
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
