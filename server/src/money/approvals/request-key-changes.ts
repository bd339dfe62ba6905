/**
 * Adding rights to a key pair, or creating new keys, requires the approval of another person, as for members. Taking
 * rights away takes effect at once.
 */
import { isDeepStrictEqual } from "node:util";
import {
  AccessError,
  checkKeyTerms,
  insertApiClient,
  type IssuedKeys,
  type KeyTerms,
  type KeyTermsChange,
  lockKeyTerms,
  makeSignatureKeys,
  memberOf,
  readApiClient,
  readKeyTerms,
  readMerchant,
  requireOfMember,
  requirePermission,
  resetApiClientWithin,
  setKeyTerms,
  widens,
  writeKeyTerms,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isOfAnother, withdrawRequests } from "./end-requests.ts";
import { ApprovalError } from "./errors.ts";
import { askForApprovals } from "./open-requests.ts";
import { hashContent, type Proposal, type Request } from "./request.ts";
import { releaseRequests } from "./revise-requests.ts";
import { findRequests } from "./show-requests.ts";
import {
  forgetTightened,
  noteGivenBack,
  noteTightened,
  readTightened,
  type Tightening,
} from "./tightened.ts";

/** The terms that hold now, with the request if others must agree to the wanted ones. */
interface KeyScopeAsked {
  readonly terms: KeyTerms;
  readonly requestId: string | null;
  readonly aloneUntil: Date | null;
}

/** The subject of a request about what a key pair may do. */
const keySubject = (clientId: string): `api-key:${string}` => `api-key:${clientId}`;

/** The subject under which the steps of a key pair are kept. */
const stepsOf = (clientId: string): string => `keys:${clientId}`;

/**
 * Changes the terms of the merchant's key pair. If it could then do more and the policies for rights require approval,
 * this requests it, and everything stays as it is until then. An Owner gives back at once what other members took in
 * the last seven days (decision 0088). A change that waited before is withdrawn. Changes by the system take effect at
 * once. Throws `api_client_not_found`, `bad_setting`, `not_permitted` for a member who may not manage keys, and
 * `already_open` if another member requested the waiting change and this one neither takes anything away nor gives it
 * back.
 */
export async function requestKeyScope(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by = "system", ...change }: KeyTermsChange & { by?: Actor },
): Promise<KeyScopeAsked> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_keys");
    const { clientId, ...before } = await lockKeyTerms(tx);
    const after = checkKeyTerms({ ...before, ...change });
    const takes = widens(after, before) && !widens(before, after);
    const steps = await readFormerTerms(tx, { by, clientId, before });
    const givesBack = steps !== null && widens(before, after) && !widens(steps.former, after);
    const isMember = memberOf(by) !== null;
    if (isMember) await withdrawOpen(tx, { clientId, by, mayEnd: takes || givesBack });
    if (givesBack) await noteGivenBack(tx, by, steps);
    else if (isMember && widens(before, after)) {
      const proposal = await proposalOf(tx, { clientId, before, after });
      const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: "member" } as const;
      const subject = { subjectId: keySubject(clientId), contentHash: hashContent(proposal), facts };
      const [asked] = await askForApprovals(tx, "rights", [{ ...subject, maker: by, proposal }]);
      if (asked?.kind === "pending") return { ...asked, terms: before };
    }
    const terms = await setKeyTerms(tx, { clientId, before, after, isGivenBack: givesBack, by });
    const states = { before: writeKeyTerms(before), after: writeKeyTerms(after) };
    if (takes || memberOf(by) === null)
      await noteTightened(tx, by, { subject: stepsOf(clientId), ...states });
    else if (widens(before, after)) await forgetTightened(tx, stepsOf(clientId));
    return { terms, requestId: null, aloneUntil: null };
  });
}

/**
 * Returns the terms that an Owner can give back at once because other members tightened them; null if there are none.
 */
export async function readFormerTerms(
  tx: Tx,
  { by, clientId, before }: { by: Actor; clientId: string; before: KeyTerms },
): Promise<(Tightening & { readonly former: KeyTerms }) | null> {
  const steps = (await readTightened(tx, by, stepsOf(clientId))).get(stepsOf(clientId));
  if (steps === undefined || !isDeepStrictEqual(steps.after, writeKeyTerms(before))) return null;
  return { ...steps, former: readKeyTerms(steps.before as Record<string, unknown>) };
}

/** Does what was approved, in the maker's name. Returns false if the terms have changed since. */
export async function completeKeyScope(
  tx: Tx,
  { proposal, by }: { proposal: Proposal; by: Actor },
): Promise<boolean> {
  const { clientId, ...before } = await lockKeyTerms(tx);
  if (clientId !== proposal["clientId"] || JSON.stringify(writeKeyTerms(before)) !== proposal["was"])
    return false;
  await setKeyTerms(tx, { clientId, before, after: readKeyTerms(proposal), by });
  await forgetTightened(tx, stepsOf(clientId));
  return true;
}

async function proposalOf(
  tx: Tx,
  { clientId, before, after }: { clientId: string; before: KeyTerms; after: KeyTerms },
): Promise<Proposal> {
  const { mode } = await readMerchant(tx);
  return {
    clientId,
    name: "API keys",
    mode,
    was: JSON.stringify(writeKeyTerms(before)),
    ...writeKeyTerms(after),
  };
}

async function withdrawOpen(
  tx: Tx,
  { clientId, by, mayEnd }: { clientId: string; by: Actor; mayEnd: boolean },
): Promise<void> {
  const open = await findKeyRequest(tx, clientId);
  if (open === null) return;
  if (!mayEnd && (await isOfAnother(tx, open, by))) throw ApprovalError.already_open();
  const request = { requestId: open.requestId };
  await withdrawRequests(tx, [{ request, by, mayEndSubject: true, remarks: "Changed once more." }]);
}

/** The request about the rights of a key pair that waits; null if there is none. */
export async function findKeyRequest(tx: Tx, clientId: string): Promise<Request | null> {
  const subjectId = keySubject(clientId);
  const newest = (await findRequests(tx, "rights", [subjectId])).get(subjectId);
  return newest?.status === "pending" ? newest : null;
}

export type KeyReset =
  /** No policy asks for approval. The key pair has a new secret, which is shown once. */
  | { readonly kind: "reset"; readonly keys: IssuedKeys }
  /** Others must agree. After that, the member who requested it calls `completeKeyReset`. */
  | { readonly kind: "pending"; readonly requestId: string; readonly aloneUntil: Date | null };

interface KeysToAsk {
  readonly by: Actor;
  /** True to create the merchant's first key pair; false to replace the secret of the existing one. */
  readonly first?: boolean;
}

/**
 * Resets a merchant's key pair or creates its first, or requests approval of it if a policy requires that. This is the
 * way for people; an operator who must stop a stolen secret at once has `reset-client --emergency`. Throws AccessError
 * `not_permitted` (it takes the permission to manage keys), `api_client_not_found`, or for the first key pair
 * `api_client_exists`; and `already_open`.
 */
export async function requestKeyReset(
  ctx: Context,
  merchantId: string,
  { by, first = false }: KeysToAsk,
): Promise<KeyReset> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_keys");
    const content = await readContent(tx);
    if (!first && content.endsVersion === 0) throw AccessError.api_client_not_found({ merchantId });
    if (first && content.endsVersion > 0) throw AccessError.api_client_exists({ merchantId });
    const [asked] = await askForApprovals(tx, "key_reset", [
      {
        subjectId: subjectOf(tx, content),
        contentHash: hashContent(content),
        maker: by,
        facts: { amountPaise: null, rail: null, fundSourceId: null, creator: "member" },
        proposal: content,
      },
    ]);
    if (asked?.kind === "pending") return asked;
    return { kind: "reset", keys: await issueKeys(ctx, tx, { content, by }) };
  });
}

type Content = Proposal & { readonly clientId: string; readonly endsVersion: number };

/**
 * Reads what would be approved: the end of the present secret, or 0 if there is none yet. After a reset it is a
 * different content.
 */
async function readContent(tx: Tx): Promise<Content> {
  const client = await readApiClient(tx);
  return { clientId: client?.clientId ?? "", endsVersion: client?.version ?? 0 };
}

/** The subject of a request about keys: the key pair, or the merchant that has none yet. */
const subjectOf = ({ merchantId }: Pick<Tx, "merchantId">, { clientId }: Content): string =>
  clientId === "" ? merchantId : clientId;

/** Does what was asked for and returns the secret, which is shown once. */
async function issueKeys(
  ctx: Pick<Context, "vault">,
  tx: Tx,
  { content: { endsVersion }, by }: { content: Content; by: Actor },
): Promise<IssuedKeys> {
  if (endsVersion > 0) return resetApiClientWithin(tx, ctx.vault, { by, version: endsVersion });
  return insertApiClient(ctx, tx, { name: "API keys", by, signatureKeys: await makeSignatureKeys() });
}

/**
 * Does a key reset that was approved, once. Only the member who asked for it is shown the new secret. Throws
 * ApprovalError with the obstacle, and AccessError `not_permitted`.
 */
export async function completeKeyReset(
  ctx: Context,
  merchantId: string,
  { requestId, by }: { requestId: string; by: Actor },
): Promise<IssuedKeys> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const content = await readContent(tx);
    const release = { request: { requestId }, contentHash: hashContent(content) };
    const [outcome] = await releaseRequests(tx, [release]);
    if (outcome!.kind === "refused") throw ApprovalError[outcome!.code]({ requestId });
    if (outcome!.request.maker !== by) throw ApprovalError.not_the_maker({ requestId });
    await requirePermission(tx, by, "manage_keys");
    return issueKeys(ctx, tx, { content, by });
  });
}
