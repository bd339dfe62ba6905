/**
 * The embedded PostgreSQL is killed during calls over HTTP, as a whole and one session at a time: it recovers by
 * itself, nothing acknowledged is lost, and meanwhile every surface answers only 503 and when to retry.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { authorize, changeApiClient } from "#access";
import { keepPostgres } from "#lib/keep-postgres";
import { makeLog } from "#lib/log";
import { migrate } from "#lib/migrate";
import { provisionAppRole } from "#lib/provision-app-role";
import { startTransfers } from "#transfers";
import { serveHttp } from "../../src/surfaces/commands/serve-http.ts";
import { TEMPLATE } from "../postgres.ts";
import { findQuietPort } from "../quiet-port.ts";
import { makeDice } from "./dice.ts";
import { assertSound, makeFaultWorld, settle, tiered, type Payer } from "./fault-world.ts";
import { killSession } from "./kill-session.ts";
import { makeProgress } from "./progress.ts";

const KILLS = tiered({ deep: 2, nightly: 40 });
/**
 * If a surface was not called while PostgreSQL was away, the kills continue until it was, but not beyond this number.
 */
const KILLS_MAX = 20 * KILLS;
const CLIENTS_PER_SURFACE = 3;

const seed = process.env.FAULT_SEED ?? "vitaran-20-served";
const dice = makeDice(seed);

const postgres = await keepPostgres({
  dataDir: mkdtempSync(join(tmpdir(), "vitaran-test-")),
  log: makeLog("silent"),
  port: await findQuietPort(),
  database: TEMPLATE,
  settings: { shared_buffers: "64MB" },
  temporary: true,
});
await migrate(postgres.url);
process.env.VITARAN_TEST_DATABASE = JSON.stringify({
  ownerUrl: new URL("/postgres", postgres.url).href,
  appUrl: await provisionAppRole(postgres.url, "only-for-tests"),
});
const world = await makeFaultWorld();
after(() => postgres.stop());
const progress = makeProgress();
/** The number of answers of each surface, by their meaning. */
const heard = new Map<string, number>();
const orders: string[] = [];
let going = true;

/** The calls to a surface, and the meaning of its answers. */
interface Surface {
  readonly name: string;
  readonly path: string;
  headers(payer: Payer): Promise<Record<string, string>>;
  /** Returns the body of an order; null if this surface only reads. */
  order(key: string): object | null;
  /** Returns the answer as one word: accepted, already there, or another word that ends the retries. */
  read(status: number, body: Readonly<Record<string, unknown>>): string;
}

const payee = { name: "Asha Rao", bankAccount: "026291800001191", ifsc: "YESB0000262" };
const contact = { email: "asha@example.com", phone: "9876543210", address1: "1 Main Road" };

const classic = (name: string): Surface => ({
  name,
  path: "/payout/v1/directTransfer",
  headers: async (payer) => ({
    authorization: `Bearer ${(await authorize(world.ctx, { ...payer, ip: "127.0.0.1" })).token}`,
  }),
  order: (transferId) => ({
    ...{ transferId, amount: "100.00", transferMode: "imps" },
    beneDetails: { ...payee, ...contact },
  }),
  read: (_status, { subCode, message }) =>
    message === "Transfer Id already exists." ? "there" : String(subCode),
});

const v2: Surface = {
  name: "v2",
  path: "/payout/transfers",
  headers: async ({ clientId, clientSecret }) => ({
    "x-client-id": clientId,
    "x-client-secret": clientSecret,
  }),
  order: (transfer_id) => ({
    ...{ transfer_id, transfer_amount: 100, transfer_mode: "imps" },
    beneficiary_details: {
      beneficiary_name: payee.name,
      beneficiary_instrument_details: { bank_account_number: payee.bankAccount, bank_ifsc: payee.ifsc },
      beneficiary_contact_details: { beneficiary_email: contact.email, beneficiary_phone: contact.phone },
    },
  }),
  read: (status, { code, cf_transfer_id }) => {
    if (status === 409) return "there";
    // If our number is missing, it is not known yet if the order was accepted: this is 202 in the words of the classic
    // API.
    if (status === 200) return cf_transfer_id === "" ? "202" : "200";
    return `${status} ${String(code)}`;
  },
};

const reading = (name: string, path: string, headers: Surface["headers"]): Surface => ({
  ...{ name, path, headers },
  order: () => null,
  read: (status) => String(status),
});

const CALM: ReadonlySet<string> = new Set(["200", "201", "202", "there"]);
const AWAY: ReadonlySet<string> = new Set(["503", "503 service_unavailable"]);

test(`PostgreSQL killed ${KILLS} times or more under calls: 503 meanwhile, then all is there`, async (context) => {
  const ctx = world.openContext();
  const rest = await world.makePayer({ bankIds: ["jugnu"] });
  const always = await world.makePayer({ bankIds: ["meghdoot"] });
  for (const { merchantId } of [rest, always])
    await changeApiClient(world.ctx, merchantId, { ratePerMinute: 1_000_000 });
  const { port, close } = await serveHttp(
    { ...ctx, config: { ...ctx.config, port: 0 } },
    world.simulator.url,
  );
  world.onClose(close);
  const worker = startTransfers(ctx);
  world.onClose(() => worker.stop());
  const lanes: [Surface, Payer][] = [
    [classic("classic"), rest],
    [v2, always],
  ];
  const clients = lanes.flatMap(([surface, payer]) =>
    Array.from({ length: CLIENTS_PER_SURFACE }, () => keepPaying(port, surface, payer)),
  );
  const sandbox = reading("sandbox", "/sandbox/clock", classic("").headers);
  const readers = [sandbox, reading("readiness", "/readyz", async () => ({}))].map((one) =>
    keepReading(port, one, rest),
  );
  const all = Promise.all([...clients, ...readers]);
  for (let kills = 0; kills < KILLS || (findPresent().length > 0 && kills < KILLS_MAX); kills += 1) {
    await Promise.race([progress.more(10 + Math.floor(dice() * 30)), all]);
    await (kills % 2 === 0 ? killMaster() : killSession(world, dice));
    await Promise.race([progress.more(10), all]);
  }
  going = false;
  await all;
  await worker.stop();
  for (const payer of [rest, always]) await settle(world, world.ctx, payer);
  await assertSound(world, [rest, always]);
  const rows = await world.look<{ key: string }>('select transfer_key as "key" from transfers.transfer');
  assert.deepEqual(new Set(rows.map(({ key }) => key)), new Set(orders), "each order is there");
  assert.equal(rows.length, orders.length, "each order is there once");
  assert.deepEqual(findPresent(), [], "they never said that they were away");
  context.diagnostic(`seed ${seed}: ${orders.length} orders, each paid once; ${show()}`);
});

/** Returns the surfaces that have not reported yet that they are unavailable. */
const findPresent = (): string[] =>
  ["classic", "v2", "sandbox", "readiness"].filter((name) =>
    [...AWAY].every((word) => !heard.has(`${name}: ${word}`)),
  );

const show = (): string =>
  [...heard]
    .map(([said, count]) => `${said} ${count}`)
    .toSorted()
    .join(", ");

/** Sends each order under one ID until it is certainly stored. */
async function keepPaying(port: number, surface: Surface, payer: Payer): Promise<void> {
  const headers = await surface.headers(payer);
  while (going) {
    const key = `served_${orders.length}`;
    orders.push(key);
    while (!(await isTaken(port, surface, { headers, key }))) await sleep(5 + dice() * 20);
    progress.add();
  }
}

async function isTaken(
  port: number,
  surface: Surface,
  { headers, key }: { headers: Record<string, string>; key: string },
): Promise<boolean> {
  const word = await ask(port, surface, { headers, body: surface.order(key) });
  // 202 means that the answer to COMMIT was lost: the order may be stored, and a retry shows that.
  return word === "200" || word === "201" || word === "there";
}

async function keepReading(port: number, surface: Surface, payer: Payer): Promise<void> {
  const headers = await surface.headers(payer);
  while (going) {
    await ask(port, surface, { headers, body: null });
    await sleep(5);
  }
}

async function ask(
  port: number,
  surface: Surface,
  { headers, body }: { headers: Record<string, string>; body: object | null },
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${surface.path}`, {
    headers: { ...headers, "content-type": "application/json" },
    ...(body === null ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const word = surface.read(answer.status, JSON.parse(text) as Record<string, unknown>);
  heard.set(`${surface.name}: ${word}`, (heard.get(`${surface.name}: ${word}`) ?? 0) + 1);
  assert.ok(CALM.has(word) || AWAY.has(word), `${surface.name} said ${text}`);
  if (AWAY.has(word)) assert.ok(Number(answer.headers.get("retry-after")) > 0, `${surface.name}: when?`);
  return word;
}

const MASTER = `
  select current_setting('data_directory') as folder, pg_postmaster_start_time()::text as "startedAt"`;

/** Resolves when PostgreSQL is back, and not in the moment before, in which old sessions still get answers. */
async function killMaster(): Promise<void> {
  const look = () => world.look<{ folder: string; startedAt: string }>(MASTER);
  const [before] = await look();
  process.kill(Number.parseInt(readFileSync(join(before!.folder, "postmaster.pid"), "utf8"), 10), "SIGKILL");
  while ((await look().catch(() => [before!]))[0]!.startedAt === before!.startedAt) await sleep(20);
}
