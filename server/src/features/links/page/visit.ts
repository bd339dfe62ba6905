/**
 * One request to a link's page: the link, the browser, the form, and the proof that the form is ours. An IP address
 * has a limit of visits per minute, against floods; guesses are limited in the database.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { lineOf } from "#lib/line-of";
import { isSessionToken } from "#links";

export interface Visit {
  readonly ctx: Context;
  readonly token: string;
  /** The secret in the browser's cookie. Null means that it has none. */
  readonly sessionToken: string | null;
  /** The token that the forms of this browser and link carry. */
  readonly formToken: string;
  readonly form: ReadonlyMap<string, string>;
  /** The mode in the query. */
  readonly way: string | undefined;
  /** The path of the link's page. */
  readonly base: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function readVisit(ctx: Context, request: FastifyRequest): Visit {
  const { token } = request.params as { token: string };
  const sessionToken = readCookie(request, cookieName(token, isSecure(ctx, request)));
  const { way } = request.query as Fields;
  return {
    ctx,
    token,
    sessionToken,
    formToken: formTokenOf(ctx, token, sessionToken ?? ""),
    form: request.body instanceof Map ? (request.body as ReadonlyMap<string, string>) : new Map(),
    way: typeof way === "string" ? way : undefined,
    base: `/pay/${encodeURIComponent(token)}`,
  };
}

/** True if browsers reach us by https, perhaps through a proxy: only then can the cookie be secure. */
export function isSecure({ config }: Context, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith("https:") === true || request.protocol === "https";
}

/** Returns the name of the link's own cookie, so that two links in one browser do not interfere. */
function cookieName(token: string, secure: boolean): string {
  const name = `flowgram-${createHash("sha256").update(token).digest("hex").slice(0, 12)}`;
  return secure ? `__Host-${name}` : name;
}

const COOKIE_SECONDS = 3_600;

/** Makes the header for the browser's secret: no script can read it, no other site can have it sent. */
export function writeCookie(
  token: string,
  { session, secure }: { session: string; secure: boolean },
): string {
  const rules = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return `${cookieName(token, secure)}=${session}; ${rules}`;
}

function readCookie(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = "", ...more] = values;
  return more.length === 0 && isSessionToken(value) ? value : null;
}

function formTokenOf({ vault }: Context, token: string, sessionToken: string): string {
  return vault.hmac("links.form", `${token}\n${sessionToken}`).toString("base64url");
}

/** Returns true if a form comes from a page that this browser got from us. */
export function isOwnForm({ sessionToken, formToken, form }: Visit): boolean {
  const given = Buffer.from(form.get("form") ?? "");
  const expected = Buffer.from(formToken);
  return sessionToken !== null && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns true if the browser reports that another site sent the form. Browsers from before 2023 do not. */
export function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

const VISITS_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const ADDRESSES_MAX = 50_000;

/** Makes a counter of visits by address. It returns true if one more is allowed. */
export function makeVisitLimit(perMinute = VISITS_PER_MINUTE): (ip: string, now?: number) => boolean {
  const visits = new Map<string, { count: number; endsAt: number }>();
  return (ip, now = performance.now()) => {
    const line = lineOf(ip);
    const known = visits.get(line);
    if (known !== undefined && known.endsAt > now) {
      known.count += 1;
      return known.count <= perMinute;
    }
    visits.delete(line);
    if (visits.size >= ADDRESSES_MAX) visits.delete(visits.keys().next().value as string);
    visits.set(line, { count: 1, endsAt: now + MINUTE_MS });
    return true;
  };
}
