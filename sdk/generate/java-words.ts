/** Writes the contract's texts and names in Java. */
import type { Field, Shape } from "./shapes.ts";
import { wrapText } from "./wrap-text.ts";

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names that no record may have: Object has methods of theirs. */
const TAKEN = new Set([
  "clone",
  "finalize",
  "getClass",
  "hashCode",
  "notify",
  "notifyAll",
  "toString",
  "wait",
]);

export const componentOf = (name: string): string => (TAKEN.has(name) ? `${name}Value` : name);

/** The Java type of a field; records are nested classes that are named after it. */
export function typeOf(name: string, shape: Shape): string {
  switch (shape.kind) {
    case "text":
    case "amount":
    case "bytes":
      return "String";
    case "whole":
      return "Long";
    case "flag":
      return "Integer";
    case "boolean":
      return "Boolean";
    case "choice":
      return shape.values.every((value) => typeof value === "number") ? "Integer" : "String";
    case "list":
      return `List<${typeOf(`${name}Item`, shape.of)}>`;
    case "map":
      return `Map<String, ${typeOf(`${name}Item`, shape.of)}>`;
    case "record":
      return capital(name);
    case "union": {
      const others = shape.of.filter(({ kind }) => kind !== "null");
      if (others.length === 1) return typeOf(name, others[0] as Shape);
    }
  }
  throw new Error(`Java has no type for ${name}: ${JSON.stringify(shape)}`);
}

/** The records inside a field's shape, with the names that `typeOf` gives them. */
export function recordsIn(name: string, shape: Shape): { name: string; fields: readonly Field[] }[] {
  if (shape.kind === "record") return [{ name: capital(name), fields: shape.fields }];
  return shape.kind === "list" || shape.kind === "map" ? recordsIn(`${name}Item`, shape.of) : [];
}

/** Returns the description of a field, with the values that it may have. */
export function aboutOf({ about, shape }: Field): string {
  if (shape.kind !== "choice") return about;
  const values = `One of ${shape.values.map((value) => `\`${value}\``).join(", ")}.`;
  return about === "" ? values : `${about} ${values}`;
}

/** A blank at which no line is broken. */
const UNBROKEN = "\u0001";

/** A text as Javadoc has it: no character of it is markup but the code between backquotes. */
function escape(text: string): string {
  const parts = text.replaceAll("*/", "* /").split("`");
  const plain = (part: string): string =>
    part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("@", "&#64;");
  const code = (part: string): string => `{@code ${part}}`.replaceAll(" ", UNBROKEN);
  return parts.map((part, at) => (at % 2 === 0 ? plain(part) : code(part))).join("");
}

/** A Javadoc of paragraphs and tags (`@param x what it is`); nothing for nothing. */
export function javadoc(paragraphs: readonly string[], indent: string, tags: readonly string[] = []): string {
  const width = 110 - indent.length;
  const texts = paragraphs.filter((text) => text !== "").map(escape);
  if (texts.length === 0 && tags.length === 0) return "";
  const [only = ""] = texts;
  if (texts.length === 1 && tags.length === 0 && only.length < width) {
    return `${indent}/** ${only.replaceAll(UNBROKEN, " ")} */\n`;
  }
  const lines = [
    ...texts.flatMap((text, at) => wrapText(at === 0 ? text : `<p>${text}`, width).concat("")),
    ...tags.flatMap((tag) => {
      const [, head = "", text = ""] = /^(@\w+ \w+ ?)(.*)$/.exec(tag) ?? [];
      return wrapText(head + escape(text), width - 4).map((line, at) => (at === 0 ? line : `    ${line}`));
    }),
  ];
  if (lines.at(-1) === "") lines.pop();
  const body = lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body.replaceAll(UNBROKEN, " ")}${indent} */\n`;
}
