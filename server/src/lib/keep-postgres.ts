import type { Logger } from "./log.ts";
import { keepRunning } from "./keep-running.ts";
import { startPostgres, type EmbeddedPostgres, type StartPostgresOptions } from "./embedded-postgres.ts";

/** Embedded PostgreSQL that comes back. */
export type KeptPostgres = Pick<EmbeddedPostgres, "url" | "port" | "stop">;

/**
 * Starts embedded PostgreSQL, and starts it again on the same port and data whenever it dies: its address stays good.
 * What was committed is there again; sessions must be opened anew.
 */
export async function keepPostgres(
  options: StartPostgresOptions & { readonly log: Logger },
): Promise<KeptPostgres> {
  const first = await startPostgres(options);
  const { url, port } = first;
  const stop = keepRunning(first, {
    name: "PostgreSQL",
    restart: () => startPostgres({ ...options, port }),
    log: options.log,
  });
  return { url, port, stop };
}
