// Writes versions of the docs for readers other than browsers: the search index, a Markdown twin of each page,
// llms.txt, and one file with all twins.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { docsPages } from "#docs/navigation.ts";
import { wordsOf } from "#docs/search-words.ts";
import { toMarkdown } from "./to-markdown.ts";
import { parseHtml, textOf } from "./parse-html.ts";
import type { IndexEntry } from "#docs/search-engine.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";

interface Section {
  address: string;
  title: string;
  page: string;
  text: string;
}

function articleOf(html: string, path: string): HtmlElement {
  const body = /<article[^>]*data-still="article"[^>]*>([\s\S]*?)<\/article>/.exec(html)?.[1];
  if (body === undefined) throw new Error(`${path} has no article`);
  return { name: "article", attributes: {}, children: parseHtml(body) };
}

const isHeading = ({ name }: HtmlElement): boolean => /^h[123]$/.test(name);

const holdsHeading = (node: HtmlNode): boolean =>
  typeof node !== "string" && (isHeading(node) || node.children.some(holdsHeading));

/** Replaces an element that groups headings with its children. */
const flat = (nodes: HtmlNode[]): HtmlNode[] =>
  nodes.flatMap((node) =>
    typeof node !== "string" && !isHeading(node) && holdsHeading(node) ? flat(node.children) : [node],
  );

const isRow = (node: HtmlElement): boolean =>
  (node.name === "tr" || node.name === "details") && node.attributes["id"] !== undefined;

/** Returns the text that a reader would search for: no code, and no rows that are indexed separately. */
function searchableOf(node: HtmlNode): string {
  if (typeof node === "string") return textOf(node);
  if (
    node.name === "figure" ||
    node.name === "pre" ||
    node.name === "button" ||
    node.name === "details" ||
    isRow(node)
  )
    return "";
  return node.children.map(searchableOf).join(" ");
}

/**
 * Returns one section for each heading, with the text up to the next, and one for each row or question that has a link.
 */
function sectionsOf(path: string, article: HtmlElement): Section[] {
  const isReference = path.startsWith("/payout/api/");
  const sections: Section[] = [];
  let page = "";
  for (const node of flat(article.children)) {
    if (typeof node !== "string" && isHeading(node)) {
      const title = textOf(node).trim();
      if (node.name === "h1") page = title;
      sections.push({
        address: node.name === "h1" ? path : `${path}#${node.attributes["id"]}`,
        title,
        page,
        text: "",
      });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${searchableOf(node)}`.replace(/\s+/g, " ").trim();
    for (const row of rowsOf(node)) {
      // Words of the glossary appear on every page, so they are not indexed here.
      if (row.attributes["id"]?.startsWith("word-")) continue;
      const cells = row.children.map((cell) => textOf(cell).trim());
      if (isReference) {
        // Readers find a parameter through the call that takes it.
        if (section) section.text += ` ${cells[0]}`;
        continue;
      }
      sections.push({
        address: `${path}#${row.attributes["id"]}`,
        title: cells[0] ?? "",
        page,
        text: cells.slice(1).join(" "),
      });
    }
  }
  return sections;
}

function rowsOf(node: HtmlNode): HtmlElement[] {
  if (typeof node === "string") return [];
  if (isRow(node)) return [node];
  return node.children.flatMap(rowsOf);
}

/** The sections of the site that answer questions of documentation readers. */
const ofTheSite: readonly IndexEntry[] = [
  ["/#pricing", "Pricing", wordsOf("fees of IMPS NEFT RTGS UPI cards wallets per transfer GST").join(" ")],
  ["/#contact", "Contact Us", wordsOf("support sales help e-mail form").join(" ")],
  ["/status", "Status", wordsOf("uptime banks and rails right now").join(" ")],
];

export function indexOf(sections: readonly Section[]): IndexEntry[] {
  return [
    ...sections.map(({ address, title, text }): IndexEntry => {
      const titled = new Set(wordsOf(title));
      // Commands are indexed by name only.
      const told = address.includes("#command-") ? "" : text;
      // Of the numbers, readers search for HTTP statuses.
      const isIndexed = (word: string) => /^(?:(?!\d+$).{2,}|[45]\d\d)$/.test(word) && !titled.has(word);
      const words = new Set(wordsOf(told).filter(isIndexed));
      return [address, title, [...words].toSorted().join(" ")];
    }),
    ...ofTheSite,
  ];
}

export async function writeReadings(clientDir: string): Promise<void> {
  const sections: Section[] = [];
  const listed: string[] = [];
  const twins: { path: string; text: string }[] = [];
  for (const { path } of docsPages) {
    const html = await readFile(join(clientDir, path, "index.html"), "utf8");
    const article = articleOf(html, path);
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const found = sectionsOf(path, article);
    sections.push(...found);
    listed.push(`- [${found[0]?.title}](${path}.md): ${description}`);
    const text = toMarkdown(article.children);
    twins.push({ path, text });
    await writeFile(join(clientDir, `${path}.md`), text);
  }
  await writeFile(join(clientDir, "docs-index.json"), JSON.stringify(indexOf(sections)));
  const texts = sections.filter(({ text }) => text !== "").map(({ address, text }) => [address, text]);
  await writeFile(join(clientDir, "docs-texts.json"), JSON.stringify(Object.fromEntries(texts)));
  const intro =
    "# Vitaran\n\n> Payouts for businesses in India: IMPS, NEFT, RTGS, UPI, cards and wallets, by API or dashboard.";
  await writeFile(
    join(clientDir, "llms.txt"),
    `${intro}\n\nThe whole text in one file: /llms-full.txt\n\n## Documentation\n\n${listed.join("\n")}\n`,
  );
  const full = twins.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}`).join("\n\n---\n\n");
  await writeFile(join(clientDir, "llms-full.txt"), `${intro}\n\n${full}\n`);
}
