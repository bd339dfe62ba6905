/** Runs command lines for tests: in this process, or in a separate one as people do. */
import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCommand } from "../src/surfaces/commands/run-command.ts";
import { runAt, type Terminal } from "../src/surfaces/commands/terminal.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** A command takes about a second; if it hangs, the tests must not. */
const RUN_WITHIN_MS = 300_000;

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command to its end. */
export type RunWords = (words: readonly string[], environment: Environment) => Promise<Ended>;

/**
 * Runs the command in this process, with a terminal of its own. The engine is loaded already, so this only costs the
 * command itself.
 */
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

/** Runs the command as people do: in a separate Node, with empty input. It ends with the tests, however they end. */
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
