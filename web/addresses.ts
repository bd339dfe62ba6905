// The values that a build cannot know: the address of the site, of the source code and of a container image, and where
// readers reach the operator. Built files contain paths, marked parts and the default addresses instead; the server puts
// the right ones in their place when a file is first requested.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { brand } from "./app/brand.ts";
import { fileOf } from "./serve-files.ts";
import type { SiteFile } from "./serve-files.ts";

/** The operator of the installation, as the server's module `operator` reads it. */
export interface Operator {
  readonly email: string;
  readonly address: string;
  /** The e-mail address of the account manager. */
  readonly accountManager: string;
  /** The target of the links "Support Form". If it is null, they lead to the page Contact Us. */
  readonly supportForm: string | null;
  /** The published networks that webhooks come from. */
  readonly webhookAddresses: { readonly test: readonly string[]; readonly live: readonly string[] };
}

export interface Addresses {
  /** The origin without a slash at its end. */
  readonly origin: string;
  /** The address of the source code on GitHub or a similar site. If null, the parts that mention it are left out. */
  readonly repository: string | null;
  /** The name of a container image of this version, as `docker run` takes it. */
  readonly image: string | null;
  /** If absent, pages keep the default addresses. */
  readonly operator?: Operator;
}

type Optional = "repository" | "image" | "webhooks-test" | "webhooks-live";

/** The words that stand for the values in marked parts. */
const placeholders: Readonly<Record<Optional, string>> = {
  repository: "REPOSITORY_URL",
  image: "CONTAINER_IMAGE",
  "webhooks-test": "WEBHOOK_ADDRESSES_TEST",
  "webhooks-live": "WEBHOOK_ADDRESSES_LIVE",
};

/** These places need a full address, for search engines, link previews and others. */
const whole =
  /(<link rel="canonical" href="|<meta property="og:(?:url|image)" content="|<loc>|^(?:Sitemap|Canonical): )\//gm;
const shownWith = /<!--(repository|image|webhooks-(?:test|live)) ([\s\S]*?)-->/g;
const shownWithout = /<!--without (repository|image|webhooks-(?:test|live))-->([\s\S]*?)<!--end-->/g;

/** Marks a part that is shown only if the value is known. The mark that stands for it is in `text`. */
export function onlyWith(name: Optional, text: string): string {
  if (/--!?>/.test(text)) throw new Error(`A comment cannot hold: ${text}`);
  return `<!--${name} ${text}-->`;
}

/** Marks a part that is removed if the value is known. */
export const onlyWithout = (name: Optional, text: string): string =>
  `<!--without ${name}-->${text}<!--end-->`;

/** The contract's texts contain this name in the place of the operator's e-mail address. */
const named = "{operatorEmail}";

const listOf = (networks: readonly string[] = []): string | null =>
  networks.length === 0 ? null : networks.join(", ");

/** Puts the operator's addresses in the place of the defaults. */
function fillOperator(text: string, operator: Operator | undefined): string {
  const email = operator?.email ?? brand.supportEmail;
  // The values are given as functions, because "$" has a meaning in a replacement text.
  const filled = text.replaceAll(named, () => email);
  if (operator === undefined) return filled;
  return filled
    .replaceAll(brand.accountManager, () => operator.accountManager)
    .replaceAll(brand.supportEmail, () => email)
    .replaceAll(brand.address, () => operator.address.replaceAll("&", "&amp;"))
    .replaceAll(`href="${brand.supportForm}"`, () => `href="${operator.supportForm ?? brand.supportForm}"`);
}

export function fillAddresses(text: string, { origin, operator, ...values }: Addresses): string {
  const known: Readonly<Record<Optional, string | null>> = {
    ...values,
    "webhooks-test": listOf(operator?.webhookAddresses.test),
    "webhooks-live": listOf(operator?.webhookAddresses.live),
  };
  const marked = text
    .replaceAll(whole, `$1${origin}/`)
    .replaceAll(shownWith, (_mark, name: Optional, part: string) => {
      const value = known[name];
      return value === null ? "" : part.replaceAll(placeholders[name], () => value);
    })
    .replaceAll(shownWithout, (_mark, name: Optional, part: string) => (known[name] === null ? part : ""));
  return fillOperator(marked, operator);
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
