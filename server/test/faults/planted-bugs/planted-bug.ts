/** A bug that would cost money, and the test that must notice it. */
import type { Bug } from "../plant-bug.ts";

export interface PlantedBug {
  readonly name: string;
  readonly code?: readonly Bug[];
  /** Run by the owner in the migrated database. */
  readonly sql?: string;
  readonly caughtBy: Catcher;
  /** Part of what the failing test says: it must fail for this reason and no other. */
  readonly says: RegExp;
  /** The long test that must notice it too, tried every night. */
  readonly alsoBy?: string;
}

export interface Catcher {
  /** From the repository's root. */
  readonly file: string;
  /** Part of the test's name. Default: all of the file. */
  readonly test?: string;
}

/** One of the small scenarios. */
export const promise = (test: string): Catcher => ({ file: "server/test/faults/t40-promises.test.ts", test });
/** One of the walls of the tables. */
export const wall = (test: string): Catcher => ({ file: "server/test/faults/t40-walls.test.ts", test });

/** A piece of a module's code replaced. */
export const inModule =
  (module: string) =>
  (file: string, find: string, replace: string): readonly Bug[] => [
    { file: `server/src/${module}/${file}`, find, replace },
  ];
