import type { Actor } from "#audit";
import { type Upstream, type UpstreamEnvironment, UPSTREAMS } from "#banks";
import type { Context } from "#lib/context";
import { connectBank } from "./connect-bank.ts";
import { FundSourceError } from "./errors.ts";

export interface UpstreamToConnect {
  readonly upstreamId: string;
  readonly environment: UpstreamEnvironment;
  readonly keyId: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  /** The account that the service debits, by the service's name for it. */
  readonly debitAccount: string;
  readonly by: Actor;
}

/**
 * Connects a live merchant to a service by its keys; new keys replace the earlier ones. The address is the
 * service's own and cannot be chosen. Throws FundSourceError.upstream_unknown, .key_of_other_environment,
 * .secret_too_short and .mode_mismatch.
 */
export async function connectUpstream(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  given: UpstreamToConnect,
): Promise<{ bankNo: number }> {
  const { upstreamId, environment, keyId, apiKey, callbackSecret, debitAccount, by } = given;
  const upstream = UPSTREAMS.find(({ id }) => id === upstreamId);
  if (upstream === undefined) throw FundSourceError.upstream_unknown({ upstreamId });
  if (environmentOf(upstream, { keyId, baseUrl: upstream.baseUrls[environment] }) !== environment) {
    throw FundSourceError.key_of_other_environment({ upstreamId, environment });
  }
  const address = { bankId: upstream.id, adapter: upstream.id, baseUrl: upstream.baseUrls[environment] };
  const secrets = { keyId, apiKey, callbackSecret, debitAccount };
  return connectBank(ctx, merchantId, { ...address, ...secrets, simulated: false, by });
}

/** Returns whether a connection moves test or live money, by its key and address; null if unknown. */
export function environmentOf(
  { baseUrls, keyIdStart }: Upstream,
  { keyId = "", baseUrl }: { readonly keyId?: string; readonly baseUrl: string },
): UpstreamEnvironment | null {
  const fits = (environment: UpstreamEnvironment): boolean =>
    baseUrls[environment] === baseUrl && (keyIdStart === null || keyId.startsWith(keyIdStart[environment]));
  return (["test", "live"] as const).find(fits) ?? null;
}
