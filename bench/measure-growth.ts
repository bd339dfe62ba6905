import type { Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import { measureThroughput } from "./measure-throughput.ts";
import { measureSearch } from "./measure-search.ts";
import type { Lab } from "./open-lab.ts";
import { verifyBooks } from "./prove-books.ts";
import { runLoad } from "./run-load.ts";
import type { Server } from "./start-server.ts";
import { storeTransfers } from "./store-transfers.ts";

const CLIENTS = 64;
/** The share of the final number of transfers at which the curve is measured for the first time. */
const FIRST_STEP = 0.2;
/** The time of the proof has a goal for this number of transfers; `--rows 1000000` and `--full` reach it. */
const PROOF_GOAL = { transfers: 1_000_000, atMost: 60 };
const SLOWEST = 5;
/**
 * After a checkpoint, PostgreSQL logs the whole page when it changes it for the first time. This many new transfers for
 * each stored one change nearly all pages of the indexes with random values (98 % of 11,500 pages each, with 1,000,000
 * stored).
 */
const NEW_PER_STORED = 0.05;
const PAY_WITHIN_MS = 3_600_000;
/** There is no time for more directly after a checkpoint, because its cost fades with each transfer. */
const ROUNDS_BETWEEN_CHECKPOINTS = 3;

/**
 * Compares a server with many stored transfers with an empty one, in alternation: directly after a checkpoint, and
 * again when whole pages are rarely logged any more. Also measures the proof of its ledger and its filters.
 */
export async function measureGrowth(lab: Lab): Promise<Figure[]> {
  const [empty, grown] = [await lab.startServer("empty"), await lab.startServer("grown")];
  const stored = lab.scale.storedTransfers;
  const figures: Figure[] = [];
  let from = 0;
  for (const to of [Math.round(stored * FIRST_STEP), stored]) {
    lab.say(`storing ${(to - from).toLocaleString("en")} transfers`);
    const startedAt = performance.now();
    await storeTransfers(grown, { from, to });
    const storingS = Math.round((performance.now() - startedAt) / 1_000);
    figures.push(await measureProof(lab, grown, to));
    const after = await measureLoss(lab, { empty, grown, rounds: lab.scale.rounds });
    await payMore(lab, grown, Math.ceil(to * NEW_PER_STORED));
    const rounds = lab.scale.rounds * ROUNDS_BETWEEN_CHECKPOINTS;
    const between = await measureLoss(lab, { empty, grown, rounds });
    const name = `loss with ${to.toLocaleString("en")} stored transfers`;
    figures.push(
      { name: `${name}, directly after a checkpoint`, ...after, details: { ...after.details, storingS } },
      {
        name: `${name}, between checkpoints`,
        ...between,
        ...(to === stored ? { goals: [{ of: "value", atMost: 10 }] } : {}),
      },
    );
    from = to;
  }
  return [
    ...figures,
    ...(await measureSearch(grown, { stored, rounds: lab.scale.rounds, pairs: lab.scale.name !== "tiny" })),
  ];
}

async function payMore(lab: Lab, server: Server, transfers: number): Promise<void> {
  lab.say(`paying ${transfers.toLocaleString("en")} more`);
  await runLoad(server, {
    operation: "requestTransfer",
    connections: CLIENTS,
    loop: { kind: "closed", callers: CLIENTS, warmMs: 0, measuredMs: PAY_WITHIN_MS, callsMax: transfers },
  });
}

/** Measures the command from its start to its end. */
async function measureProof(lab: Lab, server: Server, stored: number): Promise<Figure> {
  lab.say("proving the ledger");
  const startedAt = performance.now();
  const { checked, findings } = await verifyBooks(server);
  const value = (performance.now() - startedAt) / 1_000;
  const slowest = checked.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, SLOWEST);
  return {
    name: `proof with ${stored.toLocaleString("en")} stored transfers`,
    value,
    unit: "s",
    ...(stored === PROOF_GOAL.transfers ? { goals: [{ of: "value", atMost: PROOF_GOAL.atMost }] } : {}),
    details: {
      findings: findings.length,
      ...Object.fromEntries(slowest.map(({ name, tookMs }) => [`${name} s`, tookMs / 1_000])),
    },
  };
}

/** The result of one round on one server. */
interface Round {
  perSecond: number;
  /** The server and PostgreSQL together, per transfer. */
  cpuMs: number;
  /**
   * The pages of tables and indexes that PostgreSQL accessed for a transfer, and those that it had to read from disk.
   */
  pages: number;
  pagesRead: number;
  /** The whole pages that were logged for a transfer. */
  pagesLogged: number;
}

/**
 * Each round is a pair of turns in direct succession, so that anything that slows the machine for longer slows both.
 */
async function measureLoss(
  lab: Lab,
  { empty, grown, rounds }: { empty: Server; grown: Server; rounds: number },
): Promise<Pick<Figure, "value" | "unit" | "details">> {
  const measured = new Map<Server, Round[]>([
    [empty, []],
    [grown, []],
  ]);
  for (let round = 0; round < rounds; round += 1) {
    // The server that was last goes first in the next round.
    const order = round % 2 === 0 ? [empty, grown] : [grown, empty];
    for (const server of order) measured.get(server)!.push(await measureRound(lab, server));
  }
  const of = (server: Server, fact: keyof Round): number =>
    median(measured.get(server)!.map((one) => one[fact]));
  const losses = measured
    .get(empty)!
    .map(({ perSecond }, round) => (1 - measured.get(grown)![round]!.perSecond / perSecond) * 100);
  return {
    value: median(losses),
    unit: "%",
    details: {
      lowest: Math.min(...losses),
      highest: Math.max(...losses),
      rounds,
      emptyPerSecond: of(empty, "perSecond"),
      grownPerSecond: of(grown, "perSecond"),
      emptyCpuMs: of(empty, "cpuMs"),
      grownCpuMs: of(grown, "cpuMs"),
      emptyPages: of(empty, "pages"),
      grownPages: of(grown, "pages"),
      emptyPagesRead: of(empty, "pagesRead"),
      grownPagesRead: of(grown, "pagesRead"),
      emptyPagesLogged: of(empty, "pagesLogged"),
      grownPagesLogged: of(grown, "pagesLogged"),
    },
  };
}

/** Pages are counted, not timed, so they show the cost of growth even on a busy machine. */
async function measureRound(lab: Lab, server: Server): Promise<Round> {
  const before = await readPages(server);
  const { perSecond, calls, cpuMs } = await measureThroughput(lab, server, { callers: CLIENTS });
  const after = await readPages(server);
  const per = (fact: keyof Pages): number => (after[fact] - before[fact]) / calls;
  return {
    perSecond,
    cpuMs: cpuMs.server + cpuMs.postgres,
    pages: per("pages"),
    pagesRead: per("pagesRead"),
    pagesLogged: per("pagesLogged"),
  };
}

type Pages = Pick<Round, "pages" | "pagesRead" | "pagesLogged">;

async function readPages(server: Server): Promise<Pages> {
  const [row] = await server.query<Pages>(
    `select (blks_hit + blks_read)::float as pages, blks_read::float as "pagesRead",
       wal_fpi::float as "pagesLogged"
     from pg_stat_database
     cross join pg_stat_wal
     where datname = current_database()`,
  );
  return row!;
}
