import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { CrashError, setCrashHook } from "#lib/crash-points";
import { endCopies, updateHome } from "#lib/prepare-home";
import { cloneDatabase, findTestServer, TEMPLATE, withClient } from "#test/postgres";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld({ twoHomes: true });
const south = await makeEmptyDatabase();
// Closers run backwards: the copies end before the database is dropped.
world.onClose(() => endCopies({ name: "south", ownerUrl: south, directoryUrl: world.ownerUrl }));
const homes = `${world.environment.DATABASE_HOMES} south=${south}`;
const operator = makeOperator(world, { DATABASE_HOMES: homes });

/** Returns the owner's address of a database that is not a home yet. */
async function makeEmptyDatabase(): Promise<string> {
  const { ownerUrl } = await findTestServer({ logical: true });
  const name = `world_${randomBytes(8).toString("hex")}`;
  await withClient(ownerUrl, (client) => client.query(cloneDatabase(name, TEMPLATE)));
  const url = new URL(`/${name}`, ownerUrl).href;
  world.onClose(async () => {
    await withClient(ownerUrl, (client) => client.query(`drop database ${name} with (force)`));
  });
  return url;
}

interface HomeLine {
  readonly name: string;
  readonly answers: boolean;
  readonly merchants: number;
  readonly copyBehindMs: number;
  readonly standingStill: readonly string[];
  readonly movingAway: readonly string[];
  readonly isPrepared: boolean | null;
}

async function listHomes(): Promise<HomeLine[]> {
  return (await operator.run<{ homes: HomeLine[] }>("list-homes", {})).homes;
}

const made: { merchantId: string } = { merchantId: "" };

test("the first home does not become another one under a second name", async () => {
  const confused = makeOperator(world, { DATABASE_HOMES: `again=${world.ownerUrl}?application_name=again` });
  assert.match(await confused.fail("add-home", { name: "again" }), /the address is that of the first home/);
  assert.deepEqual(await world.look("select name from lib.home"), [{ name: "first" }]);
});

test("a server leaves a database alone that was not made a home, and says what to do", async () => {
  await assert.rejects(
    updateHome({ name: "south", ownerUrl: south }),
    /the database at south was not made this home; run: vitaran add-home --name south/,
  );
  const { ownerUrl } = await findTestServer({ logical: true });
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await withClient(ownerUrl, (client) => client.query(`create database ${name}`));
  const empty = new URL(`/${name}`, ownerUrl).href;
  await assert.rejects(updateHome({ name: "south", ownerUrl: empty }), /was not made this home/);
  const { rows } = await withClient(empty, (client) =>
    client.query("select from pg_namespace where nspname in ('lib', 'access')"),
  );
  assert.equal(rows.length, 0);
  await withClient(ownerUrl, (client) => client.query(`drop database ${name}`));
  const [, , line] = await listHomes();
  assert.deepEqual([line!.answers, line!.isPrepared], [true, false]);
});

test("an empty database becomes a home, gets a merchant by name, and is given up when it has none", async () => {
  assert.deepEqual(await operator.run("add-home", { name: "south" }), { name: "south", isReady: true });
  await operator.run("add-home", { name: "south" });
  const { organizationId: organization } = await operator.run<{ organizationId: string }>(
    "create-organization",
    { name: "Kaveri Stores" },
  );
  const merchant = { organization, name: "Kaveri", mode: "sandbox", home: "south" };
  Object.assign(made, await operator.run<typeof made>("create-merchant", merchant));
  await operator.fail("create-merchant", { ...merchant, home: "north" });
  const lines = await listHomes();
  assert.deepEqual(
    lines.map(({ name, answers, merchants }) => [name, answers, merchants]),
    [
      ["first", true, 0],
      ["west", true, 0],
      ["south", true, 1],
    ],
  );
  assert.ok(lines.every(({ copyBehindMs }) => copyBehindMs !== null));
  assert.match(await operator.fail("remove-home", { name: "south" }), /1 merchants live at south/);
});

test("a second database does not take the copies of a home that has its name", async () => {
  const other = await makeEmptyDatabase();
  const confused = makeOperator(world, { DATABASE_HOMES: `south=${other}` });
  assert.match(await confused.fail("add-home", { name: "south" }), /another database is the home south/);
});

test("a home has a backup of its own, which is proved there", async () => {
  const file = join(operator.dataDir, "south.backup");
  const unnamed = await operator.end("backup", { file });
  assert.match(unnamed.err, /There are several homes. Name one with --home: first, west, south./);
  const { code, err } = await operator.end("backup", { home: "south", file, drill: true });
  assert.equal(code, 0, err);
});

test("after a restore the copies are made anew, and the settings of merchants stay", async () => {
  const { merchantId: merchant } = made;
  await operator.run("set-merchant", { merchant, payouts: "off" });
  await withClient(south, async (client) => {
    await client.query("set session_replication_role = replica; delete from access.organization");
  });
  await operator.run("add-home", { name: "south", anew: true });
  const { rows } = await withClient(south, (client) =>
    client.query(
      "select organization.name, payouts_enabled from access.organization join access.merchant using (organization_id)",
    ),
  );
  assert.deepEqual(rows, [{ name: "Kaveri Stores", payouts_enabled: false }]);
  await operator.run("set-merchant", { merchant, payouts: "on" });
});

test("a merchant moves by command, its wallet with it, and the home that it has left can be given up", async () => {
  const { merchantId: merchant } = made;
  const wallet = { merchant, "fund-source": "WALLET_1" };
  await operator.run("set-overdraft", { ...wallet, limit: "500.00" });
  setCrashHook((point) => {
    if (point === "lib.move.standing") throw new CrashError(point);
  });
  await assert.rejects(operator.end("move-merchant", { merchant, home: "west" }), CrashError);
  setCrashHook(null);
  const standing = await listHomes();
  const { standingStill, movingAway } = standing.find(({ name }) => name === "south")!;
  assert.deepEqual([standingStill, movingAway], [[merchant], [merchant]]);
  // A move to where the merchant lives gives up the one that was interrupted.
  await operator.run("move-merchant", { merchant, home: "south" });
  const givenUp = await listHomes();
  assert.deepEqual(
    givenUp.flatMap((line) => [...line.standingStill, ...line.movingAway]),
    [],
  );
  const moved = await operator.run<{ from: string; home: string }>("move-merchant", {
    merchant,
    home: "west",
  });
  assert.deepEqual([moved.from, moved.home], ["south", "west"]);
  const { requestId: _, ...raised } = await operator.run<{ requestId?: string }>("set-overdraft", {
    ...wallet,
    limit: "700.00",
  });
  assert.deepEqual(raised, { overdraftLimitPaise: "70000" });
  const proof = await operator.end("verify-ledger", {});
  assert.equal(proof.code, 0, proof.out);
  const file = join(operator.dataDir, "left.backup");
  const drill = await operator.end("backup", { home: "south", file, drill: true });
  assert.equal(drill.code, 0, drill.err);
  assert.deepEqual(await operator.run("remove-home", { name: "south" }), { name: "south", isRemoved: true });
});
