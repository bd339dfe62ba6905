/** An operator at the command line, for tests: runs the real commands, each in a process of its own. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { World } from "#test/world";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** A command takes about a second; one that hangs must not hang the tests. */
const RUN_WITHIN_MS = 300_000;

/** By the options' names without dashes; true: an option that has no value. */
type Options = Readonly<Record<string, string | true>>;

export interface Operator {
  /** A folder that goes with the world. */
  readonly dataDir: string;
  /** Runs a command and reads what it prints. */
  run<T>(command: string, options: Options): Promise<T>;
  /** Runs a command that must fail; answers what it says. */
  fail(command: string, options: Options): Promise<string>;
}

/** Makes an operator of the world's installation; `environment` is what only the commands have. */
export function makeOperator(world: World, environment: Readonly<Record<string, string>> = {}): Operator {
  const dataDir = mkdtempSync(join(tmpdir(), "vitaran-operator-"));
  world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
  const env = { ...process.env, ...world.environment, ...environment };
  const start = (command: string, options: Options): Promise<{ stdout: string }> => {
    const args = Object.entries(options).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, value],
    );
    return promisify(execFile)(process.execPath, [MAIN, command, ...args], {
      timeout: RUN_WITHIN_MS,
      killSignal: "SIGKILL",
      env: { ...env, DATABASE_URL: world.ownerUrl, VITARAN_DATA_DIR: dataDir },
    });
  };
  return {
    dataDir,
    run: async <T>(command: string, options: Options) =>
      JSON.parse((await start(command, options)).stdout) as T,
    fail: async (command, options) => {
      const failed: { code?: number; stderr?: string } = await start(command, options).then(
        () => assert.fail(`${command} has not failed`),
        (error: object) => error,
      );
      assert.equal(failed.code, 1, failed.stderr);
      return failed.stderr!;
    },
  };
}
