import assert from "node:assert/strict";
import { test } from "node:test";
import { listIncidents, openIncident } from "#health";
import { beginRecovery, endRecovery } from "#reconciliation";
import { makeFaultWorld } from "#test/faults/fault-world";

const world = await makeFaultWorld();
const { ctx } = world;
const by = "system" as const;
const EVER = { from: new Date(0), to: new Date("2100-01-01T00:00:00Z"), entityCode: null, ours: true };

interface Event {
  readonly bankId: string;
  readonly mode: string;
  readonly status: string;
}

test("programs hear of it when a bank is held after a restore, and when that is over, once for each rail", async () => {
  const { merchantId } = await world.makePayer({ bankIds: ["meghdoot", "purvasagar"] });
  // An incident of another kind keeps its own number, and does not hide those of the hold.
  const place = { entity: "our_bank", entityCode: "purvasagar", mode: "imps" } as const;
  const notice = { ...place, severity: "high", because: "a letter", planned: null, by } as const;
  await openIncident(ctx, merchantId, notice);
  const readEvents = async (): Promise<string[]> => {
    const rows = await world.look<{ data: Event }>(
      "select data from webhooks.event where merchant_id = $1 and type = 'FUND_SOURCE_INCIDENT'",
      [merchantId],
    );
    return rows.map(({ data: { bankId, mode, status } }) => `${bankId} ${mode} ${status}`).toSorted();
  };
  const all = (bankId: string, rails: readonly string[], status: string): string[] =>
    rails.map((rail) => `${bankId} ${rail} ${status}`);
  const ofMeghdoot = ["IMPS", "NEFT", "RTGS", "UPI", "PAYTM", "AMAZONPAY", "CARD"];
  const ofPurvasagar = ["IMPS", "NEFT", "RTGS", "CARD"];
  const told = ["purvasagar IMPS ACTIVE"];
  assert.deepEqual(await readEvents(), told);

  const since = new Date(Date.now() - 60_000);
  assert.equal((await beginRecovery(ctx, merchantId, { since, by })).length, 2);
  told.push(...all("meghdoot", ofMeghdoot, "ACTIVE"), ...all("purvasagar", ofPurvasagar, "ACTIVE"));
  assert.deepEqual(await readEvents(), told.toSorted());
  // Another restore, to an earlier moment, while they are held.
  const earlier = new Date(Date.now() - 120_000);
  assert.equal((await beginRecovery(ctx, merchantId, { since: earlier, by })).length, 2);
  assert.deepEqual(await readEvents(), told.toSorted(), "they were told already");

  await endRecovery(ctx, merchantId, { bankId: "meghdoot", because: "it has paid nothing", by });
  told.push(...all("meghdoot", ofMeghdoot, "RESOLVED"));
  assert.deepEqual(await readEvents(), told.toSorted());
  const open = await listIncidents(ctx, merchantId, { ...EVER, resolved: false });
  assert.deepEqual(
    open.map(({ entityCode, mode, source }) => `${entityCode} ${mode} ${source}`).toSorted(),
    [
      "purvasagar imps notice",
      ...ofPurvasagar.map((rail) => `purvasagar ${rail.toLowerCase()} recovery`),
    ].toSorted(),
  );
  assert.equal(new Set(open.map(({ incidentNo }) => incidentNo)).size, open.length);
  assert.match(open.at(-1)!.because, /^the database was restored to 20/);
  await endRecovery(ctx, merchantId, { bankId: "purvasagar", because: "it has paid nothing", by });
  const left = await listIncidents(ctx, merchantId, { ...EVER, resolved: false });
  assert.deepEqual(
    left.map(({ source }) => source),
    ["notice"],
  );
});
