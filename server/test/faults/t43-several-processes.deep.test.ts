/**
 * Several processes on one database are one service to callers: what one of them did, the others answer, count, tell
 * and wait for.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { changeApiClient } from "#access";
import { makeDashboard } from "#test/dashboard";
import { withinOneMinute } from "#test/within-one-minute";
import { ask, authorize } from "./api-client.ts";
import { assertSound, makeFaultWorld, type Payer } from "./fault-world.ts";
import { makeParts } from "./parts.ts";

const ACCOUNT = "026291800001191";
/** A payee whose bank says only later, by a callback, what became of the payment. */
const PENDING_ACCOUNT = "909090909020";

const world = await makeFaultWorld();
const parts = makeParts(world);
const [first, second, worker] = [parts.make("api"), parts.make("api"), parts.make("worker")];
await Promise.all([first, second, worker].map((part) => parts.start(part)));
world.onClose(async () => {
  await Promise.all([first, second, worker].map((part) => parts.end(part, "SIGTERM")));
});

test("an order is answered the same by every process, with a key and without", async () => {
  const merchant = await makeMerchant();
  const headers = await authorize(first.port, merchant);
  const keyed = { ...headers, "idempotency-key": "the same request" };
  const order = { path: "/v1/directTransfer", headers: keyed, body: directTransfer("same_1") };
  const answer = await ask(first.port, order);
  assert.equal(answer.status, "SUCCESS");
  const again = await ask(second.port, order);
  assert.deepEqual(again.data, answer.data);
  assert.equal(again.headers["idempotent-replayed"], "true");
  const without = await ask(second.port, { ...order, headers });
  assert.equal(without.message, "Transfer Id already exists.");
  await assertSound(world, [merchant]);
});

test("a caller at one process is told what a callback to another one says", async () => {
  const merchant = await makeMerchant();
  const { debitAccount, merchantId } = merchant;
  const callbackUrl = `http://127.0.0.1:${second.port}/banks/${merchantId}/meghdoot/callbacks`;
  await world.simulator.control("PUT", `/sim/accounts/meghdoot/${debitAccount}`, { callbackUrl });
  const headers = await authorize(first.port, merchant);
  const body = directTransfer("elsewhere_1", PENDING_ACCOUNT);
  const asked = ask(first.port, { path: "/v1/directTransfer", headers, body });
  await until(
    "select from transfers.fact join transfers.transfer using (transfer_id) where transfer_key = 'elsewhere_1'",
  );
  // The bank decides now, and not in 5 seconds. A callback whose time is more than a few minutes ahead is refused.
  await world.simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 5_000 });
  const { status, data } = await asked;
  assert.equal(status, "SUCCESS", JSON.stringify(data));
  const told = await world.look(
    `select from transfers.fact
     join transfers.transfer using (transfer_id)
     where transfer_key = 'elsewhere_1'
       and source = 'callback'`,
  );
  assert.equal(told.length, 1);
  await assertSound(world, [merchant]);
});

test("a key pair's limit of calls holds over all processes", async () => {
  await withinOneMinute(world, async () => {
    const merchant = await makeMerchant();
    await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 40 });
    const headers = await authorize(first.port, merchant);
    const calls = Array.from({ length: 100 }, (_, n) =>
      ask([first, second][n % 2]!.port, { method: "GET", path: "/v1/getBalance", headers }),
    );
    const answers = await Promise.all(calls);
    const counts = Map.groupBy(answers, ({ httpStatus }) => httpStatus);
    assert.ok(counts.get(200)!.length <= 40, `${counts.get(200)!.length} calls of 40 were answered`);
    assert.equal(counts.get(200)!.length + counts.get(429)!.length, 100);
  });
});

test("a browser at one process hears of a payment at another one", async () => {
  const merchant = await makeMerchant();
  const member = await makeDashboard(world).logIn(merchant.organizationId, "viewer");
  const request = get(`http://127.0.0.1:${second.port}/api/merchants/${merchant.merchantId}/events`, {
    headers: { cookie: `__Host-vitaran_session=${member.token}` },
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  const heard = hear(response, "TRANSFER_SUCCESS");
  const headers = await authorize(first.port, merchant);
  await ask(first.port, { path: "/v1/directTransfer", headers, body: directTransfer("heard_1") });
  await heard;
  request.destroy();
});

async function makeMerchant(): Promise<Payer> {
  const merchant = await world.makePayer();
  await changeApiClient(world.ctx, merchant.merchantId, { ratePerMinute: 1_000_000 });
  return merchant;
}

function directTransfer(transferId: string, bankAccount = ACCOUNT): object {
  const payee = { name: "Asha Rao", phone: "9876543210", email: "asha@example.com", address1: "1 Main Road" };
  const beneDetails = { ...payee, bankAccount, ifsc: "YESB0000262" };
  return { transferId, amount: "100.00", transferMode: "imps", beneDetails };
}

async function until(query: string): Promise<void> {
  while ((await world.look(query)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Resolves when the stream has sent a text. */
async function hear(response: IncomingMessage, text: string): Promise<void> {
  let said = "";
  for await (const chunk of response) if ((said += String(chunk)).includes(text)) return;
  throw new Error(`the stream ended without ${text}`);
}
