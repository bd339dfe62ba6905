/** Serves the page of a link under `/pay`: plain forms that need no script, and no content from elsewhere. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readRedemption } from "#links";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { policyOf, writeDocument, type RenderedPage } from "./document.ts";
import { renderPlain } from "./render-outcome.ts";
import {
  askForPassword,
  confirm,
  enterCode,
  giveDetails,
  showDetails,
  showLink,
  type ShownStep,
} from "./steps.ts";
import {
  isFromElsewhere,
  isOwnForm,
  isSecure,
  makeVisitLimit,
  readVisit,
  writeCookie,
  type Visit,
} from "./visit.ts";

interface Route {
  readonly method: "GET" | "POST";
  /** The path after `/pay/<token>`. */
  readonly path: string;
  readonly take: (visit: Visit) => Promise<ShownStep>;
  /** True for the form that a browser can send before it has a secret: it only sends the payee a code. */
  readonly isFirst?: boolean;
}

const ROUTES: readonly Route[] = [
  { method: "GET", path: "", take: showLink },
  { method: "GET", path: "/details", take: showDetails },
  { method: "POST", path: "/password", take: askForPassword, isFirst: true },
  { method: "POST", path: "/code", take: enterCode },
  { method: "POST", path: "/details", take: giveDetails },
  { method: "POST", path: "/confirm", take: confirm },
];

const FORM_BYTES_MAX = 4_096;
/** The most characters of each field: room for typing errors, which are reported, but no more. */
const FIELD_CHARACTERS_MAX: Readonly<Record<string, number>> = {
  ...{ form: 64, draft: 64, way: 20, code: 40 },
  ...{ account: 120, again: 120, ifsc: 40, vpa: 200 },
};
const TOO_MANY = renderPlain(429, "Too many requests", "Wait for a minute, then open the link again.");
const OUT_OF_DATE = renderPlain(
  403,
  "This page is out of date",
  "Open the link again from the message that you got. Nothing was paid or changed.",
);

const UNAVAILABLE = renderPlain(
  503,
  "This page is not available at the moment",
  "Nothing of your money is lost. Open the link again in a few seconds.",
);

/** Mounts the page. Call it before the route that matches all other paths. */
export function mountRedemption(app: FastifyInstance, ctx: Context): void {
  void app.register(async (scope) => {
    acceptForms(scope);
    const mayVisit = makeVisitLimit();
    scope.addHook("onRequest", async (request, reply) => {
      if (!mayVisit(request.ip)) return send(reply.header("retry-after", 60), TOO_MANY);
    });
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if (error instanceof OverloadError) return send(reply.header("retry-after", 1), TOO_MANY);
      const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
      if (!isTheirs)
        logFault(ctx.log, error, { facts: { requestId: request.id }, text: "a link's page broke" });
      if (isUnavailable(error)) return send(reply.header("retry-after", COME_AGAIN_SECONDS), UNAVAILABLE);
      return send(reply, isTheirs ? renderUnreadable(error.statusCode!) : renderBroken(request.id));
    });
    scope.get("/pay/fonts/:file", sendFont);
    scope.get("/pay/:token/state", (request, reply) => sendState(ctx, request, reply));
    for (const route of ROUTES) {
      scope.route({
        method: route.method,
        url: `/pay/:token${route.path}`,
        handler: (request, reply) => serve(ctx, route, { request, reply }),
      });
    }
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function serve(ctx: Context, route: Route, { request, reply }: Exchange): Promise<FastifyReply> {
  const visit = readVisit(ctx, request);
  if (route.method === "POST") {
    const isOwn = route.isFirst === true || isOwnForm(visit);
    if (!isOwn || isFromElsewhere(request)) return send(reply, OUT_OF_DATE);
  }
  const shown = await route.take(visit);
  if (shown.kind === "page") return send(reply, shown.page);
  if (shown.session !== undefined) {
    const { session } = shown;
    reply.header("set-cookie", writeCookie(visit.token, { session, secure: isSecure(ctx, request) }));
  }
  return reply.headers(HEADERS).redirect(visit.base, 303);
}

/** Accepts a browser's forms, with each field once and within its length. */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => {
      const pairs = [...new URLSearchParams(String(body))];
      const form = new Map(pairs);
      const tooLong = pairs.find(([name, value]) => value.length > maxOf(name));
      if (form.size === pairs.length && tooLong === undefined) return done(null, form);
      done(
        Object.assign(new Error("a field is given twice, is too long or is none of ours"), {
          statusCode: 400,
        }),
      );
    },
  );
}

/** An unknown field may be present, but must be empty. */
const maxOf = (name: string): number =>
  Object.hasOwn(FIELD_CHARACTERS_MAX, name) ? FIELD_CHARACTERS_MAX[name]! : 0;

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

function send(reply: FastifyReply, page: RenderedPage): FastifyReply {
  return reply
    .code(page.status)
    .headers({ ...HEADERS, "content-security-policy": policyOf(page) })
    .type("text/html; charset=utf-8")
    .send(writeDocument(page));
}

function renderUnreadable(status: number): RenderedPage {
  return renderPlain(status, "That could not be read", "Open the link again from the message that you got.");
}

function renderBroken(requestId: string): RenderedPage {
  const text =
    "Nothing of your money is lost. Open the link again in a moment. " +
    `If it stays so, tell us this number: ${requestId}`;
  return renderPlain(500, "Something broke here", text);
}

/** Responds to the page that polls with one word. */
async function sendState(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, sessionToken } = readVisit(ctx, request);
  const redemption = await readRedemption(ctx, { token, sessionToken });
  return reply
    .code(redemption === null ? 404 : 200)
    .headers(HEADERS)
    .send({ state: redemption?.state ?? "unknown" });
}

const FONTS: ReadonlySet<string> = new Set([
  "anek-latin-latin.woff2",
  "anek-latin-rupee.woff2",
  "ibm-plex-mono-latin.woff2",
  "ibm-plex-sans-latin.woff2",
  "ibm-plex-sans-rupee.woff2",
  "noto-sans-devanagari.woff2",
]);

/** Serves the website's fonts from our own origin. If they are not installed, the page uses its fallback. */
async function sendFont(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { file } = request.params as { file: string };
  if (!FONTS.has(file)) return reply.code(404).headers(HEADERS).send();
  try {
    const bytes = await readFile(fileURLToPath(import.meta.resolve(`@vitaran/web/fonts/${file}`)));
    return reply
      .headers({ ...HEADERS, "cache-control": "public, max-age=86400" })
      .type("font/woff2")
      .send(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return reply.code(404).headers(HEADERS).send();
  }
}
