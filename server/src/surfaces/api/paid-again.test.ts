/** A payment that was repeated under another id, because the first one had failed and was then paid late. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { acceptTransfer, recordNews, registerTransfers, runtimeOf } from "#transfers";
import { orderTo } from "#test/faults/fault-world";
import { askV2 } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { freshId, openStage } from "#test/literals/stage";

registerTransfers();
const world = await makeWorld();
const { ctx } = world;
const stage = await openStage(world);

const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true };
const BACK = { kind: "returned", code: "AC04", text: "closed", utr: "632512000002" } as const;
const RETURNED: Outcome = { ...BACK, reason: "RETURNED_FROM_BENEFICIARY" };

test("the status calls name the other payment of the same amount to the same payee, until one is back", async () => {
  const client = await stage.makeClient("rest");
  const { merchantId } = client.merchant;
  const [late, again, other] = [freshId("late"), freshId("again"), freshId("other")];
  const order = (key: string) => orderTo(key, { mode: "upi", vpa: "no-account@upi" });
  const accepted = await acceptTransfer(ctx, merchantId, order(late));
  assert.ok(accepted.kind === "accepted");
  await runtimeOf(ctx).idle();
  const { transferId } = accepted.transfer;
  const say = (outcome: Outcome) =>
    recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
  const words = async (): Promise<string[]> => {
    const classic = await client.call("GET", "/v1.2/getTransferStatus", { query: { transferId: late } });
    const v2 = await askV2(client, "GET /transfers", { query: { transfer_id: late } });
    const { description = "" } = classic.body.data!.transfer as { description?: string };
    return [description, String(v2.body["status_description"])];
  };
  // A scheduled order can still be paid; an order with another amount is not a second payment.
  const processOn = new Date(Date.now() + 86_400_000);
  await acceptTransfer(ctx, merchantId, { ...order(other), amountPaise: 100_01n, processOn });
  await say(PAID);
  for (const text of await words()) {
    assert.match(text, /Do not pay again/);
    assert.doesNotMatch(text, /Within 24 hours/);
  }
  await acceptTransfer(ctx, merchantId, { ...order(again), processOn });
  for (const text of await words()) {
    assert.match(text, /Do not pay again/);
    assert.match(text, new RegExp(`under another transferId too: ${again}\\.`));
  }
  await say(RETURNED);
  for (const text of await words()) assert.doesNotMatch(text, /Within 24 hours/);
});
