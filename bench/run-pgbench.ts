/** Runs TPC-B with pgbench itself, which uses about half of the CPU of a driver in Node. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Pgbench } from "./find-pgbench.ts";
import type { Span } from "./run-closed-loop.ts";

const CLIENTS = 16;
const THREADS = 2;

/** Creates pgbench's tables in an empty database: `scale` branches, 10 tellers and 100,000 accounts each. */
export async function preparePgbench({ path }: Pgbench, url: string, scale: number): Promise<void> {
  await run(path, ["--initialize", "--quiet", `--scale=${scale}`], url);
}

/** Runs its TPC-B with 16 clients and prepared statements. */
export async function runPgbench(
  { path }: Pgbench,
  url: string,
  { measuredMs, callsMax }: Span,
): Promise<{ perSecond: number; calls: number }> {
  const length =
    callsMax === undefined
      ? `--time=${Math.ceil(measuredMs / 1_000)}`
      : `--transactions=${Math.ceil(callsMax / CLIENTS)}`;
  const args = [`--client=${CLIENTS}`, `--jobs=${THREADS}`, "--protocol=prepared", length];
  const said = await run(path, args, url);
  const calls = Number(/actually processed: (\d+)/.exec(said)?.[1]);
  const perSecond = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  if (!(calls > 0 && perSecond > 0)) throw new Error(`pgbench said ${said}`);
  return { perSecond, calls };
}

async function run(path: string, args: readonly string[], url: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const child = spawn(path, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // The password is in the environment, because arguments are visible to everyone on the machine.
    env: {
      PATH: process.env["PATH"],
      LC_ALL: "C",
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: decodeURIComponent(pathname.slice(1)),
    },
  });
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${complained}`);
  return said;
}
