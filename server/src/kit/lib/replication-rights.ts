/** Homes need rights beside the ownership of their databases; an administrator is told how to grant them. */
import type pg from "pg";
import { defineErrors } from "./errors.ts";

const RightsError = defineErrors("rights", {
  not_granted:
    "PostgreSQL refuses this to the role {role} at {server} ({why}). An administrator grants what it needs there: " +
    "{sql}",
});

type Purpose = "copy the directory" | "move a merchant";

const COPY = ["ALTER ROLE {role} REPLICATION", "GRANT pg_create_subscription TO {role}"];

/** PostgreSQL replicates rows into a table with row level security only for a role that bypasses it. */
const MOVE = [
  ...COPY,
  "ALTER ROLE {role} BYPASSRLS",
  "GRANT SET ON PARAMETER session_replication_role TO {role}",
  "GRANT pg_read_all_stats TO {role}",
];

/** Does the work of one connection. If PostgreSQL refuses it, the error says which rights to grant. */
export async function withRights<T>(client: pg.Client, purpose: Purpose, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== "42501") throw error;
    await client.query("rollback");
    throw await refusal(client, purpose, message);
  }
}

/**
 * Checks at a home what cannot be told from an error: without these rights PostgreSQL would copy nothing, and say so
 * in its log alone. Throws `RightsError.not_granted`.
 */
export function mustMayMove(client: pg.Client): Promise<void> {
  return withRights(client, "move a merchant", async () => {
    const { rows } = await client.query<{ sees: boolean; hidden: string | null }>(LOOK);
    const { hidden, sees } = rows[0]!;
    if (hidden !== null)
      throw await refusal(client, "move a merchant", `row level security guards ${hidden}`);
    if (!sees) throw await refusal(client, "move a merchant", "it does not see when transactions began");
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query("rollback");
  });
}

const LOOK = `
  select pg_has_role('pg_read_all_stats', 'usage') as sees,
    (
      select min(oid::regclass::text)
      from pg_class
      where relkind = 'r' and row_security_active(oid)
    ) as hidden`;

async function refusal(client: pg.Client, purpose: Purpose, why: string): Promise<Error> {
  const { rows } = await client.query<{ role: string }>("select quote_ident(current_user) as role");
  const { role } = rows[0]!;
  const sql = (purpose === "move a merchant" ? MOVE : COPY).join("; ").replaceAll("{role}", role);
  return RightsError.not_granted({ role, server: `${client.host}:${client.port}`, why, sql });
}
