/** Confirms the presumed caller before anything is done in its name. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context";
import type { UntimedTx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { lookUpToken, readTokens } from "./authenticate.ts";
import type { Presumed } from "./caller.ts";

/** Reads the tokens again and notes which presumed callers are confirmed. */
export async function confirmPresumed(ask: UntimedTx, presumed: readonly Presumed[]): Promise<void> {
  const hashes = presumed.map(({ tokenHash }) => tokenHash);
  const found = await readTokens(ask, hashes);
  for (const [index, one] of presumed.entries()) one.holds = isDeepStrictEqual(found[index], one.found);
}

/**
 * Makes sure that a call comes from its presumed caller, unless that was confirmed already. Throws `caller_changed`.
 */
export async function confirmCaller(ctx: Context, presumed: Presumed): Promise<void> {
  if (presumed.holds === null) {
    const { caller, tokenHash, ip } = presumed;
    const found = await lookUpToken(ctx.db, { merchantId: caller.merchantId, ip }, tokenHash);
    presumed.holds = isDeepStrictEqual(found, presumed.found);
  }
  if (!presumed.holds) throw AccessError.caller_changed();
}
