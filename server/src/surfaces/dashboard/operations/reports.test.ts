import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { makeReports } from "#reports";
import { acceptTransfers, runtimeOf } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeDashboard } from "#test/dashboard";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";

await clearOfMidnight();
const world = await makeFaultWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);
const { merchantId, organizationId } = await world.makePayer();
const admin = await dashboard.logIn(organizationId, "admin");
const initiator = await dashboard.logIn(organizationId, "initiator");
const ask = (name: string, input: object = {}) => admin.ask(name, { merchantId, ...input });
const today = istDate(new Date());

test("each report type is made with the columns that were chosen, and its rows are the database's", async () => {
  await acceptTransfers(
    ctx,
    merchantId,
    ["one", "two", "three"].map((key) => orderTo(key)),
  );
  await runtimeOf(ctx).idle();
  const { items: types, formats } = await ask("listReportTypes");
  assert.equal(types.length, 5);
  for (const { type, columns } of types) {
    const chosen = columns.slice(0, 3).map(({ name }: { name: string }) => name);
    const asked = await ask("requestReport", {
      type,
      format: "csv",
      from: today,
      to: today,
      columns: chosen,
    });
    assert.deepEqual([asked.status, asked.columns], ["requested", chosen]);
  }
  for (const format of formats)
    await ask("requestReport", { type: "transfer", format, from: today, to: today });
  await makeReports(ctx, merchantId);
  const { items } = await ask("listReports");
  assert.equal(items.length, 5 + formats.length);
  const rows = await world.look<{ key: string }>(
    "select transfer_key as key from transfers.transfer where merchant_id = $1 order by reference_id",
    [merchantId],
  );
  for (const report of items) {
    assert.equal(report.status, "ready", report.type);
    const file = await admin.call("downloadReport", { merchantId, reportId: report.reportId });
    assert.equal(createHash("sha256").update(file.bytes).digest("hex"), report.sha256);
    if (report.type === "transfer") assert.equal(report.rowCount, rows.length);
  }
});

test("invalid requests are reported at their field", async () => {
  const good = { type: "transfer", format: "csv", from: today, to: today };
  for (const [changes, code, field] of [
    [{ from: "2020-01-01" }, "range_too_long", "from"],
    [{ columns: ["nothing"] }, "column_unknown", "columns"],
    [{ columns: [] }, "columns_missing", "columns"],
    [{ fundSourceId: "WALLET_1" }, "fund_source_not_wanted", "fundSourceId"],
  ] as const) {
    const { body } = await admin.call("requestReport", { merchantId, ...good, ...changes });
    assert.deepEqual([body.error.code, body.error.field], [code, field]);
  }
  const refused = await initiator.call("requestReport", { merchantId, ...good });
  assert.deepEqual([refused.status, refused.body.error.details.permission], [403, "export_data"]);
});
