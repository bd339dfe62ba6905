import type { Context } from "#lib/context";
import type { Db } from "#lib/db";
import { toCaller, type Caller } from "./caller.ts";
import {
  checkClient,
  countingFailures,
  readClients,
  type Attempt,
  type AuthorizationRequest,
  type KnownClient,
} from "./check-client.ts";
import { findFailedTooOften, type FailureSubject } from "./count-failures.ts";
import { gatherPerMerchant } from "./gather-per-merchant.ts";

/**
 * Who is calling with this client id and secret, for calls that bring them instead of a token. No token is issued and
 * nothing is written unless it was a guess. Always asks the database, so a reset secret holds for every call that
 * begins after its commit; calls of one merchant that come together ask once. Throws as `authorize` does.
 */
export async function authenticateClient(ctx: Context, request: AuthorizationRequest): Promise<Caller> {
  return countingFailures(ctx, request, async (merchantId, attempt) => {
    const known = await lookUp(ctx.db, merchantId, attempt);
    return toCaller(merchantId, checkClient(ctx, { merchantId, attempt }, known));
  });
}

const lookUp = gatherPerMerchant(readKnown);

async function readKnown(db: Db, merchantId: string, attempts: Attempt[]): Promise<KnownClient[]> {
  const ids = [...new Set(attempts.map(({ clientId }) => clientId))];
  const [clients, failed] = await db.inMerchant(merchantId, (tx) =>
    Promise.all([readClients(tx, merchantId, ids), findFailedTooOften(tx, attempts.flatMap(ownSubjects))]),
  );
  const byId = new Map(clients.map((client) => [client.client_id, client]));
  return attempts.map((attempt) => ({
    client: byId.get(attempt.clientId),
    tooOften: ownSubjects(attempt).some(({ hash }) => failed.has(hash.toString("base64"))),
  }));
}

/** Who shares an address with a guesser goes on paying: every call comes this way, not only one in ten minutes. */
const ownSubjects = ({ subjects }: Attempt): FailureSubject[] =>
  subjects.filter(({ kind }) => kind === "clientAtAddress");
