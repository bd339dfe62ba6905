/** The OpenID provider of an organization, as it is stored and read. */
import { type Role, ROLES } from "#access";
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";
import type { SealedFor } from "#lib/vault";
import { SignOnError } from "./errors.ts";
import type { Client } from "./openid.ts";

/** Roles that a claim may give: every built-in role but Owner, or a custom role by its ID. */
export const CLAIMED_ROLES = (Object.keys(ROLES) as Role[]).filter((role) => role !== "owner");

/** The claim by which members are added with a role. The first value in the list that the claim has decides. */
export interface Joins {
  readonly claim: string;
  readonly roles: readonly { readonly value: string; readonly role: string }[];
}

/** A provider without its secret. */
export interface ShownProvider {
  readonly providerId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly domains: readonly string[];
  /** True if members log in with it only. */
  readonly isRequired: boolean;
  /** The Owner who may log in without it, if it is required. */
  readonly emergencyMemberId: string | null;
  readonly joins: Joins | null;
  readonly createdAt: Date;
}

export interface Provider extends ShownProvider {
  readonly organizationId: string;
  readonly sealedSecret: Buffer;
  /** The Owner who gives rights through this provider. It is null if the provider gives none. */
  readonly madeBy: string | null;
}

const COLUMNS = `
  provider.provider_id as "providerId", provider.organization_id as "organizationId", provider.issuer,
  provider.client_id as "clientId", provider.sealed_secret as "sealedSecret", provider.domains,
  provider.is_required as "isRequired", provider.emergency_member_id as "emergencyMemberId", provider.joins,
  provider.made_by as "madeBy", provider.created_at as "createdAt"`;

/** An SQL condition: what was decided in the sandbox alone counts no more once there is a live merchant. */
const COUNTS = `
  provider.state = 'in_force'
  and (
    provider.is_for_live
    or not exists (
      select from access.merchant
      where merchant.organization_id = provider.organization_id and merchant.mode = 'live'
    )
  )`;

/**
 * An SQL condition: the provider is offered by its domains, and they are refused to other organizations. In a sandbox
 * anyone can do so in the name of another company, so its provider is offered by the organization's link only.
 */
export const RESERVES = `
  provider.state = 'in_force'
  and provider.is_for_live
  and exists (
    select from access.merchant
    where merchant.organization_id = provider.organization_id and merchant.mode = 'live'
  )`;

/** Returns the provider that members of an organization log in with now; null if there is none. */
export async function findInForce(read: Reader, organizationId: string): Promise<Provider | null> {
  const [found] = await read.query<Provider>(FIND_IN_FORCE, [organizationId]);
  return found ?? null;
}

/** A visitor of the log-in page names a domain, and the organization if it came by that organization's link. */
export interface Named {
  readonly domain: string;
  readonly organizationId?: string | undefined;
}

/** Returns the provider of people with addresses at a domain; null if there is none. */
export async function findNamed(read: Reader, { domain, organizationId }: Named): Promise<Provider | null> {
  const name = domain.toLowerCase();
  const [found] =
    organizationId === undefined
      ? await read.query<Provider>(FIND_BY_DOMAIN, [name])
      : await read.query<Provider>(FIND_BY_LINK, [name, organizationId]);
  return found ?? null;
}

/** Returns a provider that is still in force. Throws `provider_not_found`. */
export async function readInForce(read: Reader, providerId: string | null): Promise<Provider> {
  const [found] = await read.query<Provider>(READ_IN_FORCE, [providerId]);
  if (found === undefined) throw SignOnError.provider_not_found();
  return found;
}

/** Returns a provider that was tested and is not in force yet; null if it was replaced meanwhile. */
export async function findTested(read: Reader, providerId: string): Promise<Provider | null> {
  const [found] = await read.query<Provider>(FIND_TESTED, [providerId]);
  return found ?? null;
}

/** Returns what the library needs to talk to a provider. */
export function clientOf({ vault }: Pick<Context, "vault">, provider: Provider): Client {
  const { issuer, clientId, sealedSecret, organizationId, providerId } = provider;
  const clientSecret = vault.open(sealedFor(organizationId, providerId), sealedSecret).toString();
  return { issuer, clientId, clientSecret };
}

export const sealedFor = (organizationId: string, providerId: string): SealedFor => ({
  merchantId: organizationId,
  purpose: `sign-on provider ${providerId}`,
});

const siteOf = ({ config }: Pick<Context, "config">, origin?: string): string =>
  config.publicUrl ?? origin ?? `http://localhost:${config.port}`;

/** Returns the address of our page to which providers send people back. */
export const returnAddress = (ctx: Pick<Context, "config">, origin?: string): string =>
  `${siteOf(ctx, origin)}/sign-on`;

/** Returns the log-in page at which an organization's provider is offered even if its domains are not reserved. */
export const logInAddress = (ctx: Pick<Context, "config">, organizationId: string, origin?: string): string =>
  `${siteOf(ctx, origin)}/login?organization=${organizationId}`;

const FIND_IN_FORCE = `
  select ${COLUMNS}
  from sign_on.provider
  where provider.organization_id = $1 and ${COUNTS}`;

// An organization that opens live with a domain that another one already has is behind it.
const FIND_BY_DOMAIN = `
  select ${COLUMNS}
  from sign_on.domain
  join sign_on.provider on provider.provider_id = domain.provider_id
  where domain.domain = $1 and ${RESERVES}
  order by greatest(provider.created_at, (
    select min(merchant.created_at)
    from access.merchant
    where merchant.organization_id = provider.organization_id and merchant.mode = 'live'
  )), provider.provider_id
  limit 1`;

const FIND_BY_LINK = `
  select ${COLUMNS}
  from sign_on.provider
  where provider.organization_id = $2 and $1 = any (provider.domains) and ${COUNTS}`;

const READ_IN_FORCE = `
  select ${COLUMNS}
  from sign_on.provider
  where provider.provider_id = $1 and ${COUNTS}`;

const FIND_TESTED = `
  select ${COLUMNS}
  from sign_on.provider
  where provider_id = $1 and state = 'tested'
  for no key update`;
