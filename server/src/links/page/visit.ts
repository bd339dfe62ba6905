/** One request to a link's page: whose link, whose browser, what was sent; and what proves that the form was ours. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isSessionToken } from "#links";
import type { Context } from "#lib/context";

export interface Visit {
  readonly ctx: Context;
  readonly token: string;
  /** The secret in the browser's cookie; null: it has none. */
  readonly sessionToken: string | null;
  /** What forms of this browser and link carry. */
  readonly formToken: string;
  readonly form: ReadonlyMap<string, string>;
  /** The way that the query names. */
  readonly way: string | undefined;
  /** The path of the link's page. */
  readonly base: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a request for the page of a link. */
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

/** Whether browsers come to us by https, perhaps through a proxy: only then may a cookie say so. */
export function isSecure({ config }: Context, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith("https:") === true || request.protocol === "https";
}

/** Each link has a cookie of its own, so that two links in one browser do not disturb each other. */
function cookieName(token: string, secure: boolean): string {
  const name = `flowgram-${createHash("sha256").update(token).digest("hex").slice(0, 12)}`;
  return secure ? `__Host-${name}` : name;
}

const COOKIE_SECONDS = 3_600;

/** The header that gives a browser its secret: no script reads it, no other site sends it along. */
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

/** Whether a form comes from a page that this browser was given. */
export function isOwnForm({ sessionToken, formToken, form }: Visit): boolean {
  const given = Buffer.from(form.get("form") ?? "");
  const expected = Buffer.from(formToken);
  return sessionToken !== null && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether the browser says that another site sent the form. Browsers of before 2023 say nothing. */
export function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
