// The files of the site, read into memory at start (about 5 MB). No other files can be requested, and a later build
// does not disturb a running server.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";

interface Copy {
  bytes: Buffer;
  encoding: "br" | "gzip" | "";
  etag: string;
}

export interface SiteFile {
  type: string;
  immutable: boolean;
  /** True if the file may contain addresses that only a server knows (addresses.ts). */
  named: boolean;
  /** The Content-Security-Policy. Only pages have one. */
  policy: string | undefined;
  plain: Copy;
  /** The best copy is first, the uncompressed one last. */
  copies: Copy[];
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".sh": "text/x-shellscript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

function copyOf(bytes: Buffer, encoding: Copy["encoding"]): Copy {
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, encoding, etag: `"${digest}"` };
}

function readSiteFile(path: string, immutable: boolean): SiteFile {
  const plain = copyOf(readFileSync(path), "");
  const copies = [plain];
  if (existsSync(`${path}.gz`)) copies.unshift(copyOf(readFileSync(`${path}.gz`), "gzip"));
  if (existsSync(`${path}.br`)) copies.unshift(copyOf(readFileSync(`${path}.br`), "br"));
  return {
    type: types[extname(path)] ?? "application/octet-stream",
    immutable,
    policy: undefined,
    named: false,
    plain,
    copies,
  };
}

/** Returns the same file with other bytes: the best copy first, the uncompressed one last. */
export function fileOf(file: SiteFile, bytes: readonly [Buffer, Copy["encoding"]][]): SiteFile {
  const copies = bytes.map(([some, encoding]) => copyOf(some, encoding));
  return { ...file, copies, plain: copies.at(-1)! };
}

/** The key of the page that answers every path of the dashboard. No request can name this key. */
export const dashboardPage = "the dashboard's page";

/**
 * Maps addresses to files. A page "x/index.html" has the address "/x". `policyOf` returns the Content-Security-Policy
 * of a page.
 */
export function listSiteFiles(folder: string, policyOf: (address: string) => string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll("\\", "/");
    const address = `/${name.replace(/(^|\/)index\.html$/, "")}`;
    const file = readSiteFile(path, name.startsWith("assets/"));
    file.named = !file.immutable && /\.(html|xml|md|txt|json|sh)$/.test(name);
    if (name.endsWith(".html")) file.policy = policyOf(address.replace(/\.html$/, ""));
    files.set(name === "__spa-fallback.html" ? dashboardPage : address, file);
  }
  return files;
}
