/**
 * Tests downtimes of the banks that fund sources use: from their health and from notices, in the list, events and
 * routes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  announceOutage,
  listBankHealth,
  listDowntimes,
  openIncident,
  resolveIncident,
  watchBanks,
  workIncidents,
} from "#health";
import { isOpen, type TransferMode } from "#rails";
import { acceptTransfers, replayRoutes, runtimeOf, workTransfers } from "#transfers";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./faults/fault-world.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

async function pay(
  merchant: Payer,
  name: string,
  count: number,
  mode: TransferMode = "imps",
): Promise<string> {
  const keys = Array.from({ length: count }, (_, index) => `${name}_${index}`);
  for (const key of keys) {
    await acceptTransfers(ctx, merchant.merchantId, [orderTo(key, { mode })]);
    await runtimeOf(ctx).idle();
    await workTransfers(ctx, merchant.merchantId);
    await runtimeOf(ctx).idle();
    await watchBanks(ctx, merchant.merchantId);
  }
  const rows = await world.look<{ bankId: string }>(
    `select distinct attempt.bank_id || case when attempt.rail = 'imps' then '' else ' ' || attempt.rail end as "bankId"
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id)
     where merchant_id = $1
       and transfer_key = any ($2)
     order by 1`,
    [merchant.merchantId, keys],
  );
  return rows.map(({ bankId }) => bankId).join();
}

const listed = async ({ merchantId }: Payer): Promise<string[]> =>
  (await ctx.db.inMerchant(merchantId, listDowntimes)).map(({ entity, entityCode, mode, severity, ...one }) =>
    [entity, entityCode, mode, severity, one.scheduled ? "scheduled" : "unscheduled", one.when].join(" "),
  );

const toldTo = async ({ merchantId }: Payer): Promise<string[]> => {
  const rows = await world.look<{ data: Record<string, string> }>(
    `select data
     from webhooks.event
     where merchant_id = $1
       and type = 'FUND_SOURCE_INCIDENT'
     order by at, seq`,
    [merchantId],
  );
  return rows.map(
    ({ data }) => `${data.bankName} ${data.mode} ${data.incidentType} ${data.status} ${data.severity}`,
  );
};

test("an outage of a bank of ours is a downtime of its fund sources, told by event", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "jugnu"] });
  const manner = (mishaps: object[]) =>
    world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
      debitAccount: merchant.debitAccount,
      mishaps,
    });
  await manner([{ chance: 1, mishap: { kind: "maintenance" } }]);
  await pay(merchant, "out", 12);
  assert.deepEqual(await listed(merchant), ["our_bank meghdoot imps high unscheduled now"]);
  assert.deepEqual(await toldTo(merchant), ["Meghdoot Bank IMPS UNSCHEDULED ACTIVE HIGH"]);
  await manner([]);
  await advance(world, merchant, MINUTE_MS);
  for (let round = 0; round < 5; round += 1) {
    await pay(merchant, `probe${round}`, 1);
    await advance(world, merchant, 5_000);
  }
  await advance(world, merchant, 3 * MINUTE_MS);
  await watchBanks(ctx, merchant.merchantId);
  await workIncidents(ctx, merchant.merchantId);
  assert.deepEqual(await listed(merchant), ["our_bank meghdoot imps high unscheduled past"]);
  assert.deepEqual((await toldTo(merchant)).at(-1), "Meghdoot Bank IMPS UNSCHEDULED RESOLVED HIGH");
  await advance(world, merchant, 15 * DAY_MS);
  assert.deepEqual(await listed(merchant), [], "15 days after its start it is not shown any more");
  await settle(world, ctx, merchant);
  await assertSound(world, [merchant]);
});

test("routing keeps away from a bank in the time that was announced, and not a moment longer", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "jugnu"] });
  const { merchantId } = merchant;
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
  const from = new Date(clock!.now.getTime() + 10 * MINUTE_MS);
  const notice = {
    entity: "our_bank",
    entityCode: "meghdoot",
    mode: "imps",
    severity: "high",
    because: "the bank's letter",
    by: "system",
  } as const;
  const planned = { from, to: new Date(from.getTime() + 10 * MINUTE_MS) };
  await openIncident(ctx, merchantId, { ...notice, planned });
  assert.deepEqual(await listed(merchant), ["our_bank meghdoot imps high scheduled upcoming"]);
  assert.equal(await pay(merchant, "before", 2), "meghdoot");
  await advance(world, merchant, 11 * MINUTE_MS);
  await workIncidents(ctx, merchantId);
  assert.equal(await pay(merchant, "during", 2), "jugnu");
  const known = await ctx.db.inMerchant(merchantId, (tx) => listBankHealth(ctx, tx));
  const shown = known.find(({ bankId, rail }) => bankId === "meghdoot" && rail === "imps")!;
  assert.deepEqual([shown.state, shown.announced, shown.since, shown.successBp], ["down", true, from, null]);
  assert.deepEqual(await toldTo(merchant), ["Meghdoot Bank IMPS SCHEDULED ACTIVE HIGH"]);
  await advance(world, merchant, 10 * MINUTE_MS);
  await workIncidents(ctx, merchantId);
  assert.equal(await pay(merchant, "after", 2), "meghdoot");
  const { attempts, same } = await replayRoutes(ctx, merchantId);
  assert.deepEqual([attempts, same], [6, 6]);
  await advance(world, merchant, 6 * DAY_MS);
  assert.equal((await listed(merchant)).length, 1);
  await advance(world, merchant, DAY_MS);
  assert.deepEqual(await listed(merchant), [], "7 days after its end it is not shown any more");
  const { incidentNo } = await openIncident(ctx, merchantId, { ...notice, planned: null });
  assert.equal(await pay(merchant, "open", 2), "jugnu");
  await resolveIncident(ctx, merchantId, { incidentNo, by: "system" });
  assert.equal(await pay(merchant, "ended", 2), "meghdoot");
});

test("while a payee's bank is down by one rail another is taken, if one is open", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot"] });
  const { merchantId } = merchant;
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
  await advance(world, merchant, msToOpenNeft(clock!.now));
  assert.equal(await pay(merchant, "before", 1, "banktransfer"), "meghdoot");
  const notice = {
    entityCode: "YESB",
    mode: "imps",
    because: "its notice",
    planned: null,
    by: "system",
  } as const;
  const low = await openIncident(ctx, merchantId, { ...notice, entity: "bank", severity: "low" });
  assert.equal(await pay(merchant, "low", 1, "banktransfer"), "meghdoot");
  await resolveIncident(ctx, merchantId, { incidentNo: low.incidentNo, by: "system" });
  const high = await openIncident(ctx, merchantId, { ...notice, entity: "bank", severity: "high" });
  assert.equal(await pay(merchant, "during", 1, "banktransfer"), "meghdoot neft");
  assert.equal(await pay(merchant, "only", 1, "imps"), "meghdoot", "only the payee's bank can say");
  const { attempts, same } = await replayRoutes(ctx, merchantId);
  assert.deepEqual([attempts, same], [4, 4]);
  await resolveIncident(ctx, merchantId, { incidentNo: high.incidentNo, by: "system" });
  assert.equal(await pay(merchant, "after", 1, "banktransfer"), "meghdoot");
});

/** Returns the time until NEFT is open and stays open for an hour. */
function msToOpenNeft(now: Date): number {
  const at = (ms: number): boolean => isOpen("neft", new Date(now.getTime() + ms));
  let ms = 0;
  while (!at(ms) || !at(ms + HOUR_MS)) ms += HOUR_MS;
  return ms;
}

test("a live merchant is told of an announced downtime of a bank that it is connected to only", async () => {
  const merchant = await world.makeMerchant({ mode: "live" });
  const bank = { severity: "high", because: "the bank's letter", planned: null, by: "system" } as const;
  await announceOutage(ctx, { ...bank, entity: "our_bank", entityCode: "elsewhere", mode: "neft" });
  await announceOutage(ctx, { ...bank, entity: "bank", entityCode: "YESB", mode: "neft" });
  await workIncidents(ctx, merchant.merchantId);
  const entities = (await ctx.db.inMerchant(merchant.merchantId, listDowntimes)).map(({ entity }) => entity);
  assert.deepEqual(entities, ["bank"]);
  const [live] = await world.look<{ snapshot: { windows: object[] } }>(
    "select snapshot from health.live_bank_snapshot order by snapshot_no desc limit 1",
  );
  assert.equal(live!.snapshot.windows.length, 1);
});
