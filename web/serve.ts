// Serves the built pages with their content types, compressed copies, caching and security headers, and redirects
// unknown paths to the home page.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { isDashboardPath } from "#dashboard/paths.ts";
import { withAddresses } from "./addresses.ts";
import type { Addresses } from "./addresses.ts";

export { fillAddresses, type Addresses } from "./addresses.ts";
import { dashboardPage, listSiteFiles } from "./serve-files.ts";
import type { SiteFile } from "./serve-files.ts";

interface ServeWebOptions {
  /** The folder of the build, which contains `client/` and `csp.json`. */
  buildDir: string;
  /** Without addresses, pages refer to themselves by path only and do not link to the source code. */
  addresses?: Addresses;
}

/**
 * Answers the request and returns true. Returns false and does nothing if the request is not for the site (not GET or
 * HEAD).
 */
type WebHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

function policy(hashes: string[]): string {
  const scripts = ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(" ");
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns the headers of a page with these inline scripts. */
export function pageHeaders(hashes: string[]): Record<string, string> {
  return {
    ...securityHeaders,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(hashes),
  };
}

/** The meaning of a path: a file, a redirect to another path, or nothing. */
type Meaning = SiteFile | { moveTo: string; permanent: boolean } | "missing";

function resolve(files: Map<string, SiteFile>, path: string): Meaning {
  const file = files.get(path);
  if (file) return file;
  // A request for an old script chunk must fail, instead of getting a page.
  if (path.startsWith("/assets/")) return "missing";
  const bare = path.replace(/\/+$/, "");
  const dashboard = isDashboardPath(bare) ? files.get(dashboardPage) : undefined;
  if (dashboard) return dashboard;
  if (bare === "/payout") return { moveTo: "/payout/introduction", permanent: false };
  if (bare !== path && files.has(bare)) return { moveTo: bare, permanent: true };
  return { moveTo: "/", permanent: false };
}

function pathOf(request: IncomingMessage): { path: string; query: string } {
  const [path = "/", query] = (request.url ?? "/").split("?", 2);
  return { path, query: query === undefined ? "" : `?${query}` };
}

function send(request: IncomingMessage, response: ServerResponse, file: SiteFile): void {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const copy =
    file.copies.find((one) => one.encoding === "" || accepted.includes(one.encoding)) ?? file.plain;
  const headers: Record<string, string | number> = {
    ...securityHeaders,
    "content-type": file.type,
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: copy.etag,
    vary: "accept-encoding",
  };
  if (copy.encoding !== "") headers["content-encoding"] = copy.encoding;
  if (file.policy !== undefined) headers["content-security-policy"] = file.policy;
  if (request.headers["if-none-match"] === copy.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, "content-length": copy.bytes.length });
  response.end(request.method === "HEAD" ? undefined : copy.bytes);
}

const WAIT_SECONDS = 3;
const waiting = [
  '<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
  `<meta http-equiv="refresh" content="${WAIT_SECONDS}"><meta name="viewport" content="width=device-width">`,
  "<title>Vitaran is building its pages</title><h1>The pages are being built</h1>",
  "<p>This takes a minute or two, once. The API and the command line can be used already.</p>",
  "<p>This page reloads by itself.</p></html>",
].join("");

/** Answers while the pages are still being built: with 503, and the request to come again. */
export const waitingPage: WebHandler = (request, response) => {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const length = Buffer.byteLength(waiting);
  const again = {
    "cache-control": "no-store",
    "retry-after": `${WAIT_SECONDS}`,
    "content-length": `${length}`,
  };
  response.writeHead(503, { ...pageHeaders([]), ...again });
  response.end(request.method === "HEAD" ? undefined : waiting);
  return true;
};

/** Reads all files once. A later build needs a new handler. */
export function serveWeb({ buildDir, addresses }: ServeWebOptions): WebHandler {
  const hashes = JSON.parse(readFileSync(join(buildDir, "csp.json"), "utf8")) as Record<string, string[]>;
  const files = listSiteFiles(join(buildDir, "client"), (address) => policy(hashes[address] ?? []));
  const filled = new Map<SiteFile, SiteFile>();
  const fill = (file: SiteFile): SiteFile => {
    if (!addresses || !file.named) return file;
    const known = filled.get(file) ?? withAddresses(file, addresses);
    filled.set(file, known);
    return known;
  };
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const { path, query } = pathOf(request);
    const found = resolve(files, path);
    if (found === "missing") response.writeHead(404, { ...securityHeaders, "content-length": 0 }).end();
    else if ("moveTo" in found) {
      const keep = found.moveTo === "/" ? "" : query;
      const headers = { ...securityHeaders, location: found.moveTo + keep, "content-length": 0 };
      response.writeHead(found.permanent ? 308 : 302, headers).end();
    } else send(request, response, fill(found));
    return true;
  };
}
