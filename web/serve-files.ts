// The files a site consists of, read into memory at start (about 5 MB): only they can be asked for, and a later build
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
  /** Whether it may name addresses that only a server knows (addresses.ts). */
  named: boolean;
  /** Only pages have one. */
  policy: string | undefined;
  plain: Copy;
  /** Best first; the plain one last. */
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

/** The same file with other bytes: best copy first, the plain one last. */
export function fileOf(file: SiteFile, bytes: readonly [Buffer, Copy["encoding"]][]): SiteFile {
  const copies = bytes.map(([some, encoding]) => copyOf(some, encoding));
  return { ...file, copies, plain: copies.at(-1)! };
}

/** Key of the page that every path of the dashboard is answered with; no request can name it. */
export const dashboardPage = "the dashboard's page";

/** Address -> file. A page "x/index.html" has the address "/x". `policyOf` gives a page's Content-Security-Policy. */
export function listSiteFiles(folder: string, policyOf: (address: string) => string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll("\\", "/");
    const address = `/${name.replace(/(^|\/)index\.html$/, "")}`;
    const file = readSiteFile(path, name.startsWith("assets/"));
    file.named = /\.(html|xml)$|(^|\/)(robots|security)\.txt$/.test(name);
    if (name.endsWith(".html")) file.policy = policyOf(address.replace(/\.html$/, ""));
    files.set(name === "__spa-fallback.html" ? dashboardPage : address, file);
  }
  return files;
}
