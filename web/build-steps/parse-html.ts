// Parses the HTML that React writes: it is well-formed, attributes are in double quotes, and void elements end in "/>".
export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}

export type HtmlNode = HtmlElement | string;

const token = /<!--[\s\S]*?-->|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g;
const voids = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"]);

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
  nbsp: "\u00a0",
};

export function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: "root", attributes: {}, children: [] };
  const open = [root];
  for (const match of html.matchAll(token)) {
    const [, closing, opening, attributes = "", selfClosing, text] = match;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decode(text));
    else if (closing !== undefined) {
      if (parent.name !== closing) throw new Error(`<${parent.name}> is closed by </${closing}>`);
      open.pop();
    } else if (opening !== undefined) {
      const element: HtmlElement = { name: opening, attributes: readAttributes(attributes), children: [] };
      parent.children.push(element);
      if (selfClosing !== "/" && !voids.has(opening)) open.push(element);
    }
  }
  return root.children;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map((match) => [match[1] ?? "", decode(match[2] ?? "")]),
  );
}

const blocks = new Set([
  "p",
  "li",
  "tr",
  "td",
  "th",
  "div",
  "figure",
  "text",
  "summary",
  "dt",
  "dd",
  "figcaption",
  "button",
]);

/** Returns the text that a reader sees. Drawings are left out, because other code reads their labels. */
export function textOf(node: HtmlNode): string {
  if (typeof node === "string") return node;
  if (node.name === "svg" || node.name === "button") return "";
  const inner = node.children.map(textOf).join("");
  return blocks.has(node.name) ? `${inner} ` : inner;
}
