/**
 * A small process between us and embedded PostgreSQL, so that PostgreSQL never outlives us: however we end,
 * even by SIGKILL, our end of its standard input closes, and then it stops PostgreSQL.
 *
 * It runs in a session of its own: Ctrl-C reaches only us, and PostgreSQL stops after the work has stopped.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

/** The program to run, given as JSON in the first argument. */
export interface SupervisedProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** The user to run it as. Null means our own user. */
  readonly runAs: { readonly uid: number; readonly gid: number } | null;
  /** Folders that are removed once the program was stopped. */
  readonly removeAfter: readonly string[];
}

const QUIT_AFTER_MS = 20_000;
const KILL_AFTER_MS = 30_000;

if (import.meta.main) supervise(JSON.parse(process.argv[2] ?? "") as SupervisedProgram);

function supervise({ program, args, runAs, removeAfter }: SupervisedProgram): void {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
    // PostgreSQL needs no more: PGDATA, PGPORT and similar variables must not change its behaviour.
    env: { PATH: process.env.PATH, LANG: "C", TZ: "UTC" },
    cwd: "/",
    ...runAs,
  });
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  let stopping = false;
  child.on("exit", (code) => {
    if (stopping) for (const folder of removeAfter) rmSync(folder, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    child.kill("SIGINT");
    setTimeout(() => child.kill("SIGQUIT"), QUIT_AFTER_MS);
    setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  };
  // A parent that is gone cannot read: only the end of standard input counts.
  process.stdout.on("error", () => undefined);
  process.stdin.on("error", stop).on("end", stop).on("close", stop).resume();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  process.stdout.write(`${child.pid ?? 0}\n`);
}
