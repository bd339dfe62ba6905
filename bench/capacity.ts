/**
 * Computes the cores, write-ahead log, connections, homes and banks that a rate of transfers needs. Every number
 * follows from what was measured, or from a constant below. The documentation's page Scale shows it too.
 */

/** One measured load: what an installation carried, and the CPU time that each transfer took. */
export interface MeasuredLoad {
  readonly perSecond: number;
  readonly serverMs: number;
  readonly postgresMs: number;
}

export interface MeasuredCosts {
  /** Loads with one merchant, from few callers to many. The more arrive together, the less each transfer costs. */
  readonly loads: readonly MeasuredLoad[];
  /** The write-ahead log of a transfer's whole life. */
  readonly walBytes: number;
  /** Round trips to PostgreSQL for a set of transfers, however many are in it. */
  readonly roundTripsOfSet: number;
  /** The cost of a merchant at a further home as a multiple of one in the only home. */
  readonly homesRatio: number;
}

/** Machines and processes are planned so that a third of them is idle: half more than what is used. */
export const HEADROOM = 1.5;
/** The cores of the machine on which a home's PostgreSQL runs. A larger machine costs more than a second home. */
export const CORES_OF_HOME = 16;
/**
 * The part of its cores that PostgreSQL can use on a machine of 16, because all its sessions write one log. This is an
 * assumption: two cores were measured. `pgbench` on the machine itself says more.
 */
export const SCALING = 0.5;
/**
 * Bytes of log that one home writes in a second, because its standby replays the log in a single process. This is an
 * assumption too: no standby was measured at such a rate.
 */
export const WAL_BYTES_PER_SECOND = 100_000_000;
/** JavaScript runs on one core; the other threads of a process take little. */
const CORES_OF_PROCESS = 1;
/** DATABASE_CONNECTIONS, unless it is set. */
export const CONNECTIONS_OF_PROCESS = 12;
/** Those beside: one listens for work, one notices whether the home answers. */
export const CONNECTIONS_BESIDE = 2;
/** Payments a second that a bank takes from one account: the pace at which a process sends them to RazorpayX. */
export const BANK_PAYMENTS_PER_SECOND = 8;
/** The time in which a bank answers. This is an example. */
export const BANK_ANSWERS_MS = 500;

const SECONDS_OF_DAY = 86_400;

/** A figure if the calls of a merchant arrive together, and if each arrives alone. */
export interface Range {
  readonly together: number;
  readonly apart: number;
}

/** All that a rate needs. */
export interface CapacityRow {
  readonly perSecond: number;
  /** The cores of all processes of the server, and of PostgreSQL at all homes, with headroom. */
  readonly serverCores: Range;
  readonly postgresCores: Range;
  /** The log of a day, at this rate all day. */
  readonly walGbPerDay: number;
  /** At most: transfers that arrive together share them. */
  readonly roundTripsPerSecond: number;
  readonly processes: Range;
  /** The connections of all processes to each home. */
  readonly connectionsOfHome: Range;
  readonly homes: Range;
  /** The least number of merchants: none of them carries more than the peak that was measured. */
  readonly merchants: number;
  /** The accounts at banks that take BANK_PAYMENTS_PER_SECOND each, and the calls that are open at a time. */
  readonly bankAccounts: number;
  readonly openBankCalls: number;
}

type Cost = Pick<MeasuredLoad, "serverMs" | "postgresMs">;

/** Computes what this many transfers a second need. */
export function planCapacity(costs: MeasuredCosts, perSecond: number): CapacityRow {
  const loads = costs.loads.toSorted((a, b) => a.perSecond - b.perSecond);
  const merchants = Math.ceil(perSecond / loads.at(-1)!.perSecond);
  const [together, apart] = [costAt(loads, perSecond / merchants), loads[0]!];
  const range = (of: (cost: Cost) => number): Range => ({ together: of(together), apart: of(apart) });
  const coresOf = (ms: number, each = perSecond): number => (each * ms * costs.homesRatio * HEADROOM) / 1_000;
  const processesOf = ({ serverMs }: Cost): number => Math.ceil(coresOf(serverMs) / CORES_OF_PROCESS);
  const carriedByHome = ({ postgresMs }: Cost): number =>
    Math.min((CORES_OF_HOME * SCALING) / coresOf(postgresMs, 1), WAL_BYTES_PER_SECOND / costs.walBytes);
  return {
    perSecond,
    serverCores: range(({ serverMs }) => coresOf(serverMs)),
    postgresCores: range(({ postgresMs }) => coresOf(postgresMs)),
    walGbPerDay: (perSecond * costs.walBytes * SECONDS_OF_DAY) / 1e9,
    roundTripsPerSecond: perSecond * costs.roundTripsOfSet,
    processes: range(processesOf),
    connectionsOfHome: range((cost) => processesOf(cost) * (CONNECTIONS_OF_PROCESS + CONNECTIONS_BESIDE)),
    homes: range((cost) => Math.ceil(perSecond / carriedByHome(cost))),
    merchants,
    bankAccounts: Math.ceil(perSecond / BANK_PAYMENTS_PER_SECOND),
    openBankCalls: (perSecond * BANK_ANSWERS_MS) / 1_000,
  };
}

/**
 * The cost of a transfer at this rate of one merchant: the cores used lie on a straight line between two measured
 * loads. Below the first load, and above the last one, a transfer costs what it costs there.
 */
function costAt(loads: readonly MeasuredLoad[], perSecond: number): Cost {
  const above = loads.findIndex((load) => load.perSecond >= perSecond);
  if (above <= 0) return loads.at(above)!;
  const [low, high] = [loads[above - 1]!, loads[above]!];
  const part = (perSecond - low.perSecond) / (high.perSecond - low.perSecond);
  const each = (name: keyof Cost): number => {
    const [lowest, highest] = [low[name] * low.perSecond, high[name] * high.perSecond];
    return (lowest + (highest - lowest) * part) / perSecond;
  };
  return { serverMs: each("serverMs"), postgresMs: each("postgresMs") };
}
