// Checks the prose of all pages against a dictionary and our own list of words (test/words.txt).
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { prerenderedPaths } from "#app/page-list.ts";
import { parseHtml } from "#build/parse-html.ts";
import type { HtmlNode } from "#build/parse-html.ts";
import { buildDir } from "./site.ts";

const known = new Set(readFileSync(new URL("words.txt", import.meta.url), "utf8").split(/\s+/));
const tools = new URL("../../scripts/test-tools/", import.meta.url);
const dictionary = (part: "aff" | "dic"): URL =>
  new URL(`node_modules/dictionary-en-gb/index.${part}`, tools);
const isPresent = existsSync(dictionary("dic")) || process.env["CI"] === "true";

/** Returns the sentences of a page, without code, drawings, addresses or field names. */
function prose(node: HtmlNode): string {
  if (typeof node === "string") return node.replace(/\S*[@_/=]\S*|\b\w*[a-z][A-Z]\w*|\b[A-Z0-9]{4,}\b/g, " ");
  if (["code", "pre", "svg", "script", "td"].includes(node.name)) return " ";
  return ` ${node.children.map(prose).join("")} `;
}

/** Returns a function that finds words of three or more letters that are not in the dictionary. */
function makeSpeller(): (text: string) => string[] {
  type Speller = (affixes: Buffer, words: Buffer) => { correct(word: string): boolean };
  const nspell = createRequire(tools)("nspell") as Speller;
  const speller = nspell(readFileSync(dictionary("aff")), readFileSync(dictionary("dic")));
  return (text) => {
    const words = text.replaceAll("’", "'").match(/\p{L}+(?:'\p{L}+)*/gu) ?? [];
    return [...new Set(words)].filter((word) => word.length > 2 && !speller.correct(word));
  };
}

test(
  "no word is misspelt",
  { skip: !isPresent && "no dictionary: npm test fetches one when it reaches the package registry" },
  () => {
    const misspelt = makeSpeller();
    assert.deepEqual(misspelt("The colour of recieved money"), ["recieved"]);
    const unknown: Record<string, string[]> = {};
    for (const path of prerenderedPaths) {
      const html = readFileSync(join(buildDir, "client", path, "index.html"), "utf8");
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0].replace(/<script[\s\S]*?<\/script>/g, "") ?? "";
      const words = misspelt(parseHtml(main).map(prose).join(" ")).filter((word) => !known.has(word));
      if (words.length > 0) unknown[path] = words;
    }
    assert.deepEqual(unknown, {});
  },
);
