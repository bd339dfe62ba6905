/** The processes of an installation, as an operator starts and ends them: `vitaran api`, `vitaran worker`. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findQuietPort } from "../quiet-port.ts";
import type { World } from "../world.ts";
import { startChild, type Child } from "./child.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** One process; it can be started again whenever it has ended. */
export interface Part {
  readonly kind: "api" | "worker";
  /** The port of an API, which stays the same when it restarts. */
  port: number;
  /** Null while it is not running. */
  child: Child | null;
}

export interface Parts {
  make(kind: Part["kind"]): Part;
  /** Resolves when it is ready. */
  start(part: Part): Promise<void>;
  /** Ends a running process. After SIGTERM it must end by itself: after 10 seconds it would exit with code 1. */
  end(part: Part, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** Returns the world's installation; with `databaseUrl` it connects to the world's database at that address. */
export function makeParts(
  world: World,
  {
    databaseUrl = world.ownerUrl,
    homes = world.environment.DATABASE_HOMES ?? "",
  }: { databaseUrl?: string; homes?: string } = {},
): Parts {
  const dataDir = mkdtempSync(join(tmpdir(), "vitaran-parts-"));
  world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATABASE_HOMES: homes,
    DATABASE_CONNECTIONS: "6",
    VITARAN_DATA_DIR: dataDir,
    LOG_LEVEL: "info",
    // A process that is started for the twentieth time need not compile everything again.
    NODE_COMPILE_CACHE: dataDir,
  };
  return {
    make: (kind) => ({ kind, port: 0, child: null }),
    async start(part) {
      if (part.kind === "api" && part.port === 0) part.port = await findQuietPort();
      const command = [MAIN, part.kind];
      const child = startChild(world, { command, environment: { ...environment, PORT: String(part.port) } });
      const works = { api: "the API is served", worker: "the worker runs" }[part.kind];
      await child.hear(({ msg }) => (msg === works ? true : undefined));
      part.child = child;
    },
    async end(part, signal) {
      const child = part.child!;
      part.child = null;
      child.kill(signal);
      const { code } = await child.ended;
      if (signal === "SIGTERM") assert.equal(code, 0, `the ${part.kind} did not end cleanly`);
    },
  };
}
