import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { makeEmptyDatabase } from "#test/empty-database";
import { withClient } from "#test/postgres";
import { migrate } from "./migrate.ts";
import { provisionAppRole } from "./provision-app-role.ts";

const ownerUrl = await makeEmptyDatabase();
await migrate(ownerUrl);
const made = new Set<string>();
// Roles belong to the whole server, and by then this test's database is gone.
const serverUrl = new URL("/postgres", ownerUrl).href;
after(() =>
  withClient(serverUrl, async (client) => void (await client.query(`drop role ${[...made].join(", ")}`))),
);

async function provision(password: string): Promise<string> {
  const url = await provisionAppRole(ownerUrl, password);
  made.add(new URL(url).username);
  return url;
}

test("processes that start at once get the same role, and it works", async () => {
  const password = `slash/ at@ colon: ${randomUUID()}`;
  const urls = await Promise.all(Array.from({ length: 6 }, () => provision(password)));
  assert.equal(new Set(urls).size, 1);
  const [row] = await withClient(urls[0] as string, async (client) => {
    const { rows } = await client.query(
      `select pg_has_role(current_user, 'vitaran_app', 'usage') as member,
         current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    return rows as object[];
  });
  assert.deepEqual(row, { member: true, statement: "15s", lock: "5s", idle: "10s" });
});

test("installations with different passwords have different roles", async () => {
  const [one, other] = [await provision(randomUUID()), await provision(randomUUID())];
  assert.notEqual(new URL(one).username, new URL(other).username);
});

test("a role that was given power is refused", async () => {
  const password = randomUUID();
  const role = new URL(await provision(password)).username;
  await withClient(ownerUrl, (client) => client.query(`alter role ${role} bypassrls`));
  await assert.rejects(provision(password), /has rights that an application must not have/);
});
