import {
  DataFolderError,
  startPostgres,
  type EmbeddedPostgres,
  type StartPostgresOptions,
} from "@vitaran/dev-postgres";
import { ConfigError } from "./config.ts";
import { keepRunning } from "./keep-running.ts";
import type { Logger } from "./log.ts";

/** Embedded PostgreSQL that is restarted when it dies. */
type KeptPostgres = Pick<EmbeddedPostgres, "url" | "port" | "stop">;

/**
 * Starts embedded PostgreSQL, and restarts it on the same port and data whenever it dies, so that its address
 * stays valid. What was committed is still there; sessions must be opened again.
 */
export async function keepPostgres(
  options: StartPostgresOptions & { readonly log: Logger },
): Promise<KeptPostgres> {
  const first = await start(options);
  const { url, port } = first;
  const stop = keepRunning(first, {
    name: "PostgreSQL",
    restart: () => start({ ...options, port }),
    log: options.log,
  });
  return { url, port, stop };
}

async function start(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startPostgres(options);
  } catch (error) {
    throw error instanceof DataFolderError ? new ConfigError("VITARAN_DATA_DIR", error.message) : error;
  }
}
