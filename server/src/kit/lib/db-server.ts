/** Notices that connections lead to another server than before: it may lack what the one before had committed. */
import type { ClientBase } from "pg";

export interface ServerWatch {
  /**
   * Returns true if a connection leads to a server that was not examined: another one, or one that was restarted. Until
   * it is, nothing may be sent to a bank.
   */
  isUnexamined(): boolean;
  /**
   * Returns when another server was last examined, by `performance.now()`. What was begun before is not known there, or
   * was decided before the examination had its consequences: it may not be sent either.
   */
  examinedAt(): number;
  /** Runs what examines the server. All servers that were met before count as examined if it does not throw. */
  examine<T>(look: () => Promise<T>): Promise<T>;
}

/**
 * Makes the watch of one pool. The first server counts as examined, unless an examination has failed before: a process
 * examines it before it sends anything.
 */
export function watchServers(): ServerWatch & { meet(client: ClientBase): Promise<void> } {
  const examined = new Set<string>();
  const strange = new Set<string>();
  let examinedAt = -Infinity;
  let trustsFirst = true;
  /** The first server was trusted because its examination was to come, and that has failed. */
  const distrust = (): void => {
    trustsFirst = false;
    for (const server of examined) strange.add(server);
    examined.clear();
  };
  return {
    async meet(client) {
      const { rows } = await client.query<{ server: string }>(READ_SERVER);
      const { server } = rows[0]!;
      if (examined.size === 0 && trustsFirst) examined.add(server);
      if (!examined.has(server)) strange.add(server);
    },
    isUnexamined: () => strange.size > 0,
    examinedAt: () => examinedAt,
    async examine(look) {
      const met = [...strange];
      const found = await look().catch((error: unknown) => {
        if (trustsFirst) distrust();
        throw error;
      });
      trustsFirst = false;
      if (met.length > 0) examinedAt = performance.now();
      for (const server of met) {
        strange.delete(server);
        examined.add(server);
      }
      return found;
    },
  };
}

const READ_SERVER = "select pg_postmaster_start_time()::text as server";
