/** The way to a provider: for a log-in, or for a fresh proof within a session. */
import { askingSubjects, makeTicket, type OwnSession, takeAttempt } from "#access";
import type { Context } from "#lib/context";
import type { Resolve } from "#webhooks";
import { SignOnError } from "./errors.ts";
import { findSubject } from "./identity.ts";
import { discover, type BrowserTies, wayTo } from "./openid.ts";
import { clientOf, findInForce, findNamed, type Named, type Provider, returnAddress } from "./provider.ts";

/** The place from which a member goes to the provider and to which the provider sends it back. */
export interface Place {
  readonly ip: string;
  /** The origin of our page that asks. */
  readonly origin: string;
  readonly resolve?: Resolve;
}

/** The address at the provider, with the ticket that the page keeps until the answer comes. */
interface WayToProvider {
  readonly ticket: string;
  readonly url: string;
}

/**
 * Returns if people with addresses at a domain can log in with a provider, and if they must. Of the address only the
 * domain counts, so the answer says nothing about members. Throws AccessError `too_many_attempts`.
 */
export async function findProvider(
  ctx: Context,
  { ip, ...named }: Named & { readonly ip: string },
): Promise<{ isFound: boolean; isRequired: boolean }> {
  await takeAttempt(ctx, askingSubjects(ctx, ip));
  const provider = await ctx.db.directory((tx) => findNamed(tx, named));
  return { isFound: provider !== null, isRequired: provider?.isRequired === true };
}

/**
 * Begins a log-in with the provider of an address. Throws `provider_not_found`, what `discover` throws, and AccessError
 * `too_many_attempts`.
 */
export async function startProviderLogIn(
  ctx: Context,
  {
    email,
    organizationId,
    ...place
  }: Place & { readonly email: string; readonly organizationId?: string | undefined },
): Promise<WayToProvider> {
  await takeAttempt(ctx, askingSubjects(ctx, place.ip));
  const domain = email.trim().split("@").at(-1)!;
  const provider = await ctx.db.directory((tx) => findNamed(tx, { domain, organizationId }));
  if (provider === null) throw SignOnError.provider_not_found();
  const { providerId } = provider;
  const ticket = await ctx.db.directory((tx) =>
    makeTicket(tx, "provider_log_in", { memberId: null, challenge: providerId }),
  );
  return goTo(ctx, provider, { ticket, place, email: email.trim(), again: false });
}

/**
 * Begins a fresh proof of a member who logs in with the provider: it must ask the member to log in again. Throws
 * `provider_not_found`, `identity_not_found` and what `discover` throws.
 */
export async function startProviderProof(
  ctx: Context,
  { organizationId, memberId, sessionId }: OwnSession,
  place: Place,
): Promise<WayToProvider> {
  const provider = await ctx.db.directory((tx) => findInForce(tx, organizationId));
  if (provider === null) throw SignOnError.provider_not_found();
  const subject = await ctx.db.directory((tx) => findSubject(tx, memberId, provider.issuer));
  if (subject === null) throw SignOnError.identity_not_found();
  const challenge = [provider.providerId, sessionId, Date.now()].join(" ");
  const ticket = await ctx.db.directory((tx) => makeTicket(tx, "provider_proof", { memberId, challenge }));
  return goTo(ctx, provider, { ticket, place, email: null, again: true });
}

interface Going {
  readonly ticket: string;
  readonly place: Place;
  readonly email: string | null;
  readonly again: boolean;
}

async function goTo(
  ctx: Context,
  provider: Provider,
  { ticket, place, email, again }: Going,
): Promise<WayToProvider> {
  const configuration = await discover(outsideOf(ctx, place), clientOf(ctx, provider));
  const redirectUri = returnAddress(ctx, place.origin);
  const url = await wayTo(configuration, { ...tiesOf(ctx, ticket), redirectUri, email, again });
  return { ticket, url };
}

export const outsideOf = ({ config }: Context, { resolve }: Pick<Place, "resolve">) => ({
  config,
  ...(resolve === undefined ? {} : { resolve }),
});

/**
 * Returns what ties the provider's answer to a ticket. It follows from the ticket, which only the browser has, and from
 * the master key, so nothing of it is stored.
 */
export function tiesOf({ vault }: Pick<Context, "vault">, ticket: string): BrowserTies {
  const [state, nonce, verifier] = ["state", "nonce", "verifier"].map((purpose) =>
    vault.hmac(`sign-on ${purpose}`, ticket).toString("base64url"),
  );
  return { state: state!, nonce: nonce!, verifier: verifier! };
}
