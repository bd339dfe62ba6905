import type { Figure, Goal } from "./figure.ts";
import { makeLoadRow, ownCpuMs, type LoadRound, type LoadRow } from "./load-row.ts";
import { measureThroughput, type Callers } from "./measure-throughput.ts";
import type { Lab } from "./open-lab.ts";
import { openMerchants } from "./open-merchants.ts";
import type { Payer, Server } from "./start-server.ts";

/** The number of merchants in the rows with spread accounts; each has two fund sources and its own payees. */
const MERCHANTS = 8;

interface Goals {
  readonly rate: Goal;
  readonly cpu: Goal;
  readonly p50?: Goal;
}

/** The goals by number of callers, for the single hot wallet. */
const GOALS: Readonly<Record<number, Goals>> = {
  1: {
    rate: { of: "value", atLeast: 300 },
    cpu: { of: "value", atMost: 2 },
    p50: { of: "value", atMost: 4 },
  },
  4: { rate: { of: "value", atLeast: 800 }, cpu: { of: "value", atMost: 2 } },
  16: { rate: { of: "ratio", atLeast: 1 }, cpu: { of: "value", atMost: 0.6 } },
  64: { rate: { of: "ratio", atLeast: 1 }, cpu: { of: "value", atMost: 0.45 } },
  256: { rate: { of: "ratio", atLeast: 1 }, cpu: { of: "value", atMost: 0.35 } },
};

/**
 * Measures transfers per second through the whole system: HTTP, accept, ledger, dispatch, the simulated bank (which
 * answers at once), record, webhook event. Every caller waits for the outcome of its transfer before it orders the
 * next. First, one merchant has one hot wallet; then the same callers are spread over merchants and fund sources. Each
 * round covers all rows, and both checkouts if there are two, so that other work of the machine affects all of them
 * equally.
 */
export async function measureEndToEnd(lab: Lab): Promise<Figure[]> {
  const sides = await openSides(lab);
  const loads = [
    ...lab.scale.callers.map((callers) => ({ callers, merchants: 1 })),
    ...lab.scale.spreadCallers.map((callers) => ({ callers, merchants: MERCHANTS })),
  ].flatMap((load) => sides.map((side) => ({ ...load, side, rounds: [] as LoadRound[] })));
  for (let round = 0; round < lab.scale.rounds; round += 1) {
    lab.say(`round ${round + 1} of ${lab.scale.rounds}`);
    for (const { callers, merchants, side, rounds } of loads) {
      const whose: Callers = merchants === 1 ? { callers } : { callers, payers: side.payers };
      const { measured, tps } = await lab.besideTpcb(() => measureThroughput(lab, side.server, whose));
      const { perSecond, latencies, cpuMs } = measured;
      rounds.push({ perSecond, tps, p50Ms: latencies.p50Ms, p99Ms: latencies.p99Ms, cpuMs });
    }
  }
  return loads.flatMap(({ callers, merchants, side, rounds }) =>
    toFigures(makeLoadRow({ checkout: side.checkout, callers, merchants }, rounds)),
  );
}

interface Side extends Pick<LoadRow, "checkout"> {
  readonly server: Server;
  /** The merchants over which the callers are spread. */
  readonly payers: readonly Payer[];
}

async function openSides(lab: Lab): Promise<Side[]> {
  const open = async (checkout: Side["checkout"], server: Server): Promise<Side> => {
    const isSpread = lab.scale.spreadCallers.length > 0;
    return { checkout, server, payers: isSpread ? await openMerchants(server, MERCHANTS) : [] };
  };
  const own = await open("this", await lab.server());
  return lab.otherServer === null ? [own] : [own, await open("other", await lab.otherServer())];
}

function toFigures(load: LoadRow): Figure[] {
  const { checkout, callers, merchants, perSecond, ratio, p50Ms } = load;
  const { rate, cpu, p50 }: Partial<Goals> =
    checkout === "this" && merchants === 1 ? (GOALS[callers] ?? {}) : {};
  const many = callers === 1 ? "1 caller" : `${callers} callers`;
  const whose = merchants === 1 ? "" : ` of ${merchants} merchants`;
  const name = `sync transfers, ${many}${whose}${checkout === "this" ? "" : ", other checkout"}`;
  const goals = (goal: Goal | undefined): Pick<Figure, "goals"> =>
    goal === undefined ? {} : { goals: [goal] };
  return [
    { name, value: perSecond.median, unit: "transfers/s", ratio: ratio.median, ...goals(rate), load },
    { name: `${name}, CPU each`, value: ownCpuMs(load), unit: "ms", ...goals(cpu) },
    ...(p50 === undefined
      ? []
      : [{ name: `${name}, p50`, value: p50Ms.median, unit: "ms", goals: [p50] } as const]),
  ];
}
