import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { listIncidents, openIncident, resolveIncident, workIncidents } from "#health";
import type { TestMerchant } from "#test/world";
import { makeScene, noticeOf } from "./test/make-scene.ts";

const scene = await makeScene();
const { ctx } = scene;
const HOUR_MS = 3_600_000;

const nowOf = async ({ merchantId }: TestMerchant): Promise<Date> =>
  ctx.db.inMerchant(merchantId, async (tx) => tx.now);

const plannedFor = async (merchant: TestMerchant, inHours: number, hours: number) => {
  const from = new Date((await nowOf(merchant)).getTime() + inHours * HOUR_MS);
  return { planned: { from, to: new Date(from.getTime() + hours * HOUR_MS) } };
};

test("an incident is told when it begins and when it is over: delivered once each, and signed", async () => {
  const merchant = await scene.makePayer();
  const got = await scene.listen(merchant);
  const { incidentNo } = await openIncident(ctx, merchant.merchantId, noticeOf({ severity: "high" }));
  await scene.lookTwice(merchant);
  await resolveIncident(ctx, merchant.merchantId, { incidentNo, by: "system" });
  await scene.lookTwice(merchant);
  await got();
  const bodies = (await got()).map((body) => Object.fromEntries(new URLSearchParams(body)));
  assert.deepEqual(bodies.map(({ status }) => status).toSorted(), ["ACTIVE", "RESOLVED"]);
  const FIELDS = [
    ...["event", "beneEntity", "id", "mode", "startedAt", "status", "isScheduled", "severity", "entityName"],
    ...["entityCode", "resolvedAt", "signature"],
  ];
  for (const { signature, ...fields } of bodies) {
    assert.deepEqual(Object.keys({ ...fields, signature }), FIELDS);
    const signed = Object.keys(fields)
      .toSorted()
      .map((name) => fields[name])
      .join("");
    assert.equal(createHmac("sha256", merchant.clientSecret).update(signed).digest("base64"), signature);
  }
  const active = bodies.find(({ status }) => status === "ACTIVE")!;
  assert.deepEqual(
    [active.beneEntity, active.id, active.mode, active.severity, active.entityName, active.entityCode],
    ["BANK", "1", "IMPS", "HIGH", "HDFC Bank", "HDFC"],
  );
  assert.match(active.startedAt!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test("a planned one begins and ends by itself, by the merchant's clock", async () => {
  const merchant = await scene.makePayer();
  await openIncident(ctx, merchant.merchantId, noticeOf(await plannedFor(merchant, 2, 3)));
  const look = async (): Promise<string[]> => {
    await scene.lookTwice(merchant);
    return (await scene.toldTo(merchant)).map(({ status, isScheduled }) => `${status} ${isScheduled}`);
  };
  assert.deepEqual(await look(), []);
  await scene.move(merchant, 2 * HOUR_MS - 60_000);
  assert.deepEqual(await look(), []);
  await scene.move(merchant, 60_000);
  assert.deepEqual(await look(), ["ACTIVE true"]);
  await scene.move(merchant, 3 * HOUR_MS - 60_000);
  assert.deepEqual(await look(), ["ACTIVE true"]);
  await scene.move(merchant, 60_000);
  assert.deepEqual(await look(), ["ACTIVE true", "RESOLVED true"]);
  const [, over] = await scene.toldTo(merchant);
  const lastedMs = Date.parse(`${over!.resolvedAt} UTC`) - Date.parse(`${over!.startedAt} UTC`);
  assert.equal(lastedMs, 3 * HOUR_MS);
});

test("one that passes while no one looks is told whole; one that is called off is not told at all", async () => {
  const merchant = await scene.makePayer();
  const { merchantId } = merchant;
  await openIncident(ctx, merchantId, noticeOf(await plannedFor(merchant, 1, 1)));
  const off = await openIncident(ctx, merchantId, noticeOf(await plannedFor(merchant, 1, 1)));
  await resolveIncident(ctx, merchantId, { incidentNo: off.incidentNo, by: "system" });
  await scene.move(merchant, 24 * HOUR_MS);
  await workIncidents(ctx, merchantId);
  assert.deepEqual(
    (await scene.toldTo(merchant)).map(({ id, status }) => [id, status]),
    [
      ["1", "ACTIVE"],
      ["1", "RESOLVED"],
    ],
  );
});

test("what cannot be: a second of the same, ending twice, another's, and a live merchant's own", async () => {
  const [merchant, other, live] = [await scene.makePayer(), await scene.makePayer(), await scene.makeLive()];
  const open = () => openIncident(ctx, merchant.merchantId, noticeOf());
  const opened = await Promise.allSettled([open(), open(), open()]);
  assert.equal(opened.filter(({ status }) => status === "fulfilled").length, 1);
  await assert.rejects(open(), { name: "health.already_active" });
  const end = ({ merchantId }: TestMerchant, incidentNo = 1) =>
    resolveIncident(ctx, merchantId, { incidentNo, by: "system" });
  await assert.rejects(end(other), { name: "health.not_found" });
  const range = { from: new Date(0), to: new Date(Date.now() + HOUR_MS) };
  const listed = await listIncidents(ctx, merchant.merchantId, {
    ...range,
    resolved: false,
    entityCode: null,
  });
  const { incidentNo } = listed[0]!;
  const ended = await Promise.allSettled([end(merchant, incidentNo), end(merchant, incidentNo)]);
  assert.equal(ended.filter(({ status }) => status === "fulfilled").length, 1);
  await assert.rejects(end(merchant, incidentNo), { name: "health.already_over" });
  await assert.rejects(openIncident(ctx, live.merchantId, noticeOf()), { name: "health.not_sandbox" });
  await assert.rejects(end(live), { name: "health.not_sandbox" });
  assert.equal((await scene.toldTo(merchant)).length, 2);
  const audited = await scene.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1 and action like 'health.%' order by seq",
    [merchant.merchantId],
  );
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["health.incident_opened", "health.incident_resolved"],
  );
});
