import { awaitEnd } from "./await-end.ts";
import type { Figure } from "./figure.ts";
import { type Latencies, summarizeLatencies } from "./latencies.ts";
import { awaitPaid, makeFile } from "./measure-batch.ts";
import type { Lab } from "./open-lab.ts";
import { runLoad } from "./run-load.ts";
import type { Server } from "./start-server.ts";

const FLOODERS = 300;
/** The measurement ends after this many calls, even if the flood continues. */
const CALLS_MAX = 2_000;

type Measured = Readonly<Record<"getBalance" | "transfer", Latencies>>;

/**
 * Measures how long another merchant's calls wait while one merchant floods the server with 300 callers who never
 * pause. Latencies are multiples of those of the same calls alone, directly before. The flood's process, the server and
 * PostgreSQL share the machine's cores, so part of the latency is not due to any queue.
 */
export async function measureFairness(lab: Lab): Promise<Figure[]> {
  const server = await lab.server();
  const calls = await prepareCalls(server);
  lab.say("another merchant alone");
  const alone = await measureCalls(calls, { until: () => false, callsMax: lab.scale.idleCalls });
  lab.say(`another merchant while one floods with ${FLOODERS} callers`);
  let isOver = false;
  const flood = runLoad(server, {
    operation: "requestTransfer",
    connections: FLOODERS,
    loop: { kind: "closed", callers: FLOODERS, ...lab.scale.load },
  }).finally(() => (isOver = true));
  const [beside, { perSecond }] = await Promise.all([
    measureCalls(calls, { until: () => isOver, callsMax: CALLS_MAX }),
    flood,
  ]);
  const besideFlood = compare({ alone, beside }, { what: "a flood", atMost: { p50: 2, p99: 3 }, perSecond });
  return [...besideFlood, ...(await measureBesideFile(lab, server, calls))];
}

/** Measures them while a file of another merchant is read, and its payments are made. */
async function measureBesideFile(lab: Lab, server: Server, calls: Calls): Promise<Figure[]> {
  const rowCount = lab.scale.burst;
  const send = await makeFile(server, "csv", rowCount);
  await awaitEnd(server);
  lab.say("another merchant alone");
  const alone = await measureCalls(calls, { until: () => false, callsMax: lab.scale.idleCalls });
  lab.say(`another merchant beside a file of ${rowCount} rows`);
  const startedAt = performance.now();
  let isOver = false;
  const file = send()
    .then((batchId) => awaitPaid(server, batchId, rowCount))
    .finally(() => (isOver = true));
  const [beside] = await Promise.all([
    measureCalls(calls, { until: () => isOver, callsMax: CALLS_MAX }),
    file,
  ]);
  const perSecond = (rowCount / (performance.now() - startedAt)) * 1_000;
  return compare({ alone, beside }, { what: "a file", atMost: { p50: 2, p99: 2 }, perSecond });
}

/** The other merchant's work, in words, and its payments per second. */
interface Busy {
  readonly what: string;
  readonly atMost: Readonly<Record<"p50" | "p99", number>>;
  readonly perSecond: number;
}

/** Returns the latencies as multiples of those alone. */
function compare(
  { alone, beside }: Readonly<Record<"alone" | "beside", Measured>>,
  { what, atMost, perSecond }: Busy,
): Figure[] {
  return (["getBalance", "transfer"] as const).flatMap((name) =>
    (["p50", "p99"] as const).map((part) => {
      const [aloneMs, besideMs] = [alone[name][`${part}Ms`], beside[name][`${part}Ms`]];
      return {
        name: `another merchant's ${name} beside ${what}, ${part}`,
        value: besideMs / aloneMs,
        unit: "x",
        goals: [{ of: "value", atMost: atMost[part] }],
        details: { aloneMs, besideMs, perSecond },
      };
    }),
  );
}

type Calls = Readonly<Record<keyof Measured, () => Promise<void>>>;

async function prepareCalls(server: Server): Promise<Calls> {
  const { callAsOther } = server;
  await callAsOther("POST", "/sandbox/top-ups", { amount: "9000000.00" });
  const beneId = "bench_fair";
  await callAsOther("POST", "/payout/v1/addBeneficiary", {
    beneId,
    name: "Payee",
    email: "payee@example.com",
    phone: "9876543210",
    bankAccount: "7000999999",
    ifsc: "HDFC0000001",
    address1: "12 Lake Road",
  });
  let made = 0;
  // This merchant's answers are always 200.
  const mustSucceed = ({ status }: Record<string, unknown>): void => {
    if (status !== "SUCCESS") throw new Error(`the other merchant's call answered ${String(status)}`);
  };
  return {
    getBalance: async () => mustSucceed(await callAsOther("GET", "/payout/v1/getBalance")),
    transfer: async () => {
      const transferId = `fair_${(made += 1)}`;
      mustSucceed(
        await callAsOther("POST", "/payout/v1/requestTransfer", { beneId, amount: "1.00", transferId }),
      );
    },
  };
}

/** Makes calls of each kind in turn; each waits for the previous answer. */
async function measureCalls(
  calls: Calls,
  { until, callsMax }: { until: () => boolean; callsMax: number },
): Promise<Measured> {
  const latenciesMs = { getBalance: [] as number[], transfer: [] as number[] };
  for (let count = 0; count < callsMax && (count === 0 || !until()); count += 1) {
    for (const name of ["getBalance", "transfer"] as const) {
      const startedAt = performance.now();
      await calls[name]();
      latenciesMs[name].push(performance.now() - startedAt);
    }
  }
  return {
    getBalance: summarizeLatencies(latenciesMs.getBalance),
    transfer: summarizeLatencies(latenciesMs.transfer),
  };
}
