/** A bug that would cost money, and the test that must notice it. */
import type { Bug } from "../plant-bug.ts";

export interface PlantedBug {
  readonly name: string;
  readonly code?: readonly Bug[];
  /** The owner runs this in the migrated database. */
  readonly sql?: string;
  readonly caughtBy: Catcher;
  /** Part of the failing test's message: it must fail for this reason and no other. */
  readonly says: RegExp;
  /** The long test that must notice it too, in the nightly run. */
  readonly alsoBy?: string;
}

export interface Catcher {
  /** The path from the root of the repository. */
  readonly file: string;
  /** Part of the test's name. Default: the whole file. */
  readonly test?: string;
}

/** One of the small scenarios. */
export const promise = (test: string): Catcher => ({ file: "server/test/faults/t40-promises.test.ts", test });
/** One of the walls of the tables. */
export const wall = (test: string): Catcher => ({ file: "server/test/faults/t40-walls.test.ts", test });

/** Makes a bug that replaces a piece of the code of a module, which is named with its district. */
export const inModule =
  (module: string) =>
  (file: string, find: string, replace: string): readonly Bug[] => [
    { file: `server/src/${module}/${file}`, find, replace },
  ];
