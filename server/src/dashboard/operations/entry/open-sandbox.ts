/** The sandbox merchant that a new organization gets with its first session. */
import type { FastifyRequest } from "fastify";
import { startSession, type StartedSession } from "#access";
import { EntryError } from "#entry";
import type { Context } from "#lib/context";
import { openSandboxMerchant } from "#sandbox";
import { browserOf } from "#dashboard/entry-fields";

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

type Found<Made> = (prepare: (organizationId: string) => Promise<void>) => Promise<Made>;

/**
 * Lets `found` make an organization with a sandbox merchant, and starts a session of its Owner. The Owner comes last: a
 * founding that breaks half-way leaves nothing that anyone could get into.
 */
export async function openSandbox<Made extends { memberId: string }>(
  { ctx, request, ip, simulatorUrl }: Arriving,
  { name, found }: { name: string; found: Found<Made> },
): Promise<Made & { session: StartedSession; merchantId: string }> {
  const url = requireSimulator({ simulatorUrl });
  const banks = { simulatorUrl: url, ownUrl: ownUrlFor(ctx, request, url) };
  let merchantId = "";
  const made = await found(async (organizationId) => {
    ({ merchantId } = await openSandboxMerchant(ctx, { organizationId, name, ...banks }));
  });
  const browser = browserOf(ctx, request, ip);
  const session = await ctx.db.directory((tx) => startSession(tx, made.memberId, browser));
  return { ...made, session, merchantId };
}

/** Where the simulated banks call this server: those of the same computer directly, others by its public address. */
function ownUrlFor({ config }: Context, request: FastifyRequest, simulatorUrl: string): string {
  const { hostname } = new URL(simulatorUrl);
  const isNear = hostname === "127.0.0.1" || hostname === "localhost";
  const direct = `http://127.0.0.1:${request.socket.localPort ?? config.port}`;
  return isNear || config.publicUrl === null ? direct : config.publicUrl;
}
