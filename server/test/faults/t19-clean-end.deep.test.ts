/** A process that is asked to end completes its payments in progress, so that no enquiry about them is necessary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { changeMerchant } from "#access";
import type { TransferOrder } from "#transfers";
import { ask, authorize } from "./api-client.ts";
import { assertSound, makeFaultWorld, type Payer } from "./fault-world.ts";
import { makeReady } from "./make-ready.ts";
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
  const beneDetails = { ...payee, bankAccount: ACCOUNT, email: "asha@example.com", phone: "9876543210" };
  const answers = await Promise.all(
    keys("api").map((transferId) => {
      const terms = { transferId, amount: "100.00", transferMode: "imps" };
      const body = { ...terms, beneDetails: { ...beneDetails, address1: "1 Main Road" } };
      return ask(api.port, { path: "/v1/directTransfer", headers, body });
    }),
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

/** Makes a merchant whose bank is slow, and whose callers do not wait for it. */
async function makeSlowMerchant(): Promise<Payer> {
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  const { merchantId, debitAccount } = merchant;
  await changeMerchant(world.ctx, merchantId, { settings: { syncWaitMs: 0 } });
  await world.simulator.control("PUT", "/sim/banks/purvasagar/manner", { debitAccount, latency: LATENCY_MS });
  return merchant;
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
