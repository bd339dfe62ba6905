import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { authorize } from "#access";
import { buildApi } from "#api";
import { verifyLedger } from "#proof";
import { startTransfers } from "#transfers";
import { makeFaultWorld, settle } from "#test/faults/fault-world";
import { mountSandbox } from "./mount-sandbox.ts";

const world = await makeFaultWorld({ start: new Date("2026-11-20T10:00:00+05:30") });
const { ctx } = world;
const app = buildApi(ctx);
mountSandbox(app, ctx, { simulatorUrl: world.simulator.url });
world.onClose(() => app.close());
const workers = startTransfers(ctx);
world.onClose(() => workers.stop());

async function makeCaller(bankIds: readonly string[], balancePaise = 10_00_00_000_00n) {
  const merchant = await world.makePayer({ bankIds, balancePaise });
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  const call = async (method: "GET" | "POST" | "DELETE", path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `/sandbox/banks/${path}`;
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body === "" ? null : JSON.parse(response.body) };
  };
  return { merchant, call };
}

/** Drills a bank of a new merchant for 20 minutes, and returns the figures. */
async function drillImps() {
  const { merchant, call } = await makeCaller(["meghdoot", "jugnu"]);
  const started = await call("POST", "meghdoot/drill", {});
  assert.deepEqual([started.status, started.body.percent, started.body.rail], [200, 30, "imps"]);
  assert.equal((await call("POST", "meghdoot/drill", {})).body.error.code, "sandbox.drill_running");
  await call("POST", "meghdoot/drill/play", { transfers: 50, over: "10m" });
  const played = await call("POST", "meghdoot/drill/play", { transfers: 50, over: "10m" });
  assert.equal(played.body.running, false);
  await settle(world, ctx, merchant);
  const { figures } = (await call("GET", "meghdoot/drill")).body;
  return { merchant, figures };
}

test("30% of a bank's IMPS refused for 20 minutes: detected, sent by another bank, and nothing lost", async () => {
  let { merchant, figures } = await drillImps();
  // In under 1% of cases, so many of the first twenty are refused that the bank counts as down.
  while (figures.detectedAs === "down") ({ merchant, figures } = await drillImps());
  assert.ok(figures.transfers > 90 && figures.succeeded === figures.transfers, JSON.stringify(figures));
  assert.deepEqual([figures.lost, figures.paidTwice, figures.open], [0, 0, 0]);
  assert.ok(figures.troubled > 0 && figures.troubled < figures.calls, JSON.stringify(figures));
  assert.equal(figures.failedOver, figures.troubled);
  assert.equal(figures.detectedAs, "degraded");
  assert.ok(figures.detectedAfterCalls > 0 && figures.detectedAfterCalls <= figures.calls);
  assert.ok(figures.detectedAfterMs > 0 && figures.detectedAfterMs < 20 * 60_000);
  assert.ok(figures.rerouted > 0 && figures.rerouted <= figures.transfers - figures.detectedAfterCalls);
  assert.deepEqual((await verifyLedger(ctx, merchant.merchantId)).findings, []);
});

test("a bank that does not answer: what is not known is not sent again, and ends as the books say", async () => {
  const { merchant, call } = await makeCaller(["meghdoot", "jugnu"]);
  await call("POST", "meghdoot/drill", { percent: 100, minutes: 5, fault: "is_silent" });
  const { body } = await call("POST", "meghdoot/drill/play", { transfers: 12, over: "40s" });
  // The last calls may still wait for the bank when the payments have been ordered.
  let shown = body;
  while (shown.figures.troubled < shown.figures.calls) {
    await sleep(50);
    shown = (await call("GET", "meghdoot/drill")).body;
  }
  assert.ok(shown.figures.troubled > 0, JSON.stringify(shown));
  const ended = await call("DELETE", "meghdoot/drill");
  assert.ok(new Date(ended.body.until) < new Date(body.drill.until));
  await settle(world, ctx, merchant);
  const { figures } = (await call("GET", "meghdoot/drill")).body;
  assert.deepEqual([figures.transfers, figures.lost, figures.paidTwice], [12, 0, 0], JSON.stringify(figures));
  assert.deepEqual((await verifyLedger(ctx, merchant.merchantId)).findings, []);
});

test("without another bank payments wait, and the report counts them", async () => {
  const { merchant, call } = await makeCaller(["meghdoot"]);
  await call("POST", "meghdoot/drill", { percent: 100 });
  const { body } = await call("POST", "meghdoot/drill/play", { transfers: 40, over: "4m" });
  assert.ok(body.figures.queued > 0 && body.figures.detectedAs === "down", JSON.stringify(body.figures));
  await call("DELETE", "meghdoot/drill");
  await settle(world, ctx, merchant);
  const { figures } = (await call("GET", "meghdoot/drill")).body;
  assert.deepEqual([figures.open, figures.lost, figures.paidTwice], [0, 0, 0], JSON.stringify(figures));
});

test("what cannot be drilled is refused, and a bank without a drill has no report", async () => {
  const { call } = await makeCaller(["purvasagar"], 100_00n);
  const codeOf = async (method: "GET" | "POST" | "DELETE", path: string, payload?: object) => {
    const { status, body } = await call(method, path, payload);
    return [status, body?.error?.code, body?.error?.details?.field].filter((one) => one !== undefined);
  };
  assert.deepEqual(await call("GET", "purvasagar/drill"), { status: 200, body: null });
  assert.deepEqual(await codeOf("POST", "purvasagar/drill", { rail: "upi" }), [
    422,
    "sandbox.rail_not_offered",
  ]);
  assert.deepEqual(await codeOf("POST", "jugnu/drill", {}), [404, "sandbox.bank_not_found"]);
  assert.deepEqual(await codeOf("POST", "purvasagar/drill/play", {}), [422, "sandbox.drill_not_running"]);
  assert.deepEqual(await codeOf("DELETE", "purvasagar/drill"), [422, "sandbox.drill_not_running"]);
  for (const [field, value] of Object.entries({
    percent: 0,
    minutes: 1_441,
    fault: "sleeps",
    rail: "sepa",
  })) {
    const refused = await codeOf("POST", "purvasagar/drill", { [field]: value });
    assert.deepEqual(refused, [422, "sandbox.bad_request", field]);
  }
  await call("POST", "purvasagar/drill", { rail: "rtgs" });
  assert.deepEqual(await codeOf("POST", "purvasagar/drill/play", {}), [422, "sandbox.too_little_money"]);
});
