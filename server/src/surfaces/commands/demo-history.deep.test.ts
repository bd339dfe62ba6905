/** The demo's three weeks, as `npm start` writes them; with a server, since banks send callbacks. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { registerBatchApprovals } from "#batches";
import { makePause, startDemo, type Demo } from "#demo";
import { registerLinks } from "#links";
import { verifyLedger } from "#proof";
import { readReconciliationFigures } from "#reconciliation";
import { makeDashboard } from "#test/dashboard";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { registerTransfers } from "#transfers";
import { registerWithdrawals } from "#withdrawals";
import { serveHttp } from "./serve-http.ts";
import { readDashboard } from "./test/read-dashboard.ts";
import { sumDatabase } from "./test/sum-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "vitaran-history-"));
const world = await makeWorld({ environment: { VITARAN_DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" } });
world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
for (const register of [registerTransfers, registerBatchApprovals, registerLinks, registerWithdrawals])
  register();
const simulator = await startSimulator(world);
const pause = makePause();
const served = await serveHttp(world.ctx, simulator.url, { pause });
world.onClose(() => served.close());
const address = `http://127.0.0.1:${served.port}`;

async function start(): Promise<Demo> {
  const where = { simulatorUrl: simulator.url, ownUrl: address, baseUrl: address };
  const demo = await startDemo(world.ctx, { ...where, pause });
  world.onClose(() => demo.stop());
  return demo;
}

async function count(sql: string): Promise<number> {
  const [row] = await world.look<{ count: string }>(`select count(*) ${sql}`);
  return Number(row!.count);
}

async function offsetMs(): Promise<number> {
  const [clock] = await world.look<{ ms: string }>("select offset_ms as ms from lib.merchant_clock");
  return Number(clock!.ms);
}

/** A slow machine: its worker sleeps after it takes a batch, and its clock often fails to move. */
const SLOW_MACHINE = [
  `create function take_and_sleep() returns trigger language plpgsql as $$ begin
     new.stage := 'validating';
     new.free_at := now() + interval '1 hour';
     return new;
   end $$`,
  "create trigger take_and_sleep before insert on batches.batch for each row execute function take_and_sleep()",
  "create sequence moves",
  "grant usage on sequence moves to public",
  `create function fail_often() returns trigger language plpgsql as $$ begin
     if nextval('moves') % 9 = 0 then raise exception 'no answer in time'; end if;
     return new;
   end $$`,
  "create trigger fail_often before update on lib.merchant_clock for each row execute function fail_often()",
];

test("an interrupted history goes on, happens once, and ends in the present with sound books", async () => {
  for (const statement of SLOW_MACHINE) await world.look(statement);
  const first = await start();
  while ((await count("from transfers.transfer")) < 40)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await first.stop();
  assert.ok((await offsetMs()) < -10 * 86_400_000, "it stands in the past");
  const before = await count("from transfers.transfer");
  const again = await start();
  const reading = await call(again, "GET", "/payout/v1/getBalance");
  assert.equal(reading.status, 200);
  assert.ok((await offsetMs()) < 0, "what only reads does not wait");
  const changing = await call(again, "POST", "/sandbox/top-ups", { amount: "5.00" });
  assert.equal(changing.status, 200);
  assert.equal(await offsetMs(), 0, "what changes something waits for the present");
  await again.written;
  assert.ok((await count("from transfers.transfer")) > before + 150);
  await assertLively();
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
  const { merchantId } = again.file.clients[0]!;
  const { fromStatement } = await readReconciliationFigures(world.ctx, merchantId, { days: 31 });
  const { reconciled, total } = fromStatement.fiveMinutes;
  assert.ok(total > 50 && reconciled >= 0.999 * total, `${reconciled} of ${total}`);
  const { written } = await start();
  await written;
  assert.equal(await offsetMs(), 0);
});

test("reading all of the dashboard changes nothing and shows no secret and no whole account number", async () => {
  const { file } = await start();
  const { merchantId, clientSecret } = file.clients[0]!;
  const dashboard = makeDashboard(world, { simulatorUrl: simulator.url });
  const owner = await dashboard.logInAs(file.members[0]!.memberId);
  const before = await sumUnrecorded();
  const reads = await readDashboard(owner, merchantId);
  assert.deepEqual(await sumUnrecorded(), before);
  const found = new Set(reads.filter(({ status }) => status === 200).map(({ name }) => name));
  for (const { name, status, body, invented } of reads) {
    // An id of one kind is not found for other kinds; a transfer that has not ended has no receipt.
    if (status === 409 || (status === 404 && (invented || found.has(name) || DEMO_HAS_NONE.has(name))))
      continue;
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`);
  }
  const secrets = [clientSecret, file.dashboard.password!, owner.token, ...ACCOUNTS];
  for (const { name, bytes, headers } of reads) {
    assert.equal(headers["cache-control"], "no-store", name);
    assert.equal(headers["x-content-type-options"], "nosniff", name);
    // The table of invented accounts is meant to show them.
    if (name === "listMagicValues") continue;
    const shown = `${JSON.stringify(headers)}${bytes.toString("utf8")}`;
    for (const secret of secrets)
      assert.ok(!shown.includes(secret), `${name} shows ${secret.slice(0, 4)}...`);
  }
});

/** Sums everything stored except the record of who downloaded a report. */
async function sumUnrecorded() {
  const sums = Object.entries(await sumDatabase(world)).filter(([table]) => !table.startsWith("audit."));
  return [sums, await count("from audit.record where action <> 'reports.report_downloaded'")];
}

/** The demo has none of these, though the ids of another kind have the same name. */
const DEMO_HAS_NONE = new Set(["getBeneficiaryBatch"]);

/** Account numbers of the demo's payees, of its own bank accounts, and of staff in a batch. */
const ACCOUNTS = ["50200041237781", "909090909023", "50200099887711", "77120045120098", "6010040238817"];

async function call(demo: Demo, method: string, path: string, body?: object): Promise<Response> {
  const { clientId, clientSecret } = demo.file.clients[0]!;
  const headers = { "x-client-id": clientId, "x-client-secret": clientSecret };
  const authorized = await fetch(`${address}/payout/v1/authorize`, { method: "POST", headers });
  const { data } = (await authorized.json()) as { data: { token: string } };
  return fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${data.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Checks that the screens of the first look have data. */
async function assertLively(): Promise<void> {
  const days =
    "from (select distinct (accepted_at at time zone 'Asia/Kolkata')::date from transfers.transfer) as days";
  assert.ok((await count(days)) >= 18);
  assert.equal(await count("from transfers.transfer where accepted_at > clock_timestamp()"), 0);
  const states = await world.look<{ state: string; count: string }>(
    `select concat_ws(' ', status, waiting_for) as state, count(*) from transfers.transfer group by 1`,
  );
  const of = (state: string): number => Number(states.find((one) => one.state === state)?.count ?? 0);
  assert.ok(of("succeeded") > 220, JSON.stringify(states));
  for (const state of [
    "failed",
    "reversed",
    "rejected",
    "awaiting_approval",
    "waiting funds",
    "waiting schedule",
  ])
    assert.ok(of(state) > 0, `${state} in ${JSON.stringify(states)}`);
  assert.ok(of("failed") + of("rejected") < of("succeeded") / 10);
  const salaries = await world.look(
    `select name, stage, because, finished_at - created_at < interval '2 hours' as soon
    from batches.batch order by name`,
  );
  const paid = { stage: "finished", because: null, soon: true };
  assert.deepEqual(salaries, [
    { name: "salaries-first-half", ...paid },
    { name: "salaries-second-half", ...paid },
  ]);
  assert.equal(await count("from withdrawals.withdrawal where status = 'paid'"), 1);
  assert.ok((await count("from links.link")) === 3 && (await count("from health.incident")) === 2);
  assert.equal(await count("from reports.report where status = 'ready'"), 2);
  assert.ok((await count("from webhooks.delivery where tries > 1")) > 0, "the receiver was down for a while");
  assert.equal(await count("from webhooks.endpoint where status = 'enabled'"), 0);
  const [wallet] = await world.look<{ paise: string }>(
    `select balance_paise as paise
     from ledger.account
     join lib.merchant_clock using (merchant_id)
     where account_no = 1000`,
  );
  assert.ok(BigInt(wallet!.paise) > 1_000_000_00n, "enough is left to play with");
}
