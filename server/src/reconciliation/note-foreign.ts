import { tellForeign, type ForeignStatement } from "#banks";
import type { Context } from "#lib/context";
import { openBreaks } from "./open-breaks.ts";

/**
 * Tells a person that statements of other accounts were left out of what a bank sent. Banks send all accounts of a
 * customer together every day, so each account is told once, however often it comes.
 */
export async function noteForeign(
  ctx: Context,
  merchantId: string,
  { bankId, foreign }: { bankId: string; foreign: readonly ForeignStatement[] },
): Promise<void> {
  if (foreign.length === 0) return;
  const breaks = foreign.map((one) => ({
    kind: "other_account" as const,
    sourceKey: `other-account:${bankId}:${one.accountEnd}:${one.currency ?? ""}`,
    bankId,
    detail: tellForeign(one),
  }));
  await ctx.db.inMerchant(merchantId, (tx) => openBreaks(tx, breaks));
}
