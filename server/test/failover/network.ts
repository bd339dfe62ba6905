/**
 * Machines of a test on one computer: each is a network namespace, and a bridge joins them. What runs outside of them,
 * such as the test, is a machine of its own on the same bridge. `npm run test:failover` starts the test in namespaces
 * that end with it, so nothing here has to be undone.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The address of the test itself, of the API, of the worker and of HAProxy. */
const HERE = "10.0.0.1";

/** PostgreSQL and etcd do not run as root. This user has no rights anywhere else. */
export const UNPRIVILEGED_USER = 65_534;

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Starts a program that writes what it says to a file. */
  start(command: readonly string[], options: { environment?: object; logFile: string }): ChildProcess;
  /** Sends a signal to every process on the machine; SIGKILL is repeated until none is left. */
  signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** Sends SIGKILL to the processes on the machine whose program has this name; returns their number. */
  kill(program: string): number;
  /** Drops what comes from other addresses, or goes there; by default everything, without a word to either side. */
  cut(from?: { addresses: readonly string[]; port?: number }): void;
  /** Ends every cut. */
  join(): void;
}

/** Makes the bridge and the machines. */
export function makeMachines<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Machine>> {
  ip("link set lo up");
  ip("link add bridge0 type bridge");
  ip(`address add ${HERE}/24 dev bridge0`);
  ip("link set bridge0 up");
  const machines = Object.entries<string>(addresses).map(([name, address]) => {
    ip(`netns add ${name}`);
    ip(`link add to-${name} type veth peer name eth0 netns ${name}`);
    ip(`link set to-${name} master bridge0 up`);
    ip(`-netns ${name} link set lo up`);
    ip(`-netns ${name} address add ${address}/24 dev eth0`);
    ip(`-netns ${name} link set eth0 up`);
    return [name, makeMachine(name, address)] as const;
  });
  return Object.fromEntries(machines) as Record<Name, Machine>;
}

function makeMachine(name: string, address: string): Machine {
  const isUp = (): number[] => ip(`netns pids ${name}`).split("\n").filter(Boolean).map(Number);
  return {
    name,
    address,
    start(command, { environment = {}, logFile }) {
      const log = openSync(logFile, "a");
      const user = [`--reuid=${UNPRIVILEGED_USER}`, `--regid=${UNPRIVILEGED_USER}`, "--clear-groups"];
      const child = spawn("ip", ["netns", "exec", name, "setpriv", ...user, ...command], {
        cwd: "/",
        stdio: ["ignore", log, log],
        // Settings of the test's own programs must not reach these.
        env: { PATH: process.env.PATH, LANG: "C.UTF-8", TZ: "UTC", ...environment },
      });
      closeSync(log);
      return child;
    },
    async signal(signal) {
      for (let pids = isUp(); pids.length > 0; pids = isUp()) {
        for (const pid of pids) send(pid, signal);
        if (signal !== "SIGKILL") return;
        await sleep(20);
      }
    },
    kill(program) {
      const found = isUp().filter((pid) => programOf(pid) === program);
      for (const pid of found) send(pid, "SIGKILL");
      return found.length;
    },
    cut(from) {
      const port = from?.port;
      const ofPort = port === undefined ? [""] : [`tcp sport ${port}`, `tcp dport ${port}`];
      const others = from === undefined ? null : `{ ${from.addresses.join(", ")} }`;
      const drops = (way: "iifname" | "oifname", side: "saddr" | "daddr"): string =>
        ofPort
          .map((match) => `${way} "eth0" ${others === null ? "" : `ip ${side} ${others}`} ${match} drop`)
          .join("\n");
      const table = `
        table inet cut {
          chain in { type filter hook input priority 0; ${drops("iifname", "saddr")}\n }
          chain out { type filter hook output priority 0; ${drops("oifname", "daddr")}\n }
        }`;
      execFileSync("ip", ["netns", "exec", name, "nft", "-f", "-"], { input: table });
    },
    join() {
      execFileSync("ip", ["netns", "exec", name, "nft", "flush", "ruleset"]);
    },
  };
}

/** Returns an empty text for a process that has ended in the meantime. */
function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

function ip(words: string): string {
  return execFileSync("ip", words.split(" "), { encoding: "utf8" });
}

/** A process that has ended in the meantime needs no signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
