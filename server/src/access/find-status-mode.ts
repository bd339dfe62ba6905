import type { Context } from "#lib/context";
import type { StatusMode } from "./caller.ts";
import { merchantOfClientId, merchantOfToken } from "./credentials.ts";

/**
 * How to answer a call that failed before its caller was known: by the mode of the merchant whose client id
 * or token it carries, good or bad. A merchant has one key pair, so the merchant is enough. By that of
 * the installation when unknown.
 */
export async function findStatusMode(
  ctx: Context,
  given: { clientId?: string | undefined; token?: string | undefined },
): Promise<StatusMode> {
  const merchantId =
    (given.token === undefined ? null : merchantOfToken(given.token)) ??
    (given.clientId === undefined ? null : merchantOfClientId(given.clientId));
  if (merchantId === null) return ctx.config.statusMode;
  const [client] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ status_mode: StatusMode }>(
      `select status_mode
       from access.api_client
       where merchant_id = $1 and active`,
      [merchantId],
    ),
  );
  return client?.status_mode ?? ctx.config.statusMode;
}
