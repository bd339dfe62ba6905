/**
 * Compares two documents of the contract by their meaning: references are resolved, the order of keys and of sets does
 * not count, and texts for people are told apart from operations, fields, limits and literals.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface DocumentDifference {
  /** The keys on the way to it, from the outside in. */
  readonly path: readonly string[];
  /** Absent if only the other document has it. */
  readonly before?: Json;
  readonly after?: Json;
  /** True if only a text for people differs. */
  readonly isText: boolean;
}

/**
 * Lists the differences between two documents; a part that only one of them has is one difference, however large it is.
 */
export function compareDocuments(before: unknown, after: unknown): DocumentDifference[] {
  const [left, right] = [before, after].map((document) => resolve(document as Json, document as Json));
  return compareValues(left!, right!, []);
}

function compareValues(before: Json, after: Json, path: readonly string[]): DocumentDifference[] {
  const [left, right] = [before, after].map((value) => partsOf(value, path.at(-1) ?? ""));
  const isText = TEXTS.has(path.at(-1) ?? "") && typeof before === "string" && typeof after === "string";
  if (left == null || right == null) return before === after ? [] : [{ path, before, after, isText }];
  return [...new Set([...left.keys(), ...right.keys()])].toSorted().flatMap((key) => {
    const inner = [...path, key];
    const [was, is] = [left.get(key), right.get(key)];
    if (isOnlyReferenced(inner)) return [];
    if (was !== undefined && is !== undefined) return compareValues(was, is, inner);
    const sides = was === undefined ? { after: is! } : { before: was };
    return [{ path: inner, ...sides, isText: TEXTS.has(key) && typeof (was ?? is) === "string" }];
  });
}

/** True for parts that only exist to be referenced: they have already been put where they are used. */
const isOnlyReferenced = ([first, second]: readonly string[]): boolean =>
  first === "components" && (second === "schemas" || second === "headers" || second === "responses");

/** Keys whose value is a text for people, except where a field has that name. */
const TEXTS = new Set(["description", "summary"]);

/** Writes a difference as one line. */
export function describeDifference({ path, before, after }: DocumentDifference): string {
  const where = path.join(" > ");
  if (before === undefined) return `+ ${where}: ${shorten(after)}`;
  if (after === undefined) return `- ${where}: ${shorten(before)}`;
  return `~ ${where}: ${shorten(before)} is now ${shorten(after)}`;
}

function shorten(value: Json | undefined): string {
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

/** Replaces a reference by its target. A reference inside its own target stays, or there would be no end. */
function resolve(value: Json, root: Json, within: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((one) => resolve(one, root, within));
  if (!isObject(value)) return value;
  const { $ref, ...others } = value;
  if (typeof $ref === "string" && $ref.startsWith("#/") && !within.includes($ref)) {
    return resolve({ ...(lookUp(root, $ref) as object), ...others }, root, [...within, $ref]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, root, within)]));
}

function lookUp(root: Json, reference: string): Json {
  const keys = reference.slice(2).split("/");
  return keys.reduce<Json>((value, key) => {
    const found = isObject(value) ? value[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
    if (found === undefined) throw new Error(`the document has no ${reference}`);
    return found;
  }, root);
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists of texts in which the order does not count. */
const SETS = new Set(["required", "enum", "type", "names", "tags"]);

/** Returns the parts of an object or a list by their keys; null for anything else. */
function partsOf(value: Json, name: string): Map<string, Json> | null {
  if (isObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return null;
  const list: readonly Json[] = value;
  if (SETS.has(name)) return new Map(list.map((member) => [JSON.stringify(member), true]));
  const keys = list.map(identify);
  const areUnique = keys.every((key, at) => key !== null && keys.indexOf(key) === at);
  return new Map(list.map((one, at) => [areUnique ? keys[at]! : String(at), one]));
}

/** Returns a text that identifies a member of a list; null if only its position identifies it. */
function identify(member: Json): string | null {
  if (!isObject(member)) return null;
  const { in: place, operation, version, names, name, message } = member;
  if (Array.isArray(names)) return [operation, version, ...names, message].filter(Boolean).join(" ");
  return typeof name === "string" ? [place, name].filter(Boolean).join(" ") : null;
}
