import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import type { StatusMode } from "./caller.ts";
import { merchantOfClientId, merchantOfToken } from "./credentials.ts";
import { gatherPerMerchant } from "./gather-per-merchant.ts";

/**
 * Returns the status mode in which to answer a call that failed before its caller was known: that of the merchant whose
 * client id or token it carries, valid or not. A merchant has one key pair, so the merchant is enough. If the merchant
 * is unknown, the mode of the installation applies.
 */
export async function findStatusMode(
  ctx: Context,
  given: { clientId?: string | undefined; token?: string | undefined; ip: string },
): Promise<StatusMode> {
  const merchantId =
    (given.token === undefined ? null : merchantOfToken(given.token)) ??
    (given.clientId === undefined ? null : merchantOfClientId(given.clientId));
  if (merchantId === null) return ctx.config.statusMode;
  const mode = await lookUp(ctx.db, { merchantId, ip: given.ip }, null);
  return mode ?? ctx.config.statusMode;
}

const lookUp = gatherPerMerchant(readModes);

/** Reads the modes for all calls that ask together with one query. */
async function readModes(db: Db, merchantId: string, asked: null[]): Promise<(StatusMode | null)[]> {
  const [client] = await db.inMerchant(merchantId, (tx) =>
    tx.query<{ status_mode: StatusMode }>(
      `select status_mode
       from access.api_client
       where merchant_id = $1 and active`,
      [merchantId],
    ),
  );
  return asked.map(() => client?.status_mode ?? null);
}
