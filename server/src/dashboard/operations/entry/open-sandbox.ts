/** The sandbox merchant that a new organization gets with its first session. */
import type { FastifyRequest } from "fastify";
import { startSession } from "#access";
import { EntryError } from "#entry";
import type { Context } from "#lib/context";
import { openSandboxMerchant } from "#sandbox";
import { browserOf } from "#dashboard/entry-fields";

interface Founded {
  readonly organizationId: string;
  readonly memberId: string;
  readonly name: string;
}

interface Arriving {
  readonly ctx: Context;
  readonly request: FastifyRequest;
  readonly ip: string;
  readonly simulatorUrl: string | null;
}

/** Throws EntryError.sign_up_closed where there are no simulated banks; asked before anything is founded. */
export function requireSimulator({ simulatorUrl }: { simulatorUrl: string | null }): string {
  if (simulatorUrl === null) throw EntryError.sign_up_closed();
  return simulatorUrl;
}

/** Opens the sandbox merchant of a founded organization and starts its Owner's session; answers the token. */
export async function openSandbox(
  { ctx, request, ip, simulatorUrl }: Arriving,
  { organizationId, memberId, name }: Founded,
): Promise<{ token: string; merchantId: string }> {
  const url = requireSimulator({ simulatorUrl });
  const banks = { simulatorUrl: url, ownUrl: ownUrlFor(ctx, request, url) };
  const { merchantId } = await openSandboxMerchant(ctx, { organizationId, name, ...banks });
  const { token } = await ctx.db.directory((tx) => startSession(tx, memberId, browserOf(request, ip)));
  return { token, merchantId };
}

/** Where the simulated banks call this server: those of the same computer directly, others by its public address. */
function ownUrlFor({ config }: Context, request: FastifyRequest, simulatorUrl: string): string {
  const { hostname } = new URL(simulatorUrl);
  const isNear = hostname === "127.0.0.1" || hostname === "localhost";
  const direct = `http://127.0.0.1:${request.socket.localPort ?? config.port}`;
  return isNear || config.publicUrl === null ? direct : config.publicUrl;
}
