/** What is typed at the command line, for tests: run in this process, or in one of its own as people run it. */
import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCommand } from "../src/commands/run-command.ts";
import { runAt, type Terminal } from "../src/commands/terminal.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** A command takes about a second; one that hangs must not hang the tests. */
const RUN_WITHIN_MS = 300_000;

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command to its end. */
export type RunWords = (words: readonly string[], environment: Environment) => Promise<Ended>;

/** Runs it at a terminal of its own in this process, which has loaded the engine: it costs what the command does. */
export const runHere: RunWords = async (words, environment) => {
  let [out, err] = ["", ""];
  const at: Terminal = {
    environment: { ...process.env, ...environment },
    input: Readable.from([]),
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
  };
  await runAt(at, () => runCommand(words));
  return { code: at.exitCode ?? 0, out, err };
};

/** Runs it as people do: a Node of its own, with nothing to read. It ends with the tests, however they end. */
export const runApart: RunWords = (words, environment) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const options = { timeout: RUN_WITHIN_MS, killSignal: "SIGKILL", env } as const;
    const child = execFile(process.execPath, [MAIN, ...words], options, (error, out, err) => {
      process.off("exit", kill);
      const code = error === null ? 0 : error.code;
      if (typeof code === "number") resolve({ code, out, err });
      else reject(error);
    });
    const kill = (): void => void child.kill("SIGKILL");
    process.on("exit", kill);
    child.stdin?.end();
  });
