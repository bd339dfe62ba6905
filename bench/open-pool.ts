import pg from "pg";

/**
 * Opens connections to PostgreSQL that may be lost. A query on a lost connection fails for its caller; the loss of an
 * idle one is ignored. A pool's `end` resolves before its sessions have ended. If PostgreSQL is stopped directly
 * afterwards, it sends them the error 57P01 (terminated), which would otherwise end this process.
 */
export function openPool(connectionString: string, { max }: { max: number }): pg.Pool {
  return new pg.Pool({ connectionString, max }).on("error", () => undefined);
}
