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
  /** Short hash, with `+` when the checkout has changes of its own. */
  readonly commit: string;
  /** Load average over the minute before: what else was going on. */
  readonly loadBefore: number;
}

/** Reads the facts of this machine. `postgres` is the server's version. */
export function readMachine(postgres: string): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    postgres,
    commit: readCommit(),
    loadBefore: Math.round(loadavg()[0]! * 10) / 10,
  };
}

function readCommit(): string {
  const git = (...args: string[]): string =>
    spawnSync("git", args, { encoding: "utf8", cwd: import.meta.dirname }).stdout ?? "";
  const hash = git("rev-parse", "--short", "HEAD").trim();
  if (hash === "") return "unknown";
  return git("status", "--porcelain") === "" ? hash : `${hash}+`;
}
