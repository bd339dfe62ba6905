import type { Context } from "#lib/context";
import type { Caller } from "./caller.ts";
import { digest, merchantOfToken } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { noteFamiliar } from "./familiar.ts";
import { lookUpToken } from "./look-up-token.ts";
import { forgetToken, rememberToken } from "./presume-caller.ts";
import { readAddress } from "./read-address.ts";
import type { FoundToken } from "./read-tokens.ts";

/**
 * Who is calling with this token. Always asks the database, so a revocation holds for every call that begins
 * after its commit; calls of one merchant that come together ask once.
 * Throws `token_invalid`, `ip_not_allowed` when it comes from another address than it was issued to or that address is
 * on the allowlist no more, or `apis_disabled`; OverloadError when too many strangers ask from there.
 */
export async function authenticate(ctx: Context, given: { token: string; ip: string }): Promise<Caller> {
  const merchantId = merchantOfToken(given.token);
  if (merchantId === null) throw AccessError.token_invalid();
  const arrival = { merchantId, ip: given.ip };
  const tokenHash = digest(given.token);
  const found = await lookUpToken(ctx.db, arrival, tokenHash);
  try {
    const good = admit(found, given.ip);
    noteFamiliar(ctx.db, arrival);
    rememberToken(ctx.db, { tokenHash, ip: given.ip, found: good });
    return good.caller;
  } catch (error) {
    forgetToken(ctx.db, tokenHash);
    throw error;
  }
}

function admit(found: FoundToken | null, ip: string): FoundToken {
  if (found === null) throw AccessError.token_invalid();
  if (!found.admitted || found.ip !== readAddress(ip)) throw AccessError.ip_not_allowed();
  if (!found.caller.settings.apisEnabled) throw AccessError.apis_disabled();
  return found;
}
