/** OpenID Connect with one provider, by the library: discovery, the way to the provider, and its answer. */
import * as openid from "openid-client";
import { SignOnError } from "./errors.ts";
import { makeGuardedFetch, type Outside } from "./guarded-fetch.ts";

/** The name and secret that we have at a provider. */
export interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Signatures by which a provider can prove who it is. Codes that it shares with us (HS256) and unsigned answers prove
 * nothing to others.
 */
const ALGORITHMS: readonly unknown[] = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

const TIMEOUT_SECONDS = 15;

/**
 * Reads the provider's own description anew, so that changed keys count at once. Throws `address_refused`,
 * `provider_away`, `issuer_differs`, `provider_unfit`.
 */
export async function discover(
  outside: Outside,
  { issuer, clientId, clientSecret }: Client,
): Promise<openid.Configuration> {
  const fetch = makeGuardedFetch(outside);
  const insecure = issuer.startsWith("http:") ? [openid.allowInsecureRequests] : [];
  const found = await saying(() =>
    openid.discovery(new URL(issuer), clientId, undefined, undefined, {
      execute: insecure,
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: fetch,
    }),
  );
  const metadata = JSON.parse(JSON.stringify(found.serverMetadata())) as openid.ServerMetadata;
  if (new URL(metadata.issuer).href !== new URL(issuer).href)
    throw SignOnError.issuer_differs({ issuer: metadata.issuer });
  const algorithms = checkFit(metadata);
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isBasic = methods.includes("client_secret_basic");
  const authentication = isBasic
    ? openid.ClientSecretBasic(clientSecret)
    : openid.ClientSecretPost(clientSecret);
  const usable = { ...metadata, id_token_signing_alg_values_supported: algorithms };
  const configuration = new openid.Configuration(usable, clientId, clientSecret, authentication);
  configuration[openid.customFetch] = fetch;
  configuration.timeout = TIMEOUT_SECONDS;
  for (const change of [...insecure, openid.enableNonRepudiationChecks]) change(configuration);
  return configuration;
}

/** Returns the algorithms that the provider signs with and that count here. Throws `provider_unfit`. */
function checkFit(metadata: openid.ServerMetadata): string[] {
  const unfit = (reason: string): Error => SignOnError.provider_unfit({ reason });
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const)
    if (typeof metadata[name] !== "string") throw unfit(`its document has no ${name}`);
  const types = metadata.response_types_supported;
  if (types !== undefined && !types.includes("code")) throw unfit("it does not offer authorization codes");
  const challenges = metadata.code_challenge_methods_supported;
  if (challenges !== undefined && !challenges.includes("S256"))
    throw unfit("it does not offer PKCE with S256");
  const offered = metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  const algorithms = offered.filter((one) => ALGORITHMS.includes(one));
  if (algorithms.length === 0) throw unfit("it does not sign its answers with a key of its own");
  return algorithms;
}

/**
 * Tries a connection before it is stored: the provider has keys, and it knows the client by this secret, which it says
 * by refusing only a made-up code. Returns the issuer as the provider writes it. Throws as `discover` does, and
 * `client_refused`.
 */
export async function tryProvider(outside: Outside, client: Client, redirectUri: string): Promise<string> {
  const configuration = await discover(outside, client);
  const metadata = configuration.serverMetadata();
  const keys = await readKeys(outside, metadata.jwks_uri!);
  if (keys === 0) throw SignOnError.provider_unfit({ reason: "it publishes no keys" });
  try {
    await openid.genericGrantRequest(configuration, "authorization_code", {
      code: "connection-test",
      redirect_uri: redirectUri,
      code_verifier: openid.randomPKCECodeVerifier(),
    });
  } catch (error) {
    if (SignOnError.is(error)) throw error;
    const { error: code, status } = error as { error?: unknown; status?: unknown };
    if (status === 401 || code === "invalid_client" || code === "unauthorized_client")
      throw SignOnError.client_refused();
    if (typeof code !== "string")
      throw SignOnError.provider_unfit({ reason: "it does not answer as OpenID Connect asks" });
  }
  return metadata.issuer;
}

async function readKeys(outside: Outside, address: string): Promise<number> {
  const fetch = makeGuardedFetch(outside);
  const headers = { accept: "application/json" };
  const answer = await fetch(address, { method: "GET", headers, body: null, redirect: "manual" });
  const read = (await answer.json().catch(() => null)) as { keys?: unknown } | null;
  return Array.isArray(read?.keys) ? read.keys.length : 0;
}

/** The values that tie a provider's answer to the browser and the moment in which it was asked for. */
export interface BrowserTies {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Way extends BrowserTies {
  readonly redirectUri: string;
  readonly email: string | null;
  /** True if the member must log in at the provider again, although it knows the browser. */
  readonly again: boolean;
}

/** Returns the address at the provider to which the browser goes. */
export async function wayTo(
  configuration: openid.Configuration,
  { redirectUri, state, nonce, verifier, email, again }: Way,
): Promise<string> {
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(email === null ? {} : { login_hint: email }),
    ...(again ? { prompt: "login", max_age: "0" } : {}),
  });
  return url.href;
}

/** The claims of a provider about a person. Those of the signed answer count before what it adds. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Longer than a ticket lives: how long ago the person may have logged in, if that matters. */
const AGE_MAX_SECONDS = 1_200;

/**
 * Exchanges the code in the provider's answer for what it says of the person, and verifies it: state, issuer, code,
 * signature, audience, nonce and times. Throws `provider_denied` and its kin for what the provider refuses,
 * `answer_stale` and `answer_unproved`.
 */
export async function readAnswer(
  configuration: openid.Configuration,
  { answer, ties, again }: { answer: URL; ties: BrowserTies; again: boolean },
): Promise<Claims> {
  return saying(async () => {
    const tokens = await openid.authorizationCodeGrant(configuration, answer, {
      expectedState: ties.state,
      expectedNonce: ties.nonce,
      pkceCodeVerifier: ties.verifier,
      idTokenExpected: true,
      ...(again ? { maxAge: AGE_MAX_SECONDS } : {}),
    });
    const claims = tokens.claims()!;
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return joinClaims(claims, more);
  });
}

/** An address counts only with what the same source says about it. */
function joinClaims(claims: Claims, more: Claims): Claims {
  const { email, email_verified, xms_edov } = claims.email === undefined ? more : claims;
  return { ...more, ...claims, email, email_verified, xms_edov };
}

/** The refusals of providers, by the codes of OAuth 2.0 and OpenID Connect. */
const DENIALS: Readonly<Record<string, "provider_denied" | "provider_interrupted" | "provider_busy">> = {
  access_denied: "provider_denied",
  login_required: "provider_interrupted",
  interaction_required: "provider_interrupted",
  consent_required: "provider_interrupted",
  account_selection_required: "provider_interrupted",
  temporarily_unavailable: "provider_busy",
  server_error: "provider_busy",
};

/** Runs a step of the protocol, and says in our own errors what went wrong. */
async function saying<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  const own = [error, (error as { cause?: unknown }).cause].find((one) => SignOnError.is(one));
  if (own !== undefined) return own;
  if (error instanceof openid.AuthorizationResponseError) {
    const denial = DENIALS[error.error];
    return denial === undefined
      ? SignOnError.provider_misconfigured({ reason: wordOf(error.error) })
      : SignOnError[denial]();
  }
  if (error instanceof openid.ResponseBodyError)
    return error.error === "invalid_grant"
      ? SignOnError.answer_stale()
      : SignOnError.provider_misconfigured({ reason: wordOf(error.error) });
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return SignOnError.provider_misconfigured({ reason: "invalid_client" });
  if (error instanceof openid.ClientError) {
    const { issuer } = (error.cause as { body?: { issuer?: unknown } } | undefined)?.body ?? {};
    if (typeof issuer === "string") return SignOnError.issuer_differs({ issuer: issuer.slice(0, 200) });
    if (error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || error.code === "OAUTH_RESPONSE_IS_NOT_JSON")
      return SignOnError.provider_away({ reason: "there is no OpenID Connect at this address" });
    if (error.code === "OAUTH_TIMEOUT") return SignOnError.provider_away({ reason: "no answer in time" });
    return SignOnError.answer_unproved({ because: error.code });
  }
  return error instanceof TypeError ? SignOnError.answer_unproved({ because: "malformed" }) : error;
}

/** A code of the provider, shortened to what codes are made of, because it may be any text. */
const wordOf = (code: string): string => code.replaceAll(/[^a-z_]/g, "").slice(0, 40) || "unknown";
