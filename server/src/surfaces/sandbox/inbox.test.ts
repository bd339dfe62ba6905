import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize, changeApiClient } from "#access";
import { buildApi } from "#api";
import { deliverMessages, queueMessages } from "#messages";
import { mountSandbox } from "#sandbox";
import { makeWorld, type TestMerchant } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: "http://127.0.0.1:9" });
world.onClose(() => app.close());

async function openInbox(merchant: TestMerchant): Promise<(query?: string) => Promise<Heard>> {
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  return async (query = "") => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.inject({ method: "GET", url: `/sandbox/inbox${query}`, headers });
    return { status: response.statusCode, ...response.json<Omit<Heard, "status">>() };
  };
}

interface Heard {
  readonly status: number;
  readonly messages?: readonly Record<string, unknown>[];
  readonly error?: { readonly code: string };
}

test("a sandbox merchant reads what went to its people, newest first, by address", async () => {
  const merchant = await world.makeMerchant();
  const inbox = await openInbox(merchant);
  assert.deepEqual(await inbox(), { status: 200, messages: [] });
  await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    queueMessages(
      tx,
      ["asha@example.com", "+919876543210", "nobody"].map((to) => ({
        channel: to.startsWith("+") ? "sms" : "email",
        to,
        subject: `For ${to}`,
        text: "Hello",
        purpose: "test",
      })),
    ),
  );
  await deliverMessages(ctx, merchant.merchantId);
  const all = (await inbox()).messages!;
  assert.deepEqual(
    all.map(({ to }) => to),
    ["+919876543210", "asha@example.com"],
  );
  const [found] = (await inbox("?to=ASHA%40example.com")).messages!;
  assert.deepEqual([found!.channel, found!.text, found!.sentBy], ["email", "Hello", "sandbox"]);
  assert.equal((await inbox(`?before=${String(all[0]!.messageId)}`)).messages!.length, 1);
  assert.equal((await inbox("?limit=1")).messages!.length, 1);
  assert.equal((await inbox("?status=failed")).messages![0]!.reason, "address_invalid");
  for (const query of ["?limit=0", "?limit=101", "?limit=x", "?before=x", "?status=lost"]) {
    const heard = await inbox(query);
    assert.deepEqual([heard.status, heard.error!.code], [422, "sandbox.bad_request"], query);
  }
});

test("a live merchant has no inbox", async () => {
  const merchant = await world.makeMerchant({ mode: "live" });
  await changeApiClient(ctx, merchant.merchantId, { ipAllowlist: ["127.0.0.1"] });
  const heard = await (await openInbox(merchant))();
  assert.deepEqual([heard.status, heard.error!.code], [403, "sandbox.not_sandbox"]);
});
