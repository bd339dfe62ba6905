/** Checks a client's id and secret, and the address that the call comes from. */
import { timingSafeEqual } from "node:crypto";
import type { Context } from "#lib/context";
import type { Db, Reader } from "#lib/db";
import { gather } from "#lib/gather";
import { CALLER_COLUMNS, type CallerRow } from "./caller.ts";
import { isSigned, openPrivateKey } from "./client-keys.ts";
import {
  countFailure,
  type FailureSubject,
  failureSubjects,
  findFailedTooOften,
  isKnownOver,
} from "./count-failures.ts";
import { digest, merchantOfClientId } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { type CallOrigin, isFamiliar, laneOf, noteFamiliar } from "./known-browsers.ts";
import { isListed, readAddress } from "./read-allowlist.ts";

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The header X-Cf-Signature, for callers whose address is not listed. */
  readonly signature?: string | undefined;
  readonly ip: string;
}

/** One attempt. Its address is in the form in which addresses are compared. */
export interface Attempt extends AuthorizationRequest {
  /** The subjects that, after too many failures, make even the right secret be refused. */
  readonly barring: readonly FailureSubject[];
}

/**
 * Lets `admit` check an attempt, and counts a failure if it was a guess. After too many guesses with a client id from
 * an address, that client is refused there, and with `barred: "strangers"` so are all clients that have not
 * authenticated from there lately. Throws the errors of `admit`, `bad_credentials` if the client id names no merchant,
 * `ip_not_allowed` if the address is none, `too_many_attempts`, or OverloadError.
 */
export async function countingFailures<T>(
  ctx: Context,
  { barred, ...request }: AuthorizationRequest & { barred: "strangers" | "clients" },
  admit: (merchantId: string, attempt: Attempt) => Promise<T>,
): Promise<T> {
  const ip = readAddress(request.ip);
  if (ip === null) throw AccessError.ip_not_allowed();
  const subjects = failureSubjects(ctx, { ...request, ip });
  const merchantId = merchantOfClientId(request.clientId);
  const arrival = { merchantId: merchantId ?? "", ip };
  // A client that has authenticated from an address before is not barred by a guesser at the same address.
  const isStranger = barred === "strangers" && !isFamiliar(ctx.db, arrival);
  const barring = subjects.filter(({ kind }) => kind === "clientAtAddress" || isStranger);
  if (isKnownOver(ctx.db, barring)) throw AccessError.too_many_attempts();
  try {
    if (merchantId === null) throw AccessError.bad_credentials();
    const attempt = { ...request, ip, barring };
    const admitted = await admit(merchantId, attempt);
    noteFamiliar(ctx.db, arrival);
    return admitted;
  } catch (error) {
    const guessed = AccessError.is(error, "bad_credentials") || AccessError.is(error, "ip_not_allowed");
    if (guessed && (await countFailure(ctx, subjects))) throw AccessError.too_many_attempts();
    throw error;
  }
}

/** A client as it is known before its secret is compared; undefined if there is no such client. */
interface KnownClient {
  readonly client: ClientRow | undefined;
  readonly tooOften: boolean;
}

/** Reads the clients of attempts. Attempts of one merchant that come together ask the database once. */
export const findClient = gatherPerMerchant(readKnown);

async function readKnown(db: Db, merchantId: string, attempts: Attempt[]): Promise<KnownClient[]> {
  const ids = [...new Set(attempts.map(({ clientId }) => clientId))];
  const [clients, failed] = await db.inMerchant(merchantId, (tx) =>
    Promise.all([
      readClients(tx, merchantId, ids),
      findFailedTooOften(
        tx,
        attempts.flatMap(({ barring }) => barring),
      ),
    ]),
  );
  const byId = new Map(clients.map((client) => [client.client_id, client]));
  return attempts.map(({ clientId, barring }) => ({
    client: byId.get(clientId),
    tooOften: barring.some(({ hash }) => failed.has(hash.toString("base64"))),
  }));
}

/** A client that is admitted. `signed` is true if its signature admits it and its address does not. */
export interface AdmittedClient extends ClientRow {
  readonly signed: boolean;
}

/**
 * Returns the client if its secret is right and its address is allowed. Throws `too_many_attempts`, `bad_credentials`,
 * `apis_disabled` or `ip_not_allowed`.
 */
export function checkClient(
  ctx: Context,
  { merchantId, attempt }: { merchantId: string; attempt: Attempt },
  { client, tooOften }: KnownClient,
): AdmittedClient {
  if (tooOften) throw AccessError.too_many_attempts();
  const right = timingSafeEqual(digest(attempt.clientSecret), client?.secret_hash ?? NO_SECRET);
  if (client === undefined || !right) throw AccessError.bad_credentials();
  if (!client.apis_enabled) throw AccessError.apis_disabled();
  // A sandbox without an allowlist is open; every other address must be listed, or the call signed.
  const open = client.mode === "sandbox" && client.networks.length === 0;
  if (open || isListed(attempt.ip, client.networks)) return { ...client, signed: false };
  if (!hasSigned(ctx, merchantId, { client, attempt })) throw AccessError.ip_not_allowed();
  return { ...client, signed: true };
}

function hasSigned(
  ctx: Context,
  merchantId: string,
  { client, attempt }: { client: ClientRow; attempt: Attempt },
): boolean {
  if (attempt.signature === undefined) return false;
  const { clientId, signature } = attempt;
  const privateKey = openPrivateKey(ctx.vault, { merchantId, clientId }, client.sealed_private_key);
  return isSigned(signature, { clientId, privateKey, nowSeconds: client.now_seconds });
}

/** The secret of an unknown client is compared with this, so that both cases take the same time. */
const NO_SECRET = Buffer.alloc(32);

interface ClientRow extends CallerRow {
  version: number;
  secret_hash: Buffer;
  sealed_private_key: Buffer;
  networks: string[];
  now_seconds: number;
}

/** The active clients of these ids. */
function readClients(read: Reader, merchantId: string, clientIds: readonly string[]): Promise<ClientRow[]> {
  return read.query<ClientRow>(READ_CLIENTS, [merchantId, clientIds]);
}

const READ_CLIENTS = `
  select client.version, client.secret_hash, client.sealed_private_key,
    client.ip_allowlist::text[] as networks, extract(epoch from now())::float8 as now_seconds, ${CALLER_COLUMNS}
  from access.api_client as client
  join access.merchant on merchant.merchant_id = client.merchant_id
  where client.merchant_id = $1 and client.client_id = any ($2::text[]) and client.active`;

interface Lookups<I, O> {
  readonly find: (input: I) => Promise<O>;
  open: number;
}

/**
 * Makes a look-up of callers. Calls of one merchant that come together ask once. Calls of a merchant that has not
 * authenticated from their address lately wait for the turn of that address.
 */
export function gatherPerMerchant<I, O>(
  read: (db: Db, merchantId: string, inputs: I[]) => Promise<O[]>,
): (db: Db, arrival: CallOrigin, input: I) => Promise<O> {
  const lookupsOf = new WeakMap<Db, Map<string, Lookups<I, O>>>();
  return async (db, arrival, input) => {
    let lanes = lookupsOf.get(db);
    if (lanes === undefined) lookupsOf.set(db, (lanes = new Map()));
    const { name, inTurn } = laneOf(db, arrival);
    let lookups = lanes.get(name);
    if (lookups === undefined) {
      const flush = (inputs: I[]): Promise<O[]> => inTurn(() => read(db, arrival.merchantId, inputs));
      lanes.set(name, (lookups = { find: gather({ limit: 500, lanes: 2, flush }), open: 0 }));
    }
    lookups.open += 1;
    try {
      return await lookups.find(input);
    } finally {
      lookups.open -= 1;
      if (lookups.open === 0) lanes.delete(name);
    }
  };
}
