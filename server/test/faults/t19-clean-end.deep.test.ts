/**
 * A process that is asked to end completes its payments in progress, so that no enquiry about them is necessary, and
 * ends in time in whatever state it is. `parts.end` fails if it had to be given up.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { changeMerchant } from "#access";
import type { TransferOrder } from "#transfers";
import { ask, authorize } from "./api-client.ts";
import { assertSound, makeFaultWorld, type Payer } from "./fault-world.ts";
import { makeReady } from "./make-ready.ts";
import { startProxy, type Wire } from "../proxy.ts";
import { makeParts } from "./parts.ts";

const PAYMENTS = 20;
/** The time that the bank takes for each payment. */
const LATENCY_MS = 1_000;

const world = await makeFaultWorld();
const parts = makeParts(world);

const payee = { name: "Asha Rao", ifsc: "YESB0000262" };
const ACCOUNT = "026291800001191";

test("an API that is asked to end records what its banks answer", async () => {
  const merchant = await makeSlowMerchant();
  const api = parts.make("api");
  await parts.start(api);
  const headers = await authorize(api.port, merchant);
  const answers = await Promise.all(
    keys("api").map((transferId) =>
      ask(api.port, { path: "/v1/directTransfer", headers, body: directTransfer(transferId) }),
    ),
  );
  assert.ok(answers.every(({ status }) => status === "PENDING"));
  await parts.end(api, "SIGTERM");
  assert.equal(await countIn(merchant, ["succeeded"]), PAYMENTS);
  await assertSound(world, [merchant]);
});

test("a worker that is asked to end records what its banks answer", async () => {
  const merchant = await makeSlowMerchant();
  await makeReady(world, merchant, keys("worker").map(orderOf));
  const worker = parts.make("worker");
  await parts.start(worker);
  while ((await countIn(merchant, ["sent", "succeeded"])) < PAYMENTS) await sleep(20);
  await parts.end(worker, "SIGTERM");
  assert.equal(await countIn(merchant, ["succeeded"]), PAYMENTS);
  await assertSound(world, [merchant]);
});

test("an API that ends answers the callers who wait for a silent bank, and the payments are asked about", async () => {
  const merchant = await makeSlowMerchant({ latency: 120_000, syncWaitMs: 60_000 });
  const api = parts.make("api");
  await parts.start(api);
  const headers = await authorize(api.port, merchant);
  const asked = keys("silent").map((transferId) =>
    ask(api.port, { path: "/v1/directTransfer", headers, body: directTransfer(transferId) }),
  );
  while ((await countIn(merchant, ["sent"])) < PAYMENTS) await sleep(20);
  await parts.end(api, "SIGTERM");
  const answers = await Promise.all(asked);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], ["PENDING"]);
  assert.equal(await countIn(merchant, ["sent"]), PAYMENTS);
  await assertSound(world, [merchant]);
});

test("a process ends while its database is silent, or gone", async () => {
  for (const kind of ["api", "worker"] as const) {
    const wires: Wire[] = [];
    let state: "well" | "silent" | "gone" = "well";
    const port = await startProxy(world, {
      port: Number(new URL(world.ownerUrl).port),
      admit: async () => assert.notEqual(state, "gone"),
      relay: (wire) => {
        wires.push(wire);
        return {
          fromClient: (bytes) => void (state === "well" && wire.server.write(bytes)),
          fromServer: (bytes) => void wire.client.write(bytes),
        };
      },
    });
    const url = new URL(world.ownerUrl);
    url.port = String(port);
    const behindProxy = makeParts(world, { databaseUrl: url.href });
    for (const next of ["silent", "gone"] as const) {
      state = "well";
      const part = behindProxy.make(kind);
      await behindProxy.start(part);
      state = next;
      if (next === "gone") for (const wire of wires) wire.cut();
      // The process has statements under way that get no answer, or looks for its database.
      await sleep(1_500);
      await behindProxy.end(part, "SIGTERM");
    }
  }
});

/** Makes a merchant whose bank is slow; by default its callers do not wait for it. */
async function makeSlowMerchant({ latency = LATENCY_MS, syncWaitMs = 0 } = {}): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  const { merchantId, debitAccount } = merchant;
  await changeMerchant(world.ctx, merchantId, { settings: { syncWaitMs } });
  await world.simulator.control("PUT", "/sim/banks/purvasagar/manner", { debitAccount, latency });
  return merchant;
}

function directTransfer(transferId: string): object {
  const beneDetails = { ...payee, bankAccount: ACCOUNT, email: "asha@example.com", phone: "9876543210" };
  const terms = { transferId, amount: "100.00", transferMode: "imps" };
  return { ...terms, beneDetails: { ...beneDetails, address1: "1 Main Road" } };
}

async function countIn({ merchantId }: Payer, statuses: readonly string[]): Promise<number> {
  const [row] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.transfer where merchant_id = $1 and status = any ($2)",
    [merchantId, statuses],
  );
  return row!.count;
}

function keys(prefix: string): string[] {
  return Array.from({ length: PAYMENTS }, (_, n) => `${prefix}_${n}`);
}

function orderOf(transferKey: string): TransferOrder {
  return {
    transferKey,
    payee: { inline: { ...payee, accountNumber: ACCOUNT } },
    amountPaise: 100_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  };
}
