/** Describes the machine on which a run was measured; no figure means anything without it. */
import { spawnSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** PostgreSQL's settings that determine what a power cut may cost. */
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
  /** The commit that `readCommit` returns. */
  readonly commit: string;
  /** The load average over the minute before, as a sign of other activity. */
  readonly loadBefore: number;
}

/** The facts that PostgreSQL reports about itself. */
export type PostgresFacts = Pick<Machine, "postgres" | "fsync" | "synchronousCommit" | "fullPageWrites">;

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

/** Returns the short hash of a checkout, with `+` if it has uncommitted changes. */
export function readCommit(checkout: string): string {
  const git = (...args: string[]): string =>
    spawnSync("git", args, { encoding: "utf8", cwd: checkout }).stdout ?? "";
  const hash = git("rev-parse", "--short", "HEAD").trim();
  if (hash === "") return "unknown";
  return git("status", "--porcelain") === "" ? hash : `${hash}+`;
}
