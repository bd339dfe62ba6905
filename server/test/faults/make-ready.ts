import assert from "node:assert/strict";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import type { TestMerchant, World } from "../world.ts";

/** Accepts orders and leaves them to be dispatched, because this process has no free place for instructions. */
export async function makeReady(
  { ctx }: World,
  { merchantId }: TestMerchant,
  orders: readonly TransferOrder[],
): Promise<void> {
  const runtime = runtimeOf(ctx);
  const taken = runtime.payers.take(merchantId, 1_000);
  const answers = await acceptTransfers(ctx, merchantId, orders);
  runtime.payers.free(merchantId, taken);
  assert.ok(answers.every((answer) => answer.kind === "accepted" && answer.transfer.status === "ready"));
}
