import assert from "node:assert/strict";
import { test } from "node:test";
import { crashAt } from "#test/crash-at";
import type { Context } from "#lib/context";
import {
  findMerchantsWithReports,
  makeReports,
  openReportFile,
  readReport,
  ReportError,
  reportsWorker,
} from "#reports";
import { makeWorld } from "#test/world";
import { chunksOf, endLeases, makeBusyMerchant, request } from "./test/busy-merchant.ts";
import { by, readFile } from "./test/download.ts";

const world = await makeWorld();
const { ctx } = world;

test("wherever the maker dies, the report is made anew and its file is whole", async () => {
  const merchantId = await makeBusyMerchant(world);
  const points: readonly (readonly [point: string, visits: readonly number[]])[] = [
    ["reports.make.after_claim", [1]],
    ["reports.make.between_chunks", [1, 3]],
    ["reports.make.before_ready", [1]],
    ["db.transaction.before_commit", [2, 4, 7]],
    ["db.transaction.committed", [2, 5, 8]],
  ];
  for (const [point, visits] of points) {
    for (const visit of visits) {
      const { reportId } = await request(world, merchantId);
      assert.ok(
        await crashAt(world, point, () => makeReports(ctx, merchantId), visit),
        `${point} ${visit} is not passed`,
      );
      // Another maker cannot claim it while its maker might still be alive.
      await makeReports(ctx, merchantId);
      const between = await readReport(ctx, merchantId, reportId);
      await endLeases(world, merchantId);
      await makeReports(ctx, merchantId);
      const made = await readFile(ctx, merchantId, reportId);
      assert.equal(made.report.status, "ready");
      assert.equal(made.rows.length, 1_500, `${point} ${visit} after ${between.status}`);
    }
  }
});

test("a maker that was overtaken writes nothing more", async () => {
  const merchantId = await makeBusyMerchant(world);
  const { reportId } = await request(world, merchantId);
  let overtake: (() => Promise<void>) | null = async () => {
    overtake = null;
    await endLeases(world, merchantId);
    await makeReports(world.openContext(), merchantId);
  };
  // The second maker does all of its work while the first one is between two of its chunks.
  const slow: Context = {
    ...ctx,
    db: {
      ...ctx.db,
      inMerchant: async (id, work) => {
        const result = await ctx.db.inMerchant(id, work);
        if ((await chunksOf(world, merchantId)) === 2) await overtake?.();
        return result;
      },
    },
  };
  await makeReports(slow, merchantId);
  assert.equal(overtake, null);
  const made = await readFile(ctx, merchantId, reportId);
  assert.equal(made.rows.length, 1_500);
  const [row] = await world.look<{ tries: number }>("select tries from reports.report where report_id = $1", [
    reportId,
  ]);
  assert.equal(row!.tries, 2);
});

test("several workers make each report once", async () => {
  const merchantId = await makeBusyMerchant(world, 500);
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push((await request(world, merchantId)).reportId);
  await Promise.all(Array.from({ length: 4 }, () => makeReports(ctx, merchantId)));
  for (const reportId of ids) assert.equal((await readFile(ctx, merchantId, reportId)).rows.length, 500);
  const rows = await world.look<{ tries: number }>(
    "select tries from reports.report where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(new Set(rows.map(({ tries }) => tries)), new Set([1]));
});

test("a making that fails is begun anew, and after the third time the report has failed", async () => {
  const merchantId = await makeBusyMerchant(world, 10);
  const { reportId } = await request(world, merchantId);
  const lines: unknown[] = [];
  const log = {
    error: (...said: unknown[]) => void lines.push(said),
    warn: () => undefined,
  } as unknown as Context["log"];
  let broken = true;
  const breaking: Context = {
    ...ctx,
    log,
    db: {
      ...ctx.db,
      inMerchant: (id, work) =>
        ctx.db.inMerchant(id, (tx) =>
          work({
            ...tx,
            query: (text, values) => {
              if (broken && text.includes("reports.transfer_row")) throw new Error("the disk is on fire");
              return tx.query(text, values);
            },
          }),
        ),
    },
  };
  await makeReports(breaking, merchantId);
  assert.equal((await readReport(ctx, merchantId, reportId)).status, "running");
  broken = false;
  await endLeases(world, merchantId);
  await makeReports(breaking, merchantId);
  assert.equal((await readReport(ctx, merchantId, reportId)).status, "ready");
  broken = true;
  const second = await request(world, merchantId);
  for (let tries = 0; tries < 4; tries += 1) {
    await makeReports(breaking, merchantId);
    await endLeases(world, merchantId);
  }
  const failed = await readReport(ctx, merchantId, second.reportId);
  assert.deepEqual([failed.status, failed.reason], ["failed", "It could not be made."]);
  assert.equal(lines.length, 4);
  await assert.rejects(openReportFile(ctx, merchantId, { reportId: second.reportId, by }), (error) =>
    ReportError.is(error, "report_failed"),
  );
  assert.equal((await ctx.db.sweep(findMerchantsWithReports)).includes(merchantId), false);
});

test("a report whose maker dies each time has failed after the third", async () => {
  const merchantId = await makeBusyMerchant(world, 10);
  const { reportId } = await request(world, merchantId);
  for (let tries = 0; tries < 3; tries += 1) {
    assert.ok(await crashAt(world, "reports.make.before_ready", () => makeReports(ctx, merchantId)));
    await endLeases(world, merchantId);
  }
  assert.ok((await ctx.db.sweep(findMerchantsWithReports)).includes(merchantId));
  await makeReports(ctx, merchantId);
  assert.equal((await readReport(ctx, merchantId, reportId)).status, "failed");
  assert.equal(await chunksOf(world, merchantId), 0);
});

test("the worker makes what is asked for; stopped in the middle, it leaves the report to another", async () => {
  const merchantId = await makeBusyMerchant(world);
  const { reportId } = await request(world, merchantId);
  const stopping = new AbortController();
  const stopped: Context = {
    ...ctx,
    db: {
      ...ctx.db,
      inMerchant: async (id, work) => {
        const result = await ctx.db.inMerchant(id, work);
        if ((await chunksOf(world, merchantId)) > 0) stopping.abort();
        return result;
      },
    },
  };
  await makeReports(stopped, merchantId, { signal: stopping.signal });
  assert.equal((await readReport(ctx, merchantId, reportId)).status, "requested");
  const working = await reportsWorker.start(ctx, { everyMs: 20 });
  while ((await readReport(ctx, merchantId, reportId)).status !== "ready") {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await working.stop();
  assert.equal((await readFile(ctx, merchantId, reportId)).rows.length, 1_500);
});
