/** Runs scenarios in one lab, proves the books afterwards, and leaves nothing running. */
import { withoutRatioGoals, type Figure } from "./figure.ts";
import { openLab, type LabOptions } from "./open-lab.ts";
import { proveBooks, type Proof } from "./prove-books.ts";
import { readCommit, readMachine, type Machine } from "./read-machine.ts";
import type { Scenario } from "./scenarios.ts";

export interface Report {
  readonly startedAt: string;
  readonly scale: string;
  readonly machine: Machine;
  /** Whose TPC-B the ratios are to. */
  readonly yardstick: { readonly program: "pgbench" | "own driver"; readonly version: string | null };
  /** The commit of the other checkout, when there is one. */
  readonly against: string | null;
  readonly figures: readonly Figure[];
  readonly proofs: readonly (Proof & { readonly server: string })[];
}

export interface BenchOptions extends LabOptions {
  readonly scenarios: readonly Scenario[];
  /** Aborted when someone has had enough. */
  readonly signal?: AbortSignal;
}

export async function runBench({ scenarios, signal, ...options }: BenchOptions): Promise<Report> {
  const { pgbench, against } = options;
  const startedAt = new Date().toISOString();
  const lab = await openLab(options);
  const onAbort = (): void => void lab.close();
  signal?.addEventListener("abort", onAbort);
  try {
    const machine = readMachine(lab.postgresVersion);
    const figures: Figure[] = [];
    for (const { name, run } of scenarios) {
      signal?.throwIfAborted();
      options.say(name);
      figures.push(...(await run(lab)));
    }
    const proofs: Report["proofs"][number][] = [];
    for (const server of lab.servers) {
      options.say(`proving the books of server ${server.name}`);
      proofs.push({ server: server.name, ...(await proveBooks(server)) });
    }
    return {
      startedAt,
      scale: options.scale.name,
      machine,
      yardstick: { program: pgbench === null ? "own driver" : "pgbench", version: pgbench?.version ?? null },
      against: against === undefined ? null : readCommit(against),
      figures: pgbench === null ? figures.map(withoutRatioGoals) : figures,
      proofs,
    };
  } finally {
    signal?.removeEventListener("abort", onAbort);
    await lab.close();
  }
}
