import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { StatusMode } from "./caller.ts";
import { checkRate } from "./create-api-client.ts";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import { listsMore, readAllowlist } from "./read-allowlist.ts";
import { requireOfMember } from "./require-of-member.ts";
import { readMerchant } from "./read-merchant.ts";
import { readApiClient, type ApiClient } from "./read-api-client.ts";

export interface ApiClientChange {
  readonly statusMode?: StatusMode;
  readonly ipAllowlist?: readonly string[];
  readonly ratePerMinute?: number;
  readonly by?: Actor;
}

/**
 * Changes what is given of the merchant's key pair; answers it as it is then. A new allowlist holds for every call that
 * begins after the commit: tokens of addresses that it leaves out work no more, but for those that a signature gave.
 * Throws `api_client_not_found`,
 * `bad_allowlist`, `bad_setting`, `not_permitted` of a member who may not manage keys.
 */
export function changeApiClient(
  ctx: Context,
  merchantId: string,
  change: ApiClientChange,
): Promise<ApiClient> {
  return ctx.db.inMerchant(merchantId, (tx) => changeApiClientWithin(tx, change));
}

/** The same in the caller's transaction. */
export async function changeApiClientWithin(
  tx: Tx,
  { by = "system", ...change }: ApiClientChange,
): Promise<ApiClient> {
  const { merchantId } = tx;
  const ipAllowlist = change.ipAllowlist === undefined ? undefined : readAllowlist(change.ipAllowlist);
  const ratePerMinute = change.ratePerMinute === undefined ? undefined : checkRate(change.ratePerMinute);
  await requireOfMember(tx, by, "manage_keys");
  await tx.query(LOCK, [merchantId]);
  const before = await readApiClient(tx);
  if (before === null) throw AccessError.api_client_not_found({ merchantId });
  const after = {
    ...before,
    statusMode: change.statusMode ?? before.statusMode,
    ipAllowlist: ipAllowlist ?? before.ipAllowlist,
    ratePerMinute: ratePerMinute ?? before.ratePerMinute,
  };
  await tx.execute(CHANGE, [
    merchantId,
    after.clientId,
    after.statusMode,
    after.ipAllowlist,
    after.ratePerMinute,
  ]);
  const { mode } = await readMerchant(tx);
  if (listsMore(mode, before.ipAllowlist, after.ipAllowlist))
    await noteInfluence(tx, by, [`api-key:${after.clientId}`]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "access.api_client_changed",
      subject: `api-client:${after.clientId}`,
      detail: { before: settingsOf(before), after: settingsOf(after) },
    },
  ]);
  return after;
}

const settingsOf = ({ statusMode, ipAllowlist, ratePerMinute }: ApiClient) => ({
  statusMode,
  ipAllowlist,
  ratePerMinute,
});

const LOCK = `
  select
  from access.api_client
  where merchant_id = $1 and active
  for no key update`;

const CHANGE = `
  update access.api_client
  set status_mode = $3, ip_allowlist = $4::text[]::cidr[], rate_per_minute = $5
  where merchant_id = $1 and client_id = $2`;
