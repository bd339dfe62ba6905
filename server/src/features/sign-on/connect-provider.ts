/** Connects an organization to its provider: tested first, and in live approved by a second person. */
import { AccessError, memberOf, requirePermission, writeSignOnRule } from "#access";
import {
  askForApprovals,
  creatorOf,
  followRequests,
  hashContent,
  listMerchants,
  readAlsoAsked,
} from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Resolve } from "#webhooks";
import { checkTerms, type ProviderTerms } from "./check-provider.ts";
import { SignOnError } from "./errors.ts";
import { tryProvider } from "./openid.ts";
import {
  clientOf,
  findInForce,
  findTested,
  type Joins,
  type Provider,
  RESERVES,
  returnAddress,
  sealedFor,
} from "./provider.ts";

interface ProviderToConnect extends ProviderTerms {
  readonly clientId: string;
  /** Null keeps the secret of the provider in force, if issuer and client stay the same. */
  readonly clientSecret: string | null;
  readonly by: Actor;
  /** The Owner who gives the rights if the operator connects the provider. A member who connects it gives them. */
  readonly giverMemberId?: string;
  /** The origin of the page that asked, if the installation has no public address. */
  readonly origin?: string;
  readonly resolve?: Resolve;
}

/** A connection that waits for another person; null if it is in force. */
interface ProviderAsked {
  readonly requestId: string;
  /** The time when it is made without another person, because there is none; null if another person decides. */
  readonly aloneUntil: Date | null;
}

/** Requests about the provider have a subject that begins with this word. */
const SUBJECTS = "provider:";

/**
 * Tests a provider and puts it in force, in place of an earlier one. The people who run it can log in as
 * any member without a second factor, so in live another person has to agree. Throws `bad_provider`, `domain_taken`,
 * what `tryProvider` throws, AccessError `not_permitted` and `bad_emergency_owner`, and ApprovalError `already_open`.
 */
export async function connectProvider(
  ctx: Context,
  organizationId: string,
  { clientId, clientSecret, by, giverMemberId, origin, resolve, ...given }: ProviderToConnect,
): Promise<ProviderAsked | null> {
  const giver = memberOf(by) ?? giverMemberId ?? null;
  const { terms, present } = await ctx.db.inMerchant(organizationId, async (tx) => {
    await requirePermission({ ...tx, ...tx.directory }, by, "own_organization");
    const terms = await checkTerms(tx, given, by);
    if (terms.joins !== null) await requireGiver(tx, giver);
    await refuseTaken(tx, { organizationId, domains: terms.domains });
    return { terms, present: await findInForce(tx.directory, organizationId) };
  });
  const secret = clientSecret ?? keptSecret(ctx, present, { issuer: terms.issuer, clientId });
  const client = { issuer: terms.issuer, clientId, clientSecret: secret };
  const outside = { config: ctx.config, ...(resolve === undefined ? {} : { resolve }) };
  const issuer = await tryProvider(outside, client, returnAddress(ctx, origin));
  const providerId = newId();
  await ctx.db.directory((tx) =>
    tx.execute(INSERT, [
      providerId,
      organizationId,
      issuer,
      clientId,
      ctx.vault.seal(sealedFor(organizationId, providerId), secret),
      terms.domains,
      terms.isRequired,
      terms.emergencyMemberId,
      terms.joins === null ? null : JSON.stringify(terms.joins),
      giver,
    ]),
  );
  return putInForce(ctx, { organizationId, providerId, present, by });
}

/**
 * Requires an Owner who gives the rights that come from claims. Without one, a provider's word would be enough for
 * powers that otherwise need two people. Throws `bad_provider`.
 */
async function requireGiver(tx: Tx, memberId: string | null): Promise<void> {
  const reason = "Name an active Owner, who gives the rights that the claim names.";
  if (memberId === null) throw SignOnError.bad_provider({ reason });
  try {
    await requirePermission({ ...tx, ...tx.directory }, `member:${memberId}`, "own_organization");
  } catch (error) {
    throw AccessError.is(error) ? SignOnError.bad_provider({ reason }) : error;
  }
}

/** Throws `bad_provider` if there is no secret for this client. */
function keptSecret(
  ctx: Context,
  present: Provider | null,
  { issuer, clientId }: { issuer: string; clientId: string },
): string {
  const isSame = present?.clientId === clientId && new URL(present.issuer).href === new URL(issuer).href;
  if (!isSame) throw SignOnError.bad_provider({ reason: "Enter the client secret." });
  return clientOf(ctx, present).clientSecret;
}

interface ToPutInForce {
  readonly organizationId: string;
  readonly providerId: string;
  readonly present: Provider | null;
  readonly by: Actor;
}

async function putInForce(
  ctx: Context,
  { organizationId, providerId, present, by }: ToPutInForce,
): Promise<ProviderAsked | null> {
  const lives = (await listMerchants(ctx, organizationId)).filter(({ mode }) => mode === "live");
  const [oldest, ...others] = memberOf(by) === null ? [] : lives;
  if (oldest === undefined) {
    const isForLive = memberOf(by) === null;
    await ctx.db.inMerchant(organizationId, (tx) => activate(tx, providerId, { by, isForLive }));
    return null;
  }
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const ids = others.map(({ merchantId }) => merchantId);
  const alsoAsked = await readAlsoAsked(ctx, ids, { subjectKind: "limit", facts });
  return ctx.db.inMerchant(oldest.merchantId, async (tx) => {
    const proposal = await proposalOf(tx, providerId, present);
    const subject = {
      subjectId: `${SUBJECTS}${organizationId}`,
      contentHash: hashContent(proposal),
      maker: by,
      facts,
      proposal,
      alsoAsked,
    };
    const [asked] = await askForApprovals(tx, "limit", [subject]);
    if (asked?.kind === "pending") return { requestId: asked.requestId, aloneUntil: asked.aloneUntil };
    await activate(tx, providerId, { by, isForLive: true });
    return null;
  });
}

/** Everything that approvers agree to, in words, and the row that has the secret beside it. */
async function proposalOf(tx: Tx, providerId: string, present: Provider | null) {
  const provider = (await findTested(tx.directory, providerId))!;
  const [owner] = await tx.directory.query<{ email: string }>(READ_EMAIL, [provider.emergencyMemberId]);
  const names = await tx.directory.query<{ roleId: string; name: string }>(READ_ROLES, [
    provider.organizationId,
  ]);
  const nameOf = (role: string): string => names.find(({ roleId }) => roleId === role)?.name ?? role;
  const saidRoles = (joins: Joins): string =>
    `${joins.claim}: ${joins.roles.map(({ value, role }) => `${value} = ${nameOf(role)}`).join(", ")}`;
  return {
    providerId,
    issuer: provider.issuer,
    clientId: provider.clientId,
    domains: provider.domains.join(", "),
    logIn: provider.isRequired ? "required" : "offered",
    emergencyOwner: owner?.email ?? "",
    roles: provider.joins === null ? "" : saidRoles(provider.joins),
    replaces: present === null ? "" : present.issuer,
  };
}

/** Lets approvals connect providers. Called once at the start of a process. */
export function registerProviderApprovals(): void {
  followRequests(
    "limit",
    async (tx, ends) => {
      for (const { request } of ends) {
        const { status, proposal, contentHash, maker, requestId, subjectId: subject } = request;
        if (status !== "approved" || proposal === null) continue;
        if (!hashContent(proposal).equals(contentHash)) continue;
        const because = await activateApproved(tx, String(proposal["providerId"]), maker);
        if (because === null) continue;
        const detail = { requestId, because };
        const action = "sign-on.provider_without_effect";
        await recordAudit(tx, [{ actor: "system", action, subject, detail }]);
      }
    },
    SUBJECTS,
  );
}

/** Returns the reason if nothing was done; null if the provider is in force. */
async function activateApproved(tx: Tx, providerId: string, by: Actor): Promise<string | null> {
  try {
    await requirePermission(tx, by, "own_organization");
    await activate(tx, providerId, { by, isForLive: true });
    return null;
  } catch (error) {
    // Nothing has been written: the maker is no Owner any more, or what was tested does not fit any more.
    if (AccessError.is(error) || SignOnError.is(error)) return error.code;
    throw error;
  }
}

/** Puts a tested provider in force. Throws before it writes anything. */
async function activate(
  tx: Tx,
  providerId: string,
  { by, isForLive }: { by: Actor; isForLive: boolean },
): Promise<void> {
  const provider = await findTested(tx.directory, providerId);
  if (provider === null) throw SignOnError.provider_not_found();
  const { organizationId, issuer, clientId, domains, isRequired, emergencyMemberId, joins } = provider;
  await tx.directory.query(LOCK_DOMAINS, [domains]);
  await refuseTaken(tx, { organizationId, domains });
  await writeSignOnRule(tx, { emergencyMemberId: isRequired ? emergencyMemberId : null, isForLive });
  await end(tx, organizationId);
  await tx.directory.execute(BEGIN, [providerId, isForLive]);
  await tx.directory.execute(TAKE_DOMAINS, [providerId, domains]);
  const roles = joins === null ? {} : { claim: joins.claim, values: joins.roles.length };
  await recordAudit(tx, [
    {
      actor: by,
      action: "sign-on.provider_connected",
      subject: `organization:${organizationId}`,
      detail: { issuer, clientId, domains: domains.join(", "), required: isRequired, ...roles },
    },
  ]);
}

/** A domain is taken by a live organization only, so a claim in a sandbox or a dead one is in no one's way. */
async function refuseTaken(
  tx: Tx,
  { organizationId, domains }: Pick<Provider, "organizationId" | "domains">,
): Promise<void> {
  const [taken] = await tx.directory.query<{ domain: string }>(FIND_TAKEN, [organizationId, domains]);
  if (taken !== undefined) throw SignOnError.domain_taken(taken);
}

async function end(tx: Tx, organizationId: string): Promise<number> {
  await tx.directory.execute(FREE_DOMAINS, [organizationId]);
  return tx.directory.execute(END, [organizationId]);
}

/**
 * Ends the log-in by the provider: members log in with passwords and passkeys again. Throws `provider_not_found`, and
 * AccessError `not_permitted` for members who are no Owners.
 */
export async function disconnectProvider(ctx: Context, organizationId: string, by: Actor): Promise<void> {
  await ctx.db.inMerchant(organizationId, async (tx) => {
    await requirePermission({ ...tx, ...tx.directory }, by, "own_organization");
    if ((await end(tx, organizationId)) === 0) throw SignOnError.provider_not_found();
    await writeSignOnRule(tx, { emergencyMemberId: null, isForLive: false });
    const subject = `organization:${organizationId}`;
    await recordAudit(tx, [{ actor: by, action: "sign-on.provider_removed", subject }]);
  });
}

const INSERT = `
  insert into sign_on.provider (
    provider_id, organization_id, issuer, client_id, sealed_secret, domains, is_required, emergency_member_id, joins,
    made_by
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const READ_EMAIL = `
  select email
  from access.member
  where member_id = $1`;

const READ_ROLES = `
  select role_id as "roleId", name
  from access.role
  where organization_id = $1`;

// Two organizations that connect a provider of one domain at the same time wait for each other.
const LOCK_DOMAINS = `
  select pg_advisory_xact_lock(hashtextextended('sign_on.domain:' || domain, 0))
  from (select unnest($1::text[]) as domain order by domain) as given`;

const FIND_TAKEN = `
  select domain.domain
  from sign_on.domain
  join sign_on.provider on provider.provider_id = domain.provider_id
  where domain.domain = any ($2) and provider.organization_id <> $1 and ${RESERVES}
  limit 1`;

const FREE_DOMAINS = `
  delete from sign_on.domain
  using sign_on.provider
  where provider.provider_id = domain.provider_id and provider.organization_id = $1`;

const END = `
  update sign_on.provider
  set state = 'ended'
  where organization_id = $1 and state = 'in_force'`;

const BEGIN = `
  update sign_on.provider
  set state = 'in_force', is_for_live = $2
  where provider_id = $1`;

const TAKE_DOMAINS = `
  insert into sign_on.domain (domain, provider_id)
  select domain, $1
  from unnest($2::text[]) as given (domain)`;
