// Adds a debit to a bank's statement that belongs to no transfer.
import { listBankConnections } from "../../../server/src/money/fund-sources/index.ts";
import { istDate } from "../../../server/src/kit/lib/ist.ts";
import {
  importStatement,
  listBreaks,
  matchLines,
  workReconciliation,
} from "../../../server/src/features/reconciliation/index.ts";
import { makeStatement } from "../../../server/src/features/reconciliation/test/make-statement.ts";
import type { DashboardWorld } from "./world.ts";

type Planted = Pick<DashboardWorld, "world" | "merchantId">;

/**
 * Resolves when each bank has delivered a statement and the next one is minutes away. That is longer than the lock on
 * fetching it.
 */
export async function untilAsked({ world, merchantId }: Planted): Promise<void> {
  for (;;) {
    const rows = await world.look<{ isAsked: boolean | null }>(
      `select bool_and(due_at > now() + interval '3 minutes') as "isAsked"
       from reconciliation.schedule
       where merchant_id = $1`,
      [merchantId],
    );
    if (rows[0]?.isAsked === true) return;
    await workReconciliation(world.ctx, merchantId);
  }
}

/** Imports a statement of today with such a line, and returns the break that it opens. */
export async function plantBreak(
  { world, merchantId }: Planted,
  { bankId, amountPaise }: { bankId: string; amountPaise: bigint },
): Promise<string> {
  const { ctx } = world;
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const { debitAccount } = connections.find((one) => one.bankId === bankId)!;
  const lines = [{ side: "debit", amountPaise, reference: "OTHER", narration: "NEFT RENT" }] as const;
  const statement = makeStatement({ debitAccount, day: istDate(new Date()), kind: "intraday", lines });
  await importStatement(ctx, merchantId, { bankId, statement });
  await matchLines(ctx, merchantId);
  const [found] = await listBreaks(ctx, merchantId, { open: true, kinds: ["unknown_debit"], limit: 2 });
  return found!.breakId;
}
