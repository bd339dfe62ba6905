/** The bank simulator as a real process, on a free port, for one world. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { setSimulatorSecret } from "#sandbox/simulator";
import type { World } from "./world.ts";

export interface Simulator {
  /** Without a path; banks are at `${url}/${bankId}`. */
  readonly url: string;
  /** Calls a control, e.g. `control("POST", "/sim/clock", { advanceMs })`; throws unless the answer is 2xx. */
  control<T>(method: "GET" | "PUT" | "POST", path: string, body?: object): Promise<T>;
  /** Kills the process. */
  kill(): Promise<void>;
}

const MAIN = fileURLToPath(new URL("../../bank-simulator/src/main.ts", import.meta.url));

/** Shared by all simulators of this process, because the engine only knows one. */
const SECRET = randomBytes(32).toString("base64url");
setSimulatorSecret(SECRET);

interface SimulatorOptions {
  /** Determines all dice. Default "1". */
  readonly seed?: string;
  /** The folder of its journal, which survives restarts. By default it has none. */
  readonly dataDir?: string;
  readonly port?: number;
  /** The banks' time at the start; default now. */
  readonly start?: Date;
}

/** Starts a simulator that ends with the world (and with this process, however it ends). */
export async function startSimulator(world: World, options: SimulatorOptions = {}): Promise<Simulator> {
  const { seed = "1", dataDir, port = 0, start } = options;
  const args = [MAIN, "--port", String(port), "--seed", seed, "--exit-with-parent"];
  if (dataDir !== undefined) args.push("--data", dataDir);
  if (start !== undefined) args.push("--start", start.toISOString());
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, SIMULATOR_SECRET: SECRET },
  });
  const ended = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  world.onClose(kill);
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([text]) => text as string),
    ended.then(() => Promise.reject(new Error("the bank simulator ended at its start"))),
  ]);
  const { listening } = JSON.parse(line) as { listening: number };
  const url = `http://127.0.0.1:${listening}`;
  return { url, kill, control: (method, path, body) => callControl(`${url}${path}`, method, body) };
}

async function callControl<T>(address: string, method: string, body: object | undefined): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${SECRET}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
