/** An operator at the command line, for tests: runs the real commands. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runApart, runHere, type Ended, type RunWords } from "#test/run-words";
import type { World } from "#test/world";

/** Options by their names without dashes; true: an option without a value. */
type Options = Readonly<Record<string, string | true>>;

export interface Operator {
  /** A folder that is removed with the world. */
  readonly dataDir: string;
  /** Runs a command and reads its output. */
  run<T>(command: string, options: Options): Promise<T>;
  /** Runs a command that must fail; returns its error message. */
  fail(command: string, options: Options): Promise<string>;
  /** Runs a command; returns how it ended. */
  end(command: string, options: Options): Promise<Ended>;
  /** The same operator, whose commands are processes of their own. */
  readonly apart: Omit<Operator, "apart">;
}

/** Makes an operator of the world's installation; only the commands get `environment`. */
export function makeOperator(world: World, environment: Readonly<Record<string, string>> = {}): Operator {
  const dataDir = mkdtempSync(join(tmpdir(), "vitaran-operator-"));
  world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
  const own = { DATABASE_URL: world.ownerUrl, VITARAN_DATA_DIR: dataDir };
  const makeWith = (runWords: RunWords): Omit<Operator, "apart"> => {
    const end: Operator["end"] = (command, options) => {
      const words = Object.entries(options).flatMap(([name, value]) =>
        value === true ? [`--${name}`] : [`--${name}`, value],
      );
      return runWords([command, ...words], { ...world.environment, ...environment, ...own });
    };
    return {
      dataDir,
      end,
      run: async <T>(command: string, options: Options) => {
        const { code, out, err } = await end(command, options);
        assert.equal(code, 0, err);
        return JSON.parse(out) as T;
      },
      fail: async (command, options) => {
        const { code, out, err } = await end(command, options);
        assert.equal(code, 1, `${command} has not failed: ${out}${err}`);
        return err;
      },
    };
  };
  return { ...makeWith(runHere), apart: makeWith(runApart) };
}
