/** Runs scenarios in one lab, proves the books afterwards, reports the results, and leaves nothing running. */
import { withoutRatioGoals, type Figure } from "./figure.ts";
import { median } from "./latencies.ts";
import { openLab, type Lab, type LabOptions } from "./open-lab.ts";
import { proveBooks, type Proof } from "./prove-books.ts";
import { readCommit, readMachine, type Machine } from "./read-machine.ts";
import type { Scenario } from "./scenarios.ts";

export interface Report {
  readonly startedAt: string;
  readonly scale: string;
  readonly machine: Machine;
  /** The TPC-B rounds to which the ratios refer. */
  readonly yardstick: {
    readonly program: "pgbench" | "own driver";
    readonly version: string | null;
    /** The median of all rounds; null if there was none. */
    readonly perSecond: number | null;
  };
  /** The commit of the other checkout, if there is one. */
  readonly against: string | null;
  readonly figures: readonly Figure[];
  readonly proofs: readonly (Proof & { readonly server: string })[];
  /** The things that could not be measured or proved, with the reason. */
  readonly failures: readonly string[];
}

interface BenchOptions extends LabOptions {
  readonly scenarios: readonly Scenario[];
  /** Receives the report before anything is closed, so that it is never lost. */
  readonly tell: (report: Report) => void;
  /** Aborted by the user to stop early; everything measured until then is reported. */
  readonly signal?: AbortSignal;
}

/** Measures; resolves when everything is closed. Errors while closing are printed, and change nothing. */
export async function runBench({ tell, ...options }: BenchOptions): Promise<Report> {
  const startedAt = new Date().toISOString();
  const lab = await openLab(options);
  const onAbort = (): void => void lab.close();
  options.signal?.addEventListener("abort", onAbort);
  try {
    const machine = readMachine(lab.postgres);
    const { pgbench, against } = options;
    const { figures, ...rest } = await measure(lab, options);
    const report: Report = {
      startedAt,
      scale: options.scale.name,
      machine,
      yardstick: {
        program: pgbench === null ? "own driver" : "pgbench",
        version: pgbench?.version ?? null,
        perSecond: lab.tpcbRounds.length === 0 ? null : median(lab.tpcbRounds.map(({ tps }) => tps)),
      },
      against: against === undefined ? null : readCommit(against),
      figures: pgbench === null ? figures.map(withoutRatioGoals) : figures,
      ...rest,
    };
    tell(report);
    return report;
  } finally {
    options.signal?.removeEventListener("abort", onAbort);
    await lab.close();
  }
}

async function measure(
  lab: Lab,
  { scenarios, signal, say }: Omit<BenchOptions, "tell">,
): Promise<Pick<Report, "figures" | "proofs" | "failures">> {
  const figures: Figure[] = [];
  const proofs: Report["proofs"][number][] = [];
  const failures: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    if (signal?.aborted) return;
    say(what);
    await work().catch((error: Error) => {
      say(`failed: ${error.stack}`);
      failures.push(`${what}: ${signal?.aborted ? "stopped" : error.message}`);
    });
  };
  for (const { name, run } of scenarios)
    await attempt(name, async () => void figures.push(...(await run(lab))));
  for (const server of lab.servers) {
    await attempt(`proving the books of server ${server.name}`, async () => {
      proofs.push({ server: server.name, ...(await proveBooks(server)) });
    });
  }
  return { figures, proofs, failures };
}
