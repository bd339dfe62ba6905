// The needs of some rates of transfers in words, from the bench's model and its published measurements. No page writes
// such a figure itself.
import {
  BANK_ANSWERS_MS,
  BANK_PAYMENTS_PER_SECOND,
  CONNECTIONS_BESIDE,
  CONNECTIONS_OF_PROCESS,
  CORES_OF_HOME,
  HEADROOM,
  planCapacity,
  type Range,
  SCALING,
  WAL_BYTES_PER_SECOND,
} from "../../../bench/capacity.ts";
import { CPU, RATES, readCosts, type OfBoth } from "../../../bench/read-costs.ts";
import homes from "./homes.json" with { type: "json" };
import published from "./measured.json" with { type: "json" };
import { dayOf, short } from "./measured.ts";

const costs = readCosts(published, homes.figures);
const plans = RATES.map((rate) => planCapacity(costs, rate));

const fromTo = ({ together, apart }: Range, show: (value: number) => string): string => {
  const [low, high] = [show(together), show(apart)];
  return low === high ? low : `${low} to ${high}`;
};
const tenth = (value: number): string => value.toLocaleString("en-IN", { maximumFractionDigits: 1 });
const whole = (value: number): string => Math.ceil(value).toLocaleString("en-IN");

export const capacityHead = ["Transfers per second", ...plans.map(({ perSecond }) => whole(perSecond))];

/** One row for each thing that is needed, with one cell for each rate. */
export const capacityRows: readonly (readonly string[])[] = [
  ["Cores for the server", ...plans.map(({ serverCores }) => fromTo(serverCores, tenth))],
  ["Cores for PostgreSQL", ...plans.map(({ postgresCores }) => fromTo(postgresCores, tenth))],
  ["Server processes", ...plans.map(({ processes }) => fromTo(processes, whole))],
  ["Connections to each home", ...plans.map(({ connectionsOfHome }) => fromTo(connectionsOfHome, whole))],
  ["Homes", ...plans.map(({ homes: count }) => fromTo(count, whole))],
  ["WAL per day, GB", ...plans.map(({ walGbPerDay }) => whole(walGbPerDay))],
  [
    "Round trips to PostgreSQL per second, at most",
    ...plans.map(({ roundTripsPerSecond }) => whole(roundTripsPerSecond)),
  ],
  ["Merchants, at least", ...plans.map(({ merchants }) => whole(merchants))],
  ["Bank accounts", ...plans.map(({ bankAccounts }) => whole(bankAccounts))],
  ["Bank calls in progress", ...plans.map(({ openBankCalls }) => whole(openBankCalls))],
];

const { loads, machine } = published;
const peakOf = (of: (load: (typeof loads)[number]) => boolean): string =>
  short(Math.max(...loads.filter(of).map(({ perSecond }) => perSecond.median)));

/** The highest rates that were measured: of one merchant, and of several with fewer callers each. */
export const peakRate = peakOf(({ merchants }) => merchants === 1);
export const peakRateSpread = peakOf(({ merchants }) => merchants > 1);

/** The basis of the table, by name. */
export const capacityBasis: readonly (readonly [string, string])[] = [
  [
    "CPU time per transfer, WAL",
    `measured on ${dayOf(published.startedAt)}, ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, PostgreSQL ${machine.postgres}`,
  ],
  [
    "Cost of a second home",
    `measured on ${dayOf(homes.startedAt)}, ${homes.machine.cpu}, ${homes.machine.cores} cores, load average ${homes.machine.loadBefore}`,
  ],
  ["Highest rate of one merchant", `measured: ${peakRate} per second`],
  ["Headroom", `half more cores than are used (× ${HEADROOM})`],
  [
    "Limit of a home",
    `assumed: PostgreSQL uses ${SCALING * 100}% of ${CORES_OF_HOME} cores, and its standby replays ${WAL_BYTES_PER_SECOND / 1e6} MB of WAL per second`,
  ],
  [
    "Connections",
    `${CONNECTIONS_OF_PROCESS} per process and home (DATABASE_CONNECTIONS), and ${CONNECTIONS_BESIDE} that listen and check`,
  ],
  ["Bank accounts", `assumed: ${BANK_PAYMENTS_PER_SECOND} payments per second each, as with RazorpayX`],
  ["Bank calls in progress", `assumed: the bank responds in ${BANK_ANSWERS_MS} ms`],
];

const isCpu = ({ name }: OfBoth): boolean => name === CPU;
const words: Readonly<Record<string, string>> = {
  [CPU]: "CPU time per transfer, ms",
  "round trips of a set": "Round trips for a set of transfers",
  "statements of a set": "Statements for a set of transfers",
  "WAL bytes each": "WAL bytes per transfer",
};

/** The cost of a payment with one home, and at the second of two homes. */
export const homesRows: readonly (readonly string[])[] = homes.figures.map((figure) => {
  const { name, one, two } = figure;
  const show = isCpu(figure) ? (value: number) => value.toFixed(2) : short;
  return [words[name] ?? name, show(one), show(two), (two / one).toFixed(2)];
});

const cpu = homes.figures.find(isCpu)!;

/** The CPU time of a payment at the second of two homes, as a multiple of one with a single home. */
export const homesRatio = (cpu.two / cpu.one).toFixed(2);
