// What other readers than browsers get from the docs: the search index, a Markdown twin of each page, llms.txt.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { docsPages } from "#docs/navigation.ts";
import { toMarkdown } from "./to-markdown.ts";
import { parseHtml, textOf } from "./parse-html.ts";
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

const isHeading = (node: HtmlNode): node is HtmlElement =>
  typeof node !== "string" && /^h[123]$/.test(node.name);

/** Sections of a page are only groups of what is in them. */
const flat = (nodes: HtmlNode[]): HtmlNode[] =>
  nodes.flatMap((node) =>
    typeof node !== "string" && node.name === "section" ? flat(node.children) : [node],
  );

/** One section for each heading, with the text up to the next; one for each row or question that can be linked to. */
export function sectionsOf(path: string, article: HtmlElement): Section[] {
  const sections: Section[] = [];
  let page = "";
  for (const node of flat(article.children)) {
    if (isHeading(node)) {
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
    if (section) section.text = `${section.text} ${textOf(node)}`.replace(/\s+/g, " ").trim();
    for (const row of rowsOf(node)) {
      const cells = row.children.map((cell) => textOf(cell).trim());
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
  if ((node.name === "tr" || node.name === "details") && node.attributes["id"]) return [node];
  return node.children.flatMap(rowsOf);
}

export async function writeReadings(clientDir: string): Promise<void> {
  const sections: Section[] = [];
  const listed: string[] = [];
  for (const { path } of docsPages) {
    const html = await readFile(join(clientDir, path, "index.html"), "utf8");
    const article = articleOf(html, path);
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const found = sectionsOf(path, article);
    sections.push(...found);
    listed.push(`- [${found[0]?.title}](${path}.md): ${description}`);
    await writeFile(join(clientDir, `${path}.md`), toMarkdown(article.children));
  }
  await writeFile(join(clientDir, "docs-index.json"), JSON.stringify(sections));
  const intro =
    "# Vitaran\n\n> Payouts for businesses in India: IMPS, NEFT, RTGS, UPI, cards and wallets, by API or dashboard.";
  await writeFile(join(clientDir, "llms.txt"), `${intro}\n\n## Documentation\n\n${listed.join("\n")}\n`);
  await writeFile(join(clientDir, "robots.txt"), "User-agent: *\nAllow: /\n");
}
