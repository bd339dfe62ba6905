import type { Context } from "#lib/context";
import { toCaller, type Caller } from "./caller.ts";
import { checkClient, countingFailures, findClient, type AuthorizationRequest } from "./check-client.ts";

/**
 * Who is calling with this client id and secret, for calls that bring them instead of a token. No token is issued and
 * nothing is written unless it was a guess. Always asks the database, so a reset secret holds for every call that
 * begins after its commit; calls of one merchant that come together ask once. Throws as `authorize` does, but for
 * `too_many_requests`.
 */
export async function authenticateClient(ctx: Context, request: AuthorizationRequest): Promise<Caller> {
  // Who shares an address with a guesser goes on paying: every call comes this way, not only one in ten minutes.
  return countingFailures(ctx, { ...request, barred: "clients" }, async (merchantId, attempt) => {
    const known = await findClient(ctx.db, { merchantId, ip: attempt.ip }, attempt);
    return toCaller(merchantId, checkClient(ctx, { merchantId, attempt }, known));
  });
}
