// The values that a build cannot know: the address of the site, of the source code and of a container image. Built files
// contain paths and marked parts instead; the server fills both in when a file is first requested.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fileOf } from "./serve-files.ts";
import type { SiteFile } from "./serve-files.ts";

export interface Addresses {
  /** The origin without a slash at its end. */
  readonly origin: string;
  /** The address of the source code on GitHub or a similar site. If null, the parts that mention it are left out. */
  readonly repository: string | null;
  /** The name of a container image of this version, as `docker run` takes it. */
  readonly image: string | null;
}

type Optional = "repository" | "image";

/** The words that stand for the values in marked parts. */
const placeholders: Readonly<Record<Optional, string>> = {
  repository: "REPOSITORY_URL",
  image: "CONTAINER_IMAGE",
};

/** These places need a full address, for search engines, link previews and others. */
const whole =
  /(<link rel="canonical" href="|<meta property="og:(?:url|image)" content="|<loc>|^(?:Sitemap|Canonical): )\//gm;
const shownWith = /<!--(repository|image) ([\s\S]*?)-->/g;
const shownWithout = /<!--without (repository|image)-->([\s\S]*?)<!--end-->/g;

/** Marks a part that is shown only if the value is known. The mark that stands for it is in `text`. */
export function onlyWith(name: Optional, text: string): string {
  if (/--!?>/.test(text)) throw new Error(`A comment cannot hold: ${text}`);
  return `<!--${name} ${text}-->`;
}

/** Marks a part that is removed if the value is known. */
export const onlyWithout = (name: Optional, text: string): string =>
  `<!--without ${name}-->${text}<!--end-->`;

export function fillAddresses(text: string, { origin, ...known }: Addresses): string {
  return text
    .replaceAll(whole, `$1${origin}/`)
    .replaceAll(shownWith, (_mark, name: Optional, part: string) => {
      const value = known[name];
      return value === null ? "" : part.replaceAll(placeholders[name], value);
    })
    .replaceAll(shownWithout, (_mark, name: Optional, part: string) => (known[name] === null ? part : ""));
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
