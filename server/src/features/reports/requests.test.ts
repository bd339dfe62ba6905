import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CATALOGUE,
  columnNamesOf,
  listReports,
  openReportFile,
  readReport,
  REPORT_TYPES,
  ReportError,
  requestReport,
  type ReportRequest,
} from "#reports";
import { publicStatus } from "#transfers";
import { makeMembers } from "#test/make-members";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeWorld } from "#test/world";
import { by, dayOf, daysBefore } from "./test/download.ts";
import { PUBLIC_STATUS } from "./transfer-rows.ts";

await clearOfMidnight();
const world = await makeWorld();
const { ctx } = world;
const today = dayOf(new Date());
const refusedAs = (code: Parameters<typeof ReportError.is>[1]) => (error: unknown) =>
  ReportError.is(error, code);

const request = (merchantId: string, change: Partial<ReportRequest> = {}) =>
  requestReport(ctx, merchantId, {
    type: "transfer",
    format: "csv",
    fromDay: today,
    toDay: today,
    by,
    ...change,
  });

test("a request is kept as it was asked, with all columns when none are chosen, and is on record", async () => {
  const { merchantId } = await world.makeMerchant();
  const report = await request(merchantId, { fromDay: daysBefore(29) });
  assert.deepEqual(
    [report.status, report.name, report.rowCount, report.expiresAt, report.fundSourceId],
    ["requested", "Transfers", 0, null, null],
  );
  assert.deepEqual(report.columns, columnNamesOf("transfer"));
  assert.deepEqual(await readReport(ctx, merchantId, report.reportId), report);
  const [record] = await world.look<{ actor: string; detail: object }>(
    "select actor, detail from audit.record where merchant_id = $1 and action = 'reports.report_requested'",
    [merchantId],
  );
  assert.equal(record!.actor, by);
  const named = await request(merchantId, {
    name: " May ",
    columns: ["utr", "amount", "utr"],
    format: "xlsx",
  });
  assert.deepEqual([named.name, named.columns, named.format], ["May", ["utr", "amount"], "xlsx"]);
});

test("thirty days are a range, thirty-one are not, for every type", async () => {
  for (const type of REPORT_TYPES) {
    const { merchantId } = await world.makeMerchant();
    await request(merchantId, { type, fromDay: daysBefore(29) });
    await request(merchantId, { type, fromDay: daysBefore(400), toDay: daysBefore(371) });
    await assert.rejects(request(merchantId, { type, fromDay: daysBefore(30) }), {
      code: "range_too_long",
      details: { limit: 30, given: 31 },
    });
  }
});

test("a range is two days of the calendar, in order, and not in the merchant's future", async () => {
  const { merchantId } = await world.makeMerchant();
  const tomorrow = daysBefore(-1);
  for (const range of [
    { fromDay: "2026-02-30" },
    { fromDay: "today" },
    { fromDay: "", toDay: "" },
    { fromDay: today, toDay: daysBefore(1) },
    { fromDay: `${today}T00:00:00` },
    { fromDay: "x".repeat(1_000) },
  ]) {
    await assert.rejects(request(merchantId, range), refusedAs("range_invalid"));
  }
  await assert.rejects(request(merchantId, { toDay: tomorrow }), refusedAs("range_in_future"));
  await ctx.db.directory((tx) =>
    tx.execute("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 86400000)", [merchantId]),
  );
  await request(merchantId, { toDay: tomorrow });
});

test("what is not known is refused by name", async () => {
  const { merchantId } = await world.makeMerchant();
  await assert.rejects(request(merchantId, { type: "transfers" }), refusedAs("type_unknown"));
  await assert.rejects(request(merchantId, { type: "__proto__" }), refusedAs("type_unknown"));
  await assert.rejects(request(merchantId, { format: "pdf" }), refusedAs("format_unknown"));
  await assert.rejects(request(merchantId, { columns: [] }), refusedAs("columns_missing"));
  await assert.rejects(request(merchantId, { columns: ["utr", "bankAccountNumber"] }), (error) => {
    assert.ok(ReportError.is(error, "column_unknown"));
    assert.equal(error.details.column, "bankAccountNumber");
    return true;
  });
  for (const name of ["", " ", "x".repeat(101), "a\nb", "4111 1111 1111 1111"]) {
    await assert.rejects(request(merchantId, { name }), refusedAs("name_invalid"));
  }
  await request(merchantId, { name: "x".repeat(100) });
  const statement = { type: "account_statement" };
  assert.equal((await request(merchantId, statement)).fundSourceId, "WALLET_1");
  await assert.rejects(
    request(merchantId, { ...statement, fundSourceId: "BANK_9" }),
    refusedAs("fund_source_unknown"),
  );
  await assert.rejects(
    request(merchantId, { fundSourceId: "WALLET_1" }),
    refusedAs("fund_source_not_wanted"),
  );
});

test("ten reports may be under way, no matter who asks at once", async () => {
  const { merchantId } = await world.makeMerchant();
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => request(merchantId)));
  assert.equal(asked.filter(({ status }) => status === "fulfilled").length, 10);
  await assert.rejects(request(merchantId), refusedAs("too_many_waiting"));
});

test("a member who asks for many reports leaves some to the others", async () => {
  const { merchantId, organizationId } = await world.makeMerchant();
  const { viewer, admin } = await makeMembers(ctx, organizationId, { viewer: "viewer", admin: "admin" });
  const asked = await Promise.allSettled(
    Array.from({ length: 12 }, () => request(merchantId, { by: `member:${viewer}` })),
  );
  assert.equal(asked.filter(({ status }) => status === "fulfilled").length, 8);
  await request(merchantId, { by: `member:${admin}` });
});

test("a hundred reports can be requested a day", async () => {
  const { merchantId } = await world.makeMerchant();
  const { reportId } = await request(merchantId);
  await world.look(
    `insert into reports.report (merchant_id, report_id, name, type, format, columns, from_day, to_day, status, reason,
       requested_by, requested_at, finished_at)
     select merchant_id, uuidv7(), name, type, format, columns, from_day, to_day, 'failed', 'test', requested_by,
       requested_at, now()
     from reports.report, generate_series(1, 99)
     where report_id = $1`,
    [reportId],
  );
  await assert.rejects(request(merchantId), refusedAs("too_many_today"));
});

test("reports are listed newest first, page by page", async () => {
  const { merchantId } = await world.makeMerchant();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await request(merchantId)).reportId);
  const first = await listReports(ctx, merchantId, { limit: 2 });
  const rest = await listReports(ctx, merchantId, { limit: 10, beforeId: first.at(-1)!.reportId });
  assert.deepEqual(
    [...first, ...rest].map(({ reportId }) => reportId),
    ids,
  );
});

test("a merchant has its own reports only", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  const { reportId } = await request(one.merchantId);
  assert.deepEqual(await listReports(ctx, other.merchantId, { limit: 10 }), []);
  await assert.rejects(readReport(ctx, other.merchantId, reportId), refusedAs("report_not_found"));
  await assert.rejects(
    openReportFile(ctx, other.merchantId, { reportId, by }),
    refusedAs("report_not_found"),
  );
  for (const id of ["", "x", "0198f3c2-0000-7000-8000-000000000001"]) {
    await assert.rejects(readReport(ctx, one.merchantId, id), refusedAs("report_not_found"));
  }
  await assert.rejects(openReportFile(ctx, one.merchantId, { reportId, by }), refusedAs("report_not_ready"));
});

test("every column has a name and a title of its own, and statuses are called what the merchant knows", () => {
  for (const { columns } of Object.values(CATALOGUE)) {
    assert.equal(new Set(columns.map(({ name }) => name)).size, columns.length);
    assert.equal(new Set(columns.map(({ title }) => title)).size, columns.length);
  }
  assert.deepEqual(PUBLIC_STATUS, publicStatus);
});
