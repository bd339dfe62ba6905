/** The machine that was measured: without it no figure means anything. */
import { spawnSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** PostgreSQL's settings of what a power cut may cost. */
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
  /** As `readCommit` answers it. */
  readonly commit: string;
  /** Load average over the minute before: what else was going on. */
  readonly loadBefore: number;
}

/** What PostgreSQL says of itself. */
export type PostgresFacts = Pick<Machine, "postgres" | "fsync" | "synchronousCommit" | "fullPageWrites">;

/** Reads the facts of this machine. */
export function readMachine(postgres: PostgresFacts): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    ...postgres,
    commit: readCommit(import.meta.dirname),
    loadBefore: Math.round(loadavg()[0]! * 10) / 10,
  };
}

/** The short hash of a checkout, with `+` when it has changes of its own. */
export function readCommit(checkout: string): string {
  const git = (...args: string[]): string =>
    spawnSync("git", args, { encoding: "utf8", cwd: checkout }).stdout ?? "";
  const hash = git("rev-parse", "--short", "HEAD").trim();
  if (hash === "") return "unknown";
  return git("status", "--porcelain") === "" ? hash : `${hash}+`;
}
