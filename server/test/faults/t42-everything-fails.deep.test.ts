/**
 * Server, worker, database and banks are killed, their connections cut, and processes paused, while banks refuse and
 * pay later, return money, and no callback ever arrives. In the end, the answers to callers agree with the banks'
 * journal.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { changeApiClient } from "#access";
import { startPostgres } from "@vitaran/dev-postgres";
import { migrate } from "#lib/migrate";
import { provisionAppRole } from "#lib/provision-app-role";
import { workReconciliation } from "#reconciliation";
import { HAS_TWO_HOMES, LOGICAL, TEMPLATE, type TestServer } from "../postgres.ts";
import { findQuietPort } from "../quiet-port.ts";
import { startSimulator } from "../simulator.ts";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";
import { compareWithJournal } from "./compare-with-journal.ts";
import { makeParts, type Part } from "./parts.ts";
import { makeCaller, type Caller } from "./persistent-caller.ts";
import { makeProgress } from "./progress.ts";
import { startWires } from "./cut-wires.ts";

const ROUNDS = tiered({ deep: 3, nightly: 35 });
const CLIENTS = 8;
const ORDERS_A_ROUND = 12;
/** The debit of a refused payment waits for its reversal until the end of the next day. */
const DAYS_OF_STATEMENTS = 4;
const DAY_MS = 86_400_000;

const seed = process.env.FAULT_SEED ?? "vitaran-42";
const dice = makeDice(seed);

const firstServer = await startServer();
process.env.VITARAN_TEST_DATABASE = JSON.stringify(firstServer.addresses);
const secondServer = HAS_TWO_HOMES ? await startServer() : null;
const bankDir = mkdtempSync(join(tmpdir(), "vitaran-banks-"));
const world = await makeFaultWorld({ dataDir: bankDir, secondServer: secondServer?.addresses });
let simulator = world.simulator;
const toDatabase = await startWires(world, world.ownerUrl);
const toBanks = await startWires(world, world.simulator.url);
const toSecondHome = world.secondHome === null ? null : await startWires(world, world.secondHome.ownerUrl);
const parts = makeParts(world, {
  databaseUrl: toDatabase.url,
  ...(toSecondHome && { homes: `${world.secondHome!.name}=${toSecondHome.url}` }),
});
/** True when the test has ended for any reason. */
let isOver = false;
world.onClose(async () => {
  isOver = true;
  rmSync(bankDir, { recursive: true, force: true });
});
after(() => Promise.all([firstServer.stop(), secondServer?.stop()]));
// No callback is ever received.
world.takeCallback = () => Promise.reject(new Error("nothing takes callbacks"));

const progress = makeProgress();
const counts = { answersLost: 0 };
const orders: { merchant: Payer; transferId: string; paid: boolean }[] = [];

/** Faults of the installation; each undoes itself, as the operator would. */
const FAULTS: Readonly<Record<string, (apis: readonly Part[], workers: readonly Part[]) => Promise<void>>> = {
  "an API is killed": (apis) => restart(drawn(apis)),
  "a worker is killed": (_, workers) => restart(drawn(workers)),
  "PostgreSQL is killed": () => firstServer.kill(),
  ...(secondServer && { "the second home's PostgreSQL is killed": () => secondServer.kill() }),
  async "the banks are killed"() {
    const port = Number(new URL(simulator.url).port);
    await simulator.kill();
    simulator = await startSimulator(world, { dataDir: bankDir, port });
  },
  "connections to PostgreSQL are cut": async () => {
    for (const wires of [toDatabase, toSecondHome]) wires?.cut(0.5, dice);
  },
  async "a home is cut off"() {
    (toSecondHome ?? toDatabase).cut(1, dice);
  },
  "connections to banks are cut": async () => toBanks.cut(0.5, dice),
  async "a process is paused"(apis, workers) {
    const { pid } = drawn([...apis, ...workers]).child!;
    process.kill(pid, "SIGSTOP");
    await sleep(1_500);
    process.kill(pid, "SIGCONT");
  },
};

const drawn = (processes: readonly Part[]): Part => processes[Math.floor(dice() * processes.length)]!;

test(`${ROUNDS} rounds of everything: callers are told what the banks' journal holds`, async (context) => {
  const apis = [parts.make("api"), parts.make("api")];
  const workers = [parts.make("worker"), parts.make("worker"), parts.make("worker")];
  await Promise.all([...apis, ...workers].map((part) => parts.start(part)));
  const merchants = await Promise.all([
    makeMerchant(["meghdoot", "himshikhar"], "first"),
    makeMerchant(["purvasagar", "jugnu"], world.secondHome?.name),
  ]);
  const load = { going: true };
  const clients = Array.from({ length: CLIENTS }, (_, n) => keepPaying(merchants[n % 2]!, apis, load));
  const paying = Promise.all(clients);
  const names = Object.keys(FAULTS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.race([progress.more(ORDERS_A_ROUND), paying]);
    await FAULTS[names[round % names.length]!]!(apis, workers);
    // Enquiries and late payments become due.
    await advance(world, merchants[round % 2]!, 90_000);
  }
  await Promise.race([progress.more(ORDERS_A_ROUND), paying]);
  load.going = false;
  await paying;
  await Promise.all(workers.map((worker) => parts.end(worker, "SIGTERM")));
  for (const merchant of merchants) await readStatements(merchant);
  const told = await askAll(merchants, apis);
  await Promise.all(apis.map((api) => parts.end(api, "SIGTERM")));
  await assertSound(world, merchants);
  const tally = await compareWithJournal(world, told);
  for (const { transferId, paid } of orders) {
    const { status } = told.find((one) => one.transferId === transferId)!;
    if (paid)
      assert.ok(status === "SUCCESS" || status === "REVERSED", `${transferId} was paid, and is ${status}`);
  }
  assert.ok(tally.paidLate > 0 && tally.reversed > 0, "no bank paid late, or none gave money back");
  context.diagnostic(
    `seed ${seed}: ${ROUNDS} faults, ${counts.answersLost} answers lost, every callback lost; ` +
      `${orders.length} orders, 0 differences from the banks' journal (${JSON.stringify(tally)})`,
  );
});

/** Starts a PostgreSQL that can be killed, because the other tests of the run need theirs alive. */
async function startServer() {
  const port = await findQuietPort();
  const start = () => startPostgres({ ...options, port });
  const options = {
    dataDir: mkdtempSync(join(tmpdir(), "vitaran-test-")),
    log: { info: () => undefined, warn: () => undefined },
    database: TEMPLATE,
    settings: { shared_buffers: "64MB", ...(HAS_TWO_HOMES ? LOGICAL : {}) },
    temporary: true,
  };
  let postgres = await start();
  await migrate(postgres.url);
  const addresses: TestServer = {
    ownerUrl: new URL("/postgres", postgres.url).href,
    appUrl: await provisionAppRole(postgres.url, "only-for-tests"),
  };
  return {
    addresses,
    stop: () => postgres.stop(),
    async kill() {
      await postgres.crash();
      postgres = await start();
    },
  };
}

async function restart(part: Part): Promise<void> {
  await parts.end(part, "SIGKILL");
  await parts.start(part);
}

async function makeMerchant(bankIds: readonly string[], home?: string): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds, home });
  await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 1_000_000 });
  await world.look(
    "update fund_sources.bank_connection set base_url = $2 || bank_id where merchant_id = $1",
    [merchant.merchantId, `${toBanks.url}/`],
  );
  return merchant;
}

let nextId = 0;

async function keepPaying(merchant: Payer, apis: readonly Part[], load: { going: boolean }): Promise<void> {
  const caller = await callerOf(merchant, apis);
  while (load.going) {
    nextId += 1;
    const { transferId, paid } = await caller.pay(`all_${nextId}`);
    orders.push({ merchant, transferId, paid });
    progress.add();
  }
  caller.close();
}

function callerOf(merchant: Payer, apis: readonly Part[]): Promise<Caller> {
  const onLost = () => (counts.answersLost += 1);
  return makeCaller({ merchant, apis, dice, bodyOf, onLost, isOver: () => isOver });
}

/**
 * Payees who are paid at once, later, never, or after a refusal, or whose money comes back; and banks that are silent.
 */
const ACCOUNTS = [
  "026291800001191",
  "909090909020",
  "909090909001",
  "909090909022",
  "909090909023",
  "909090909024",
  "909090909027",
  "909090909032",
  "909090909034",
];

/** The same ID always gives the same order. */
function bodyOf(transferId: string): object {
  const n = Number(transferId.slice("all_".length));
  const bankAccount = ACCOUNTS[n % ACCOUNTS.length]!;
  const payee = { name: "Asha Rao", phone: "9876543210", email: "asha@example.com", address1: "1 Main Road" };
  // Each order has its own amount, so that statements without references can distinguish them.
  const amount = (100 + n / 100).toFixed(2);
  return {
    transferId,
    amount,
    transferMode: "imps",
    beneDetails: { ...payee, bankAccount, ifsc: "YESB0000262" },
  };
}

/** Lets time pass, with only statements as a source of news. */
async function readStatements(merchant: Payer): Promise<void> {
  for (let day = 0; day < DAYS_OF_STATEMENTS; day += 1) {
    await settle(world, world.ctx, merchant);
    await advance(world, merchant, DAY_MS);
    await workReconciliation(world.ctx, merchant.merchantId);
  }
}

/** Asks the API for the final state of every order. */
async function askAll(merchants: readonly Payer[], apis: readonly Part[]) {
  const told: { merchantId: string; transferId: string; status: string; reason: string; utr: string }[] = [];
  for (const merchant of merchants) {
    const caller = await callerOf(merchant, apis);
    for (const order of orders.filter((one) => one.merchant === merchant)) {
      const { transferId } = order;
      const { status, reason, utr } = await caller.read(transferId);
      told.push({
        merchantId: merchant.merchantId,
        transferId,
        status: String(status),
        reason: String(reason ?? ""),
        utr: String(utr ?? ""),
      });
    }
    caller.close();
  }
  return told;
}
