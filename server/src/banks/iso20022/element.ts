/** One element of a message that was read. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  readonly children: Element[];
}

/** Returns the first element at a path such as `Acct/Id/Othr`; undefined if there is none. */
export function elementAt(element: Element, path: string): Element | undefined {
  let at: Element | undefined = element;
  for (const name of path.split("/")) at = at?.children.find((child) => child.name === name);
  return at;
}

/** Returns the text at a path, without surrounding white space; undefined if there is none. */
export function textAt(element: Element, path: string): string | undefined {
  const text = elementAt(element, path)?.text.trim();
  return text === "" ? undefined : text;
}

/** Returns all direct children with this name. */
export function elementsOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the first text at one of the paths. */
export function firstText(element: Element, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = textAt(element, path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the paise of an amount element; null if it is not in rupees, or has fractions of a paisa. */
export function paiseOf(element: Element): bigint | null {
  if (element.attributes.get("Ccy") !== "INR") return null;
  const [, rupees, paise = ""] = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(element.text.trim()) ?? [];
  return rupees === undefined ? null : BigInt(rupees) * 100n + BigInt(paise.padEnd(2, "0"));
}
