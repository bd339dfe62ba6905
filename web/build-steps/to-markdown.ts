// Turns a rendered article into Markdown, for programs that read the documentation.
import { textOf } from "./parse-html.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== "string";

function find(node: HtmlElement, name: string): HtmlElement[] {
  return node.children
    .filter(isElement)
    .flatMap((child) => [...(child.name === name ? [child] : []), ...find(child, name)]);
}

function inline(nodes: HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node;
      const inner = inline(node.children);
      if (node.name === "a") {
        const target = node.attributes["href"] ?? "";
        return node.attributes["class"] === "anchor" ? "" : `[${inner}](${target})`;
      }
      if (node.name === "code") return `\`${textOf(node)}\``;
      if (node.name === "strong") return `**${inner}**`;
      if (node.name === "em") return `*${inner}*`;
      if (node.name === "br") return "\n";
      if (node.name === "div") return `\n${inner}\n`;
      // Purely visual elements are skipped: the page says the same in words elsewhere.
      if (/^(svg|button)$/.test(node.name) || node.attributes["aria-hidden"] === "true") return "";
      return inner;
    })
    .join("");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * A cell cannot contain a line break, so its lines are separated by <br>, the only tag that works in Markdown tables.
 */
function cellOf(cell: HtmlElement): string {
  const lines = inline(cell.children).split("\n").map(oneLine);
  return lines
    .filter((line) => line !== "")
    .join("<br>")
    .replaceAll("|", "\\|");
}

function table(node: HtmlElement): string {
  const rows = find(node, "tr").map((row) => row.children.filter(isElement).map(cellOf));
  const [head = [], ...rest] = rows;
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
}

function list(node: HtmlElement, depth: number): string {
  return node.children
    .filter(isElement)
    .map((item, at) => {
      const nested = item.children.filter((child) => isElement(child) && /^[uo]l$/.test(child.name));
      const own = item.children.filter((child) => !nested.includes(child));
      const mark = node.name === "ol" ? `${at + 1}.` : "-";
      const below = nested.map((inner) => `\n${list(inner as HtmlElement, depth + 1)}`).join("");
      return `${"  ".repeat(depth)}${mark} ${oneLine(inline(own))}${below}`;
    })
    .join("\n");
}

function code(node: HtmlElement): string {
  const label = find(node, "header")[0];
  const lines = find(node, "code")[0];
  return `${label ? oneLine(textOf(label)) : ""}:\n\n\`\`\`\n${lines ? textOf(lines) : ""}\n\`\`\``;
}

function block(node: HtmlNode): string {
  if (!isElement(node)) return oneLine(node);
  const level = /^h([1-6])$/.exec(node.name)?.[1];
  if (level) return `${"#".repeat(Number(level))} ${oneLine(inline(node.children))}`;
  if (node.name === "p" || node.name === "figcaption") return oneLine(inline(node.children));
  if (node.name === "ul" || node.name === "ol") return list(node, 0);
  if (node.name === "table") return table(node);
  if (node.attributes["role"] === "note") return oneLine(inline(node.children));
  if (node.name === "svg") return "";
  if (node.name === "summary") return `### ${oneLine(inline(node.children))}`;
  if (node.name === "button" || node.attributes["role"] === "tablist") return "";
  if (node.attributes["data-code"] !== undefined) return code(node);
  return blocksOf(node.children);
}

function blocksOf(nodes: HtmlNode[]): string {
  return nodes
    .map(block)
    .filter((text) => text !== "")
    .join("\n\n");
}

export function toMarkdown(nodes: HtmlNode[]): string {
  return `${blocksOf(nodes)}\n`;
}
