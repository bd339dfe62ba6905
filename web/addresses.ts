// What a build cannot know: the address that its pages are served at, and where the source code is. Built files have
// paths and marked parts instead; the server fills both in when a file is first asked for.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fileOf } from "./serve-files.ts";
import type { SiteFile } from "./serve-files.ts";

export interface Addresses {
  /** Without a slash at its end. */
  readonly origin: string;
  /** Of the source code, as GitHub and its like have it; null: parts that name it are left out. */
  readonly repository: string | null;
}

/** Ways that search engines, link previews and others are told an address: it must be a whole one. */
const whole =
  /(<link rel="canonical" href="|<meta property="og:(?:url|image)" content="|<loc>|^(?:Sitemap|Canonical): )\//gm;
const marked = /<!--repository ([\s\S]*?)-->/g;

/** A part that is shown only where the repository is known; `text` names it by REPOSITORY_URL. */
export function onlyWithRepository(text: string): string {
  if (text.includes("--")) throw new Error(`A comment cannot hold: ${text}`);
  return `<!--repository ${text}-->`;
}

export function fillAddresses(text: string, { origin, repository }: Addresses): string {
  return text
    .replaceAll(whole, `$1${origin}/`)
    .replaceAll(marked, (_mark, part: string) =>
      repository === null ? "" : part.replaceAll("REPOSITORY_URL", repository),
    );
}

/** The file with its addresses, and compressed anew. */
export function withAddresses(file: SiteFile, addresses: Addresses): SiteFile {
  const bytes = Buffer.from(fillAddresses(file.plain.bytes.toString(), addresses));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return fileOf(file, [
    [brotliCompressSync(bytes, { params }), "br"],
    [gzipSync(bytes), "gzip"],
    [bytes, ""],
  ]);
}
