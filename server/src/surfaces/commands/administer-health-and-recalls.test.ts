import assert from "node:assert/strict";
import { test } from "node:test";
import { workIncidents } from "#health";
import { requestRecall } from "#recalls";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { run, fail } = makeOperator(world);

test("an operator prints a recall's letter, hands it over and notes the bank's answer", async () => {
  const { merchantId: merchant, organizationId } = await world.makePayer();
  const { asha: member } = await makeMembers(ctx, organizationId, { asha: "admin" });
  const [accepted] = await acceptTransfers(ctx, merchant, [orderTo("wrong")]);
  assert.ok(accepted?.kind === "accepted");
  await runtimeOf(ctx).idle();
  const { transferId } = accepted.transfer;
  const asked = { transferId, reason: "fraud", remarks: "", by: "system" } as const;
  const { recallId: recall } = await requestRecall(ctx, merchant, asked);
  const { text, page } = await run<{ text: string; page: string }>("recall-letter", { merchant, recall });
  assert.ok(text.includes("We were deceived") && page.startsWith("<!doctype html>"));
  const by = { merchant, recall, member };
  const stranger = { ...by, member: recall, because: "no consent" };
  assert.match(
    await fail("refuse-recall", stranger),
    /^--member .* is not an active member of the merchant's/,
  );
  const handed = await run<{ status: string }>("hand-over-recall", { ...by, "bank-reference": "MGD/7" });
  assert.equal(handed.status, "with_bank");
  const refused = await run<{ refusal: string }>("refuse-recall", { ...by, because: "no consent" });
  assert.equal(refused.refusal, "no consent");
});

test("an operator announces a planned outage to live merchants, and calls it off", async () => {
  const live = await world.makeMerchant({ mode: "live" });
  const { asha, ravi } = await makeMembers(ctx, live.organizationId, { asha: "admin", ravi: "initiator" });
  const told = async (): Promise<string[]> => {
    await workIncidents(ctx, live.merchantId);
    const rows = await world.look<{ told: string }>(
      "select entity_code || ' ' || status as told from health.incident where merchant_id = $1",
      [live.merchantId],
    );
    return rows.map((row) => row.told);
  };
  const [from, to] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const known = { mode: "upi", handle: "okbank", severity: "high", because: "circular 7" };
  const zoneless = { ...known, member: asha, from: "2026-11-28T23:00:00", to: to! };
  assert.match(await fail("announce-outage", zoneless), /--from.*Use a time with its time zone/);
  const planned = { ...known, from: from!, to: to! };
  const stranger = await fail("announce-outage", { ...planned, member: live.merchantId });
  assert.match(stranger, /^--member .* is not an active member of any organization/);
  const { outageNo } = await run<{ outageNo: number }>("announce-outage", { ...planned, member: asha });
  assert.deepEqual(await told(), ["okbank planned"]);
  const end = { number: String(outageNo), member: ravi };
  assert.match(await fail("end-outage", { ...end, member: "ravi" }), /--member <id>.*It is not an ID/);
  await run("end-outage", end);
  assert.deepEqual(await told(), ["okbank cancelled"]);
  const [listed] = await run<Record<string, unknown>[]>("list-outages", {});
  assert.deepEqual(
    [listed!.outageNo, listed!.status, listed!.openedBy, listed!.resolvedBy],
    [outageNo, "cancelled", `member:${asha}`, `member:${ravi}`],
  );
});
