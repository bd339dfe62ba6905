/** Reads the measurements on which plans of capacity rest: of the published run, and of the scenario `homes`. */
import type published from "../web/app/facts/measured.json";
import type { MeasuredCosts } from "./capacity.ts";

/** The rates for which capacity is planned, in transfers a second. */
export const RATES = [100, 1_000, 10_000];

/** One figure of both installations: with one home, and of a merchant at the second of two. */
export interface OfBoth {
  readonly name: string;
  readonly one: number;
  readonly two: number;
}

export const CPU = "CPU ms each";
export const ROUND_TRIPS = "round trips of a set";
const WAL = "WAL per transfer, whole life";

/** Reads the costs of a transfer. A second home that seems to cost less than the first is counted as no dearer. */
export function readCosts(
  { loads, others }: Pick<typeof published, "loads" | "others">,
  figures: readonly OfBoth[],
): MeasuredCosts {
  const of = (name: string): OfBoth => figures.find((one) => one.name === name)!;
  const cpu = of(CPU);
  return {
    loads: loads
      .filter(({ merchants }) => merchants === 1)
      .map(({ perSecond, cpuMs }) => ({
        perSecond: perSecond.median,
        serverMs: cpuMs.server,
        postgresMs: cpuMs.postgres,
      })),
    walBytes: others.find(({ name }) => name === WAL)!.value,
    roundTripsOfSet: of(ROUND_TRIPS).two,
    homesRatio: Math.max(1, cpu.two / cpu.one),
  };
}
