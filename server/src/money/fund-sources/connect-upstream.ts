import { memberOf } from "#access";
import { askForApprovals, creatorOf, hashContent, type Proposal } from "#approvals";
import type { Actor } from "#audit";
import { type Upstream, type UpstreamEnvironment, UPSTREAMS } from "#banks";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { connecting } from "./connect-bank.ts";
import { FundSourceError } from "./errors.ts";
import { sealConnection, writeConnection, type SealedConnection } from "./write-connection.ts";

interface UpstreamToConnect {
  readonly upstreamId: string;
  readonly environment: UpstreamEnvironment;
  readonly keyId: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  /** The account that the service debits, by the service's name for it. */
  readonly debitAccount: string;
  readonly by: Actor;
}

/** `requestId`: others must agree; null: it is connected. */
interface UpstreamAsked {
  readonly requestId: string | null;
  /** When it is connected without another person, because there is none; null: another person decides. */
  readonly aloneUntil: Date | null;
}

/** The subject of requests to approve a connection's keys. */
export const UPSTREAM_SUBJECTS = "upstream:";

/**
 * Connects a live merchant to a service by its keys; new keys replace the earlier ones. The address is the
 * service's own and cannot be chosen. A person with the keys can report what was paid, failed or came in, so those of
 * a member wait for another person where policies for credits ask for it, always in live. Throws
 * FundSourceError.upstream_unknown, .key_of_other_environment, .secret_too_short and .mode_mismatch, and
 * ApprovalError.already_open.
 */
export async function connectUpstream(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  given: UpstreamToConnect,
): Promise<UpstreamAsked> {
  const { upstreamId, environment, keyId, apiKey, callbackSecret, debitAccount, by } = given;
  const upstream = UPSTREAMS.find(({ id }) => id === upstreamId);
  if (upstream === undefined) throw FundSourceError.upstream_unknown({ upstreamId });
  if (environmentOf(upstream, { keyId, baseUrl: upstream.baseUrls[environment] }) !== environment) {
    throw FundSourceError.key_of_other_environment({ upstreamId, environment });
  }
  const address = { bankId: upstream.id, adapter: upstream.id, baseUrl: upstream.baseUrls[environment] };
  const input = { ...address, keyId, apiKey, callbackSecret, debitAccount, simulated: false };
  return connecting(ctx, merchantId, input, async (tx) => {
    const connection = await sealConnection(tx, ctx.vault, input);
    const { name } = upstream;
    const asked = await ask(tx, { proposal: { name, environment, keyId, ...toKeep(connection) }, by });
    if (asked !== null) return asked;
    await writeConnection(tx, connection, by);
    return { requestId: null, aloneUntil: null };
  });
}

async function ask(
  tx: Tx,
  { proposal, by }: { proposal: Proposal; by: Actor },
): Promise<UpstreamAsked | null> {
  if (memberOf(by) === null) return null;
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const subjectId = `${UPSTREAM_SUBJECTS}${proposal["upstreamId"]}`;
  const subject = { subjectId, contentHash: hashContent(proposal), maker: by, facts, proposal };
  const [asked] = await askForApprovals(tx, "credit", [subject]);
  return asked?.kind === "pending" ? { requestId: asked.requestId, aloneUntil: asked.aloneUntil } : null;
}

/** A connection as its request keeps it; the keys stay sealed, and are shown to no one. */
const toKeep = ({ bankId, baseUrl, debitAccountLast4, version, sealed }: SealedConnection): Proposal => ({
  upstreamId: bankId,
  baseUrl,
  accountLast4: debitAccountLast4,
  version,
  sealedKeys: sealed.toString("base64"),
});

/** The connection that a request kept. */
export const readKept = (proposal: Proposal): SealedConnection => ({
  bankId: String(proposal["upstreamId"]),
  adapter: String(proposal["upstreamId"]),
  baseUrl: String(proposal["baseUrl"]),
  simulated: false,
  debitAccountLast4: String(proposal["accountLast4"]),
  version: Number(proposal["version"]),
  sealed: Buffer.from(String(proposal["sealedKeys"]), "base64"),
});

/** Returns whether a connection moves test or live money, by its key and address; null if unknown. */
export function environmentOf(
  { baseUrls, keyIdStart }: Upstream,
  { keyId = "", baseUrl }: { readonly keyId?: string; readonly baseUrl: string },
): UpstreamEnvironment | null {
  const fits = (environment: UpstreamEnvironment): boolean =>
    baseUrls[environment] === baseUrl && (keyIdStart === null || keyId.startsWith(keyIdStart[environment]));
  return (["test", "live"] as const).find(fits) ?? null;
}
