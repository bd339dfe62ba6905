/** The application's role: it owns nothing and sees only what row level security shows it. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Vault } from "./vault.ts";

/** PostgreSQL cancels a statement, wait or transaction that takes longer, whatever the code does. */
const LIMITS = {
  statement_timeout: "15s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "10s",
  transaction_timeout: "30s",
  // Small tables grow, and a plan made for a small one lives as long as the session.
  enable_seqscan: "off",
};

const TRIES = 20;

/** The password of the role that `provisionAppRole` makes. */
export const appPassword = (vault: Vault): string =>
  vault.hmac("database.app_role", "password").toString("base64url");

/**
 * Creates or updates the login role of this installation and returns the address to connect with. The role's
 * name depends on the password, so that installations with different ones can share a server. Needs the group
 * role that `migrate` creates. May run in several processes at once.
 */
export async function provisionAppRole(ownerUrl: string, appPassword: string): Promise<string> {
  const role = roleOf(appPassword);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-provision" });
  // A statement that is waiting reports the loss.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await ensureRole(client, role, appPassword);
    await refusePower(client, role);
  } finally {
    await client.end();
  }
  return appAddress(ownerUrl, appPassword);
}

/** Returns the address with the role that `provisionAppRole` makes. */
export function appAddress(ownerUrl: string, appPassword: string): string {
  const url = new URL(ownerUrl);
  url.username = roleOf(appPassword);
  url.password = encodeURIComponent(appPassword);
  return url.href;
}

const roleOf = (appPassword: string): string =>
  `vitaran_app_${createHash("sha256").update(appPassword).digest("hex").slice(0, 8)}`;

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const settings = Object.entries(LIMITS).map(
    ([name, value]) => `alter role ${role} set ${name} = '${value}'`,
  );
  const statements = [
    `do $$ begin create role ${role}; exception when duplicate_object then null; end $$`,
    `alter role ${role} login inherit password ${pg.escapeLiteral(password)}`,
    `grant vitaran_app to ${role}`,
    ...settings,
  ];
  for (let tries = 1; ; tries += 1) {
    try {
      // One query is one transaction. Roles belong to the whole server, so no lock of ours covers them.
      await client.query(statements.join(";\n"));
      return;
    } catch (error) {
      if (tries >= TRIES || !metAnother(error)) throw error;
      await sleep(10 + Math.random() * 40);
    }
  }
}

/** Returns true if another process changed the same role at the same moment. */
function metAnother(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  return code === "23505" || code === "40P01" || (code === "XX000" && message.includes("tuple concurrently"));
}

async function refusePower(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_roles
     where rolname = $1 and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)`,
    [role],
  );
  if (rowCount !== 0) throw new Error(`the role ${role} has rights that an application must not have`);
}
