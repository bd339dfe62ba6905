/** Asks again who calls, before anything is done for whom a call was taken to come from. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context";
import type { Asking } from "#lib/db";
import { AccessError } from "./errors.ts";
import { lookUpToken, readTokens } from "./authenticate.ts";
import type { Presumed } from "./caller.ts";

/** Reads the tokens again and notes who still is the caller that was presumed. */
export async function confirmPresumed(ask: Asking, presumed: readonly Presumed[]): Promise<void> {
  const hashes = presumed.map(({ tokenHash }) => tokenHash);
  const found = await readTokens(ask, hashes);
  for (const [index, one] of presumed.entries()) one.holds = isDeepStrictEqual(found[index], one.found);
}

/**
 * Makes sure that a call comes from whom it was taken to come from, unless that was asked already. Throws
 * `caller_changed`.
 */
export async function confirmCaller(ctx: Context, presumed: Presumed): Promise<void> {
  if (presumed.holds === null) {
    const { caller, tokenHash, ip } = presumed;
    const found = await lookUpToken(ctx.db, { merchantId: caller.merchantId, ip }, tokenHash);
    presumed.holds = isDeepStrictEqual(found, presumed.found);
  }
  if (!presumed.holds) throw AccessError.caller_changed();
}
