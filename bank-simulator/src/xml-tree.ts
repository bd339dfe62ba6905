/** Just enough XML for the messages of customers: elements and text. Anything else is an error. */

export interface Node {
  readonly name: string;
  readonly namespace: string;
  text: string;
  readonly children: Node[];
}

const TOKEN =
  /<\?xml[^>]*\?>|<!--[\s\S]*?-->|<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w:.-]+\s*=\s*"[^"<]*")*)\s*(\/?)>|[^<]+|</g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Returns the root element; undefined if the text is not well-formed. */
export function parseXml(text: string): Node | undefined {
  const root: Node = { name: "", namespace: "", text: "", children: [] };
  const open = [root];
  for (const [token, closed, opened, attributes = "", empty] of text.matchAll(TOKEN)) {
    const parent = open.at(-1)!;
    if (closed !== undefined) {
      if (open.length === 1 || open.pop()!.name !== closed) return undefined;
    } else if (opened !== undefined) {
      const namespace = /\sxmlns\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? parent.namespace;
      const node: Node = { name: opened, namespace, text: "", children: [] };
      parent.children.push(node);
      if (empty === "") open.push(node);
    } else if (token === "<") return undefined;
    else if (!token.startsWith("<"))
      parent.text += token.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? "?");
  }
  const [document, ...others] = root.children;
  return open.length === 1 && others.length === 0 && root.text.trim() === "" ? document : undefined;
}

/** Returns the text at a path below a node, or "". */
export function textAt(node: Node, path: string): string {
  let at: Node | undefined = node;
  for (const name of path.split("/")) at = at?.children.find((child) => child.name === name);
  return at?.text.trim() ?? "";
}

/** Returns all direct children of a node with this name. */
export function nodesAt(node: Node, name: string): readonly Node[] {
  return node.children.filter((child) => child.name === name);
}

/** Writes an element with its text, or nothing if there is no text. */
export function tag(name: string, text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const escaped = text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
  return `<${name}>${escaped}</${name}>`;
}

/** Writes a whole message. */
export function documentOf(message: string, body: string): string {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${message}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${body}</Document>`;
}
