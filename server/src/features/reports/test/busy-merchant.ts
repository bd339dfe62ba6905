/** A merchant with transfers to report, and functions that move time and leases. */
import type { Context } from "#lib/context";
import { requestReport, type StoredReport, type ReportRequest } from "#reports";
import type { World } from "#test/world";
import { by, dayOf } from "./download.ts";
import { insertTransfers } from "./insert-transfers.ts";

/** Requests a report of today's transfers, with changes. */
export const request = (
  { ctx }: World,
  merchantId: string,
  change: Partial<ReportRequest> = {},
): Promise<StoredReport> => {
  const today = dayOf(new Date());
  const usual = { type: "transfer", format: "csv", fromDay: today, toDay: today, by };
  return requestReport(ctx, merchantId, { ...usual, ...change });
};

/** Makes rows so wide that a few thousand of them fill several chunks. */
const TEXT = "x".repeat(150);

export async function makeBusyMerchant(world: World, count = 1_500): Promise<string> {
  const { merchantId } = await world.makeMerchant();
  await insertTransfers(
    world,
    merchantId,
    Array.from({ length: count }, () => ({ text: TEXT })),
  );
  return merchantId;
}

/** Ends the leases of makers that no longer run, as if time had passed. */
export const endLeases = (world: World, merchantId: string) =>
  world.look("update reports.report set leased_until = now() - interval '1 s' where merchant_id = $1", [
    merchantId,
  ]);

export const moveClock = (ctx: Context, merchantId: string, ms: number) =>
  ctx.db.directory((tx) =>
    tx.execute(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, $2)
       on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
      [merchantId, ms],
    ),
  );

/** Returns the number of stored chunks. */
export const chunksOf = async (world: World, merchantId: string): Promise<number> =>
  (await world.look("select from reports.chunk where merchant_id = $1", [merchantId])).length;
