/** Services are connected by members, who need a second person. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectUpstream, FundSourceError, listBankConnections } from "#fund-sources";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const { dashboard, queueOf, approve } = openFourEyes(world);

const HOOK = "hook-of-32-characters-or-more-5e1f";

test("keys go to the service's own address, for their own environment, and to live merchants only", async () => {
  const { merchantId } = await world.makeMerchant({ mode: "live" });
  const secrets = {
    keyId: "rzp_test_1",
    apiKey: "key",
    callbackSecret: HOOK,
    debitAccount: "7878780080316316",
  };
  const given = { upstreamId: "razorpayx", environment: "test", ...secrets, by: "system" } as const;
  await connectUpstream(ctx, merchantId, given);
  await connectUpstream(ctx, merchantId, { ...given, apiKey: "newer" });
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const connected = connections.filter(({ bankId }) => bankId === "razorpayx");
  const { environment: _, upstreamId: __, by: ___, ...kept } = { ...given, apiKey: "newer" };
  const [{ bankNo, ...one }] = connected as [(typeof connected)[0]];
  assert.equal(connected.length, 1);
  assert.ok(bankNo >= 0);
  const address = { bankId: "razorpayx", adapter: "razorpayx", baseUrl: "https://api.razorpay.com/v1" };
  assert.deepEqual(one, {
    ...kept,
    ...address,
    enabled: true,
    stopped: false,
    stoppedAt: null,
    recoveringSince: null,
    simulated: false,
  });

  const refused = [
    [{ ...given, environment: "live" }, "key_of_other_environment"],
    [{ ...given, upstreamId: "moonbank" }, "upstream_unknown"],
    [{ ...given, callbackSecret: "x".repeat(31) }, "secret_too_short"],
  ] as const;
  for (const [wrong, code] of refused) {
    const connecting = connectUpstream(ctx, merchantId, wrong);
    await assert.rejects(connecting, (error) => FundSourceError.is(error, code), code);
  }
  const sandbox = await world.makeMerchant();
  const connecting = connectUpstream(ctx, sandbox.merchantId, given);
  await assert.rejects(connecting, (error) => FundSourceError.is(error, "mode_mismatch"));
});

test("an admin connects a service once an owner agrees; no answer and no audit record has a secret", async () => {
  const [live, sandbox] = [await world.makeMerchant({ mode: "live" }), await world.makeMerchant()];
  const { merchantId } = live;
  const admin = await dashboard.logIn(live.organizationId, "admin");
  const owner = await dashboard.logIn(live.organizationId, "owner");
  const keys = { keyId: "CF1", apiKey: "canary-key-5e1f", callbackSecret: `canary-${HOOK}` };
  const account = { debitAccount: "CASHFREE_1", untested: true };
  const given = { upstreamId: "cashfree", environment: "test", ...keys, ...account };
  const before = await admin.ask("listUpstreams", { merchantId });
  assert.deepEqual(
    before.items.map(({ connection }: { connection: unknown }) => connection),
    [null, null],
  );
  const asked = await admin.ask("connectUpstream", { merchantId, ...given });
  assert.deepEqual([typeof asked.requestId, asked.aloneUntil], ["string", null]);
  const [untouched, { connection: none, waits }] = asked.items;
  assert.deepEqual([untouched, none, waits.requestId], [before.items[0], null, asked.requestId]);
  const { proposal } = (await queueOf(owner, merchantId, "credit"))[0]!;
  assert.deepEqual([proposal.name, proposal.sealedKeys], ["Cashfree Payouts", undefined]);
  assert.equal(await approve(admin, merchantId, "credit"), "own_request");
  assert.equal(await approve(owner, merchantId, "credit"), "approved");
  const after = await owner.ask("listUpstreams", { merchantId });
  const webhookPath = `/banks/${merchantId}/cashfree/callbacks`;
  const connection = { environment: "test", enabled: true, keyId: "CF1", accountLast4: "EE_1" };
  assert.deepEqual(after.items[1], {
    upstreamId: "cashfree",
    name: "Cashfree Payouts",
    connection,
    waits: null,
    webhookPath,
  });
  assert.deepEqual(await admin.ask("listUpstreams", { merchantId }), after);
  const records = await world.look("select * from audit.record where merchant_id = $1", [merchantId]);
  assert.ok(records.length > 0);
  assert.ok(!JSON.stringify([asked, proposal, after, records]).includes("canary"));
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  assert.equal(connections.find(({ bankId }) => bankId === "cashfree")?.callbackSecret, `canary-${HOOK}`);

  // Keys that were agreed to do not replace those that came in between.
  await admin.ask("connectUpstream", { merchantId, ...given, keyId: "CF2" });
  const { untested: _, ...last } = given;
  await connectUpstream(ctx, merchantId, { ...last, keyId: "CF3", environment: "test", by: "system" });
  assert.equal(await approve(owner, merchantId, "credit"), "approved");
  assert.equal((await admin.ask("listUpstreams", { merchantId })).items[1].connection.keyId, "CF3");

  const refused = async (change: object) => {
    const { status, body } = await admin.call("connectUpstream", { merchantId, ...given, ...change });
    return [status, body.error.code];
  };
  assert.deepEqual(await refused({ upstreamId: "moonbank" }), [404, "upstream_unknown"]);
  const razorpay = { upstreamId: "razorpayx", keyId: "rzp_live_1" };
  assert.deepEqual(await refused(razorpay), [422, "key_of_other_environment"]);
  assert.deepEqual(await refused({ callbackSecret: "hook" }), [422, "secret_too_short"]);
  const other = await dashboard.logIn(sandbox.organizationId, "owner");
  const { body } = await other.call("connectUpstream", { merchantId: sandbox.merchantId, ...given });
  assert.equal(body.error.code, "live_only");
});
