import assert from "node:assert/strict";
import { test } from "node:test";
import { deliverMessages, listMessages } from "#messages";
import { notifyPeople, setRecipients } from "#notifications";
import { findMerchantsWithReports, makeReports, openReportFile, readReport, ReportError } from "#reports";
import { makeWorld } from "#test/world";
import { chunksOf, makeBusyMerchant, moveClock, request } from "./test/busy-merchant.ts";
import { by, readFile } from "./test/download.ts";

const world = await makeWorld();
const { ctx } = world;

test("a report with more rows than its format holds has failed, and says what to do", async () => {
  const { merchantId } = await world.makeMerchant();
  await world.look(
    `insert into transfers.transfer (merchant_id, transfer_id, reference_id, transfer_key, content_hash, source_no,
       fund_source_id, beneficiary_id, amount_paise, fee_paise, tax_paise, mode, rail, remarks, status, steps,
       accepted_at)
     select $1, uuidv7(), n, 'order_' || n, '\\x00', 0, 'WALLET_1', uuidv7(), 100, 0, 0, 'upi', 'upi', '', 'failed', 1,
       now() - interval '1 s'
     from generate_series(1, 65001) as n`,
    [merchantId],
  );
  const { reportId } = await request(world, merchantId, { format: "xls", columns: ["transferId"] });
  await makeReports(ctx, merchantId);
  const failed = await readReport(ctx, merchantId, reportId);
  assert.equal(failed.status, "failed");
  assert.match(failed.reason!, /more than 65000 rows: choose a shorter range or another format/);
});

test("a file is kept for seven days of the merchant's clock; its report stays on the list", async () => {
  const merchantId = await makeBusyMerchant(world, 10);
  const { reportId } = await request(world, merchantId);
  await makeReports(ctx, merchantId);
  const { expiresAt, finishedAt } = await readReport(ctx, merchantId, reportId);
  assert.equal(expiresAt!.getTime() - finishedAt!.getTime(), 7 * 86_400_000);
  await moveClock(ctx, merchantId, 7 * 86_400_000 - 60_000);
  assert.equal((await readFile(ctx, merchantId, reportId)).rows.length, 10);
  assert.ok(!(await ctx.db.sweep(findMerchantsWithReports)).includes(merchantId));
  await moveClock(ctx, merchantId, 60_000);
  // The report is expired at once, even if the worker has not run yet.
  assert.equal((await readReport(ctx, merchantId, reportId)).status, "expired");
  await assert.rejects(openReportFile(ctx, merchantId, { reportId, by }), (error) =>
    ReportError.is(error, "report_expired"),
  );
  assert.ok((await ctx.db.sweep(findMerchantsWithReports)).includes(merchantId));
  await makeReports(ctx, merchantId);
  assert.equal(await chunksOf(world, merchantId), 0);
  assert.equal((await readReport(ctx, merchantId, reportId)).status, "expired");
  assert.ok(!(await ctx.db.sweep(findMerchantsWithReports)).includes(merchantId));
});

test("those who want to know are told that a report is ready, and every download is on record", async () => {
  const merchantId = await makeBusyMerchant(world, 10);
  await setRecipients(ctx, merchantId, { category: "report_ready", recipients: "a@example.com", by });
  const { reportId } = await request(world, merchantId, { name: "May" });
  await makeReports(ctx, merchantId);
  await notifyPeople(ctx, merchantId);
  await deliverMessages(ctx, merchantId);
  const [mail] = await listMessages(ctx, merchantId);
  assert.match(mail!.text, /Ready \| May \| csv, 10 rows/);
  await readFile(ctx, merchantId, reportId);
  const records = await world.look<{ actor: string }>(
    "select actor from audit.record where merchant_id = $1 and action = 'reports.report_downloaded'",
    [merchantId],
  );
  assert.deepEqual(records, [{ actor: by }]);
});
