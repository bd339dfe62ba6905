import assert from "node:assert/strict";
import { test } from "node:test";
import {
  announceOutage,
  detectOutages,
  endOutage,
  listOutages,
  openIncident,
  resolveIncident,
  workIncidents,
} from "#health";
import { makeScene, noticeOf, OFFLINE } from "./test/make-scene.ts";

const scene = await makeScene();
const { ctx } = scene;
const MINUTE_MS = 60_000;
const [one, two] = [await scene.makeLive(), await scene.makeLive()];

/** Lists the known outages of a bank, the oldest first. */
const outagesOf = async (code: string): Promise<string[]> => {
  await detectOutages(ctx);
  const found = (await listOutages(ctx)).filter(({ entityCode }) => entityCode === code).toReversed();
  return found.map(({ source, status }) => `${source} ${status}`);
};

const soon = (ms: number) => ({ from: new Date(Date.now() + ms), to: new Date(Date.now() + 2 * ms) });

/** Announces a planned outage of a bank, and lets its period pass. */
async function announcePast(entityCode: string): Promise<void> {
  const { outageNo } = await announceOutage(ctx, noticeOf({ entityCode, planned: soon(MINUTE_MS) }));
  await scene.look(
    `update health.outage
     set started_at = now() - interval '2 ms', ends_at = now() - interval '1 ms'
     where outage_no = $1`,
    [outageNo],
  );
}

async function bothMeetOffline(code: string): Promise<void> {
  const payment = { ...OFFLINE, ifsc: `${code}0000001` };
  await scene.pay(one, 3, payment);
  await scene.pay(two, 2, payment);
}

test("one merchant's traffic alone opens nothing for the others, but for those that never paid", async () => {
  await scene.pay(one, 9, { ...OFFLINE, ifsc: "SBIN0000001" });
  assert.deepEqual(await outagesOf("SBIN"), ["traffic open"]);
  await scene.pay(two, 1);
  await scene.pay(one, 9, OFFLINE);
  assert.deepEqual(await outagesOf("YESB"), []);
  await scene.pay(two, 1, OFFLINE);
  assert.deepEqual(await outagesOf("YESB"), ["traffic open"]);
});

test("calling off a planned outage ends no trouble that goes on", async () => {
  await bothMeetOffline("HDFC");
  assert.deepEqual(await outagesOf("HDFC"), ["traffic open"]);
  const planned = soon(60 * MINUTE_MS);
  const { outageNo } = await announceOutage(ctx, noticeOf({ planned }));
  await endOutage(ctx, { outageNo, by: "member:asha" });
  assert.deepEqual(await outagesOf("HDFC"), ["traffic open", "notice cancelled"]);
});

test("what banks said in a planned outage is forgotten with it, and ends no other trouble", async () => {
  await bothMeetOffline("ICIC");
  await announcePast("ICIC");
  assert.deepEqual(await outagesOf("ICIC"), ["notice open"]);
  await bothMeetOffline("ICIC");
  assert.deepEqual(await outagesOf("ICIC"), ["notice open", "traffic open"]);
  await announcePast("ICIC");
  assert.deepEqual(await outagesOf("ICIC"), ["notice open", "traffic open", "notice open"]);
});

test("so it is with a sandbox merchant's planned outage, also when no one looked in the meantime", async () => {
  const merchant = await scene.makePayer();
  const { merchantId } = merchant;
  await scene.pay(merchant, 5, OFFLINE);
  await openIncident(ctx, merchantId, noticeOf({ entityCode: "YESB", planned: soon(MINUTE_MS) }));
  await scene.move(merchant, 3 * MINUTE_MS);
  const look = async (): Promise<string[]> => {
    await workIncidents(ctx, merchantId);
    return (await scene.toldTo(merchant)).map(({ status, isScheduled }) => `${status} ${isScheduled}`);
  };
  assert.deepEqual(await look(), ["ACTIVE true", "RESOLVED true"]);
  assert.deepEqual(await look(), ["ACTIVE true", "RESOLVED true"]);
  await scene.pay(merchant, 5, OFFLINE);
  assert.equal((await look()).at(-1), "ACTIVE false");
});

test("calling off a sandbox merchant's planned outage ends no trouble of its own either", async () => {
  const merchant = await scene.makePayer();
  const { merchantId } = merchant;
  await scene.pay(merchant, 5, OFFLINE);
  await workIncidents(ctx, merchantId);
  const planned = soon(MINUTE_MS);
  const { incidentNo } = await openIncident(ctx, merchantId, noticeOf({ entityCode: "YESB", planned }));
  await resolveIncident(ctx, merchantId, { incidentNo, by: "member:asha" });
  await workIncidents(ctx, merchantId);
  assert.deepEqual(
    (await scene.toldTo(merchant)).map(({ status }) => status),
    ["ACTIVE"],
  );
});
