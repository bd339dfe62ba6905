// The values that a build cannot know: the address of the site and of the source code. Built files contain paths and
// marked parts instead; the server fills both in when a file is first requested.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fileOf } from "./serve-files.ts";
import type { SiteFile } from "./serve-files.ts";

export interface Addresses {
  /** The origin without a slash at its end. */
  readonly origin: string;
  /** The address of the source code on GitHub or a similar site. If null, the parts that mention it are left out. */
  readonly repository: string | null;
}

/** These places need a full address, for search engines, link previews and others. */
const whole =
  /(<link rel="canonical" href="|<meta property="og:(?:url|image)" content="|<loc>|^(?:Sitemap|Canonical): )\//gm;
const marked = /<!--repository ([\s\S]*?)-->/g;

/** Marks a part that is shown only if the repository is known. `text` refers to it as REPOSITORY_URL. */
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

/** Returns the file with its addresses filled in and compressed again. */
export function withAddresses(file: SiteFile, addresses: Addresses): SiteFile {
  const bytes = Buffer.from(fillAddresses(file.plain.bytes.toString(), addresses));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return fileOf(file, [
    [brotliCompressSync(bytes, { params }), "br"],
    [gzipSync(bytes), "gzip"],
    [bytes, ""],
  ]);
}
