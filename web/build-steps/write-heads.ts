// Writes the head of each page for search engines, link previews and crawlers: its canonical address, its card with a
// picture, and links to the rest. This is done outside React, so that no script carries it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brand } from "#app/brand.ts";
import { prerenderedPaths } from "#app/page-list.ts";
import { docsPages } from "#docs/navigation.ts";
import { onlyWith } from "../addresses.ts";
import { CARD, drawCard } from "./draw-card.ts";
import { decode } from "./parse-html.ts";

const YEAR_MS = 365 * 24 * 3_600_000;
const fileOf = (path: string): string => join(path.slice(1), "index.html");

/** Returns the address of a page's picture. */
export const cardOf = (path: string): string =>
  `/cards/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;

/** Returns the text of a page's picture: the title without the site's name, and the part of the site that it is in. */
export function nameOf(path: string, title: string): { title: string; part: string } {
  const page = docsPages.find((one) => one.path === path);
  if (page) return { title: page.label, part: `Documentation · ${page.section}` };
  if (path === "/")
    return { title: title.replace(/^.*?: /, "").replace(/^./, (p) => p.toUpperCase()), part: brand.name };
  return { title: title.split(" · ")[0] ?? title, part: brand.name };
}

function tagsOf(path: string, html: string): string {
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const tags = [
    `<link rel="canonical" href="${path}"/>`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
  ];
  const properties = {
    "og:type": path.startsWith("/payout/") ? "article" : "website",
    "og:site_name": brand.name,
    "og:title": title,
    "og:description": description,
    "og:url": path,
    "og:image": cardOf(path),
    "og:image:width": CARD.width,
    "og:image:height": CARD.height,
    "og:image:alt": title,
  };
  for (const [name, value] of Object.entries(properties))
    tags.push(`<meta property="${name}" content="${value}"/>`);
  tags.push('<meta name="twitter:card" content="summary_large_image"/>');
  return tags.join("");
}

/** Adds the head and the picture to every page, and writes `sitemap.xml`, `robots.txt` and `security.txt`. */
export async function writeHeads(clientDir: string): Promise<void> {
  await mkdir(join(clientDir, "cards"), { recursive: true });
  for (const path of prerenderedPaths) {
    const file = join(clientDir, fileOf(path));
    const html = await readFile(file, "utf8");
    const title = decode(/<title>([^<]*)/.exec(html)?.[1] ?? "");
    await writeFile(file, html.replace("</head>", `${tagsOf(path, html)}</head>`));
    await writeFile(join(clientDir, cardOf(path)), drawCard(nameOf(path, title)));
  }
  await writeText(clientDir, "sitemap.xml", [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...prerenderedPaths.map((path) => `<url><loc>${path}</loc></url>`),
    "</urlset>",
  ]);
  await writeText(clientDir, "robots.txt", [
    "User-agent: *",
    "Disallow: /dashboard",
    "Sitemap: /sitemap.xml",
  ]);
  await writeText(clientDir, ".well-known/security.txt", [
    `Contact: mailto:${brand.supportEmail}`,
    `Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}`,
    "Preferred-Languages: en, hi",
    "Canonical: /.well-known/security.txt",
    onlyWith("repository", "Policy: REPOSITORY_URL/blob/main/SECURITY.md"),
  ]);
}

async function writeText(clientDir: string, name: string, lines: readonly string[]): Promise<void> {
  const file = join(clientDir, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${lines.join("\n")}\n`);
}
