/** The Summary agrees with the transfers, and is hidden from members who may not see transfers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeDashboard } from "#test/dashboard";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";

const world = await makeFaultWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);

test("totals, tabs and forecast are of the same transfers", async () => {
  const merchant = await world.makePayer({ balancePaise: 10_000_00n });
  const { merchantId } = merchant;
  const orders = Array.from({ length: 6 }, (_, index) => orderTo(`paid${index}`));
  const declined = orderTo("declined", { mode: "upi", vpa: "declined@upi" });
  await acceptTransfers(ctx, merchantId, [...orders, declined]);
  await runtimeOf(ctx).idle();
  const member = await dashboard.logIn(merchant.organizationId, "viewer");
  const { total, reasons, now } = await member.ask("getSummary", { merchantId, days: 7 });
  assert.deepEqual(total.succeeded, { transfers: 6, amount: "600.00" });
  assert.deepEqual(total.failed, { transfers: 1, amount: "100.00" });
  assert.equal(total.successRate.transfers, 7);
  assert.deepEqual(
    reasons.map((one: { reason: string; transfers: number }) => [one.reason, one.transfers]),
    [["BENE_BANK_DECLINED", 1]],
  );
  assert.deepEqual(now.waiting, []);

  const figures = await member.ask("getFigures", { merchantId, days: 30 });
  assert.deepEqual(figures.total.succeeded, total.succeeded);
  assert.equal(figures.byDay.length, 30);
  assert.deepEqual(figures.byDay.at(-1).all, total.all);
  assert.deepEqual(
    figures.byRail.map(({ rail, all }: { rail: string; all: { transfers: number } }) => [
      rail,
      all.transfers,
    ]),
    [
      ["imps", 6],
      ["upi", 1],
    ],
  );
  const upi = await member.ask("getFigures", { merchantId, days: 7, mode: "upi" });
  assert.equal(upi.total.all.transfers, 1);

  const forecast = await member.ask("getBalanceForecast", { merchantId });
  const [account] = await world.look<{ rupees: string }>(
    `select (balance_paise / 100.0)::numeric(20, 2)::text as rupees
     from ledger.account where merchant_id = $1 and account_no = 1000`,
    [merchantId],
  );
  assert.equal(forecast.available, account!.rupees);
  assert.equal(forecast.pace.transfers, 6);
  assert.ok(forecast.runsOutAt);
  assert.equal((await member.call("getBalanceForecast", { merchantId, fundSourceId: "NOPE" })).status, 404);
});

test("who may not see transfers sees no figures of them", async () => {
  const { merchantId, organizationId } = await world.makePayer();
  const member = await dashboard.logIn(organizationId, { permissions: ["manage_webhooks"] });
  for (const name of ["getSummary", "getFigures", "getBalanceForecast"]) {
    assert.equal((await member.call(name, { merchantId, days: 7 })).status, 403, name);
  }
});
