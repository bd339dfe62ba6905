import pg from "pg";

/**
 * Opens connections to PostgreSQL that may be lost. What was asked then fails where it was asked; of one that was idle
 * no one need hear. A pool's `end` answers before its sessions have ended: PostgreSQL, stopped directly after, tells
 * them that they are terminated (57P01), which would end this process.
 */
export function openPool(connectionString: string, { max }: { max: number }): pg.Pool {
  return new pg.Pool({ connectionString, max }).on("error", () => undefined);
}
