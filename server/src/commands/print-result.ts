import { AccessError, readMerchant, type Permission } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { findDecider } from "./find-decider.ts";
import { openEngine } from "./open-engine.ts";
import { readCommandConfig, say } from "./terminal.ts";

/** Opens the engine for one piece of work and prints its result as JSON. */
export async function print(work: (ctx: Context) => Promise<unknown>): Promise<void> {
  const engine = await openEngine(readCommandConfig(), { join: true });
  try {
    const result = await work(engine.ctx);
    const toText = (_key: string, value: unknown): unknown =>
      typeof value === "bigint" ? String(value) : value;
    say(JSON.stringify(result, toText, 2));
  } finally {
    await engine.close();
  }
}

/** Does the same for one merchant. Throws AccessError.merchant_not_found before the work begins. */
export function printFor(merchantId: string, work: (ctx: Context) => Promise<unknown>): Promise<void> {
  return print(async (ctx) => {
    await ctx.db.inMerchant(merchantId, readMerchant);
    return work(ctx);
  });
}

/** The merchant, the deciding member (absent: the operator), and the required permission, if any. */
export interface Deciding {
  readonly merchant: string;
  readonly member?: string | undefined;
  readonly asks: Permission | null;
}

/** Does the same in the name of the deciding member. Throws OptionError if the member may not decide. */
export function printBy(
  { merchant, member, asks }: Deciding,
  work: (ctx: Context, by: Actor) => Promise<unknown>,
): Promise<void> {
  return printFor(merchant, async (ctx) => {
    const by = await ctx.db.inMerchant(merchant, (tx) => findDecider(tx, member, asks));
    return work(ctx, by);
  });
}

/** Does the same for one organization. Throws AccessError.organization_not_found before the work begins. */
export function printOf(organizationId: string, work: (ctx: Context) => Promise<unknown>): Promise<void> {
  return print(async (ctx) => {
    await ctx.db.inMerchant(organizationId, requireOrganization);
    return work(ctx);
  });
}

async function requireOrganization(tx: Tx): Promise<void> {
  const organizationId = tx.merchantId;
  const found = await tx.query("select from access.organization where organization_id = $1", [
    organizationId,
  ]);
  if (found.length === 0) throw AccessError.organization_not_found({ organizationId });
}
