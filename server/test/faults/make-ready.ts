import assert from "node:assert/strict";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import type { TestMerchant, World } from "../world.ts";

/** Accepts orders and leaves them to be dispatched: this process has no place for instructions on their way. */
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
