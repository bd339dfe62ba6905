// Prose of all pages against a dictionary and our own list of words (test/words.txt).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { prerenderedPaths } from "#app/page-list.ts";
import { parseHtml } from "#build/parse-html.ts";
import type { HtmlNode } from "#build/parse-html.ts";
import { buildDir } from "./site.ts";

const known = new Set(readFileSync(new URL("words.txt", import.meta.url), "utf8").split(/\s+/));
const present = spawnSync("aspell", ["--version"]).status === 0;

/** What is written in sentences: no code, no drawings, no addresses, no field names. */
function prose(node: HtmlNode): string {
  if (typeof node === "string") return node.replace(/\S*[@_/=]\S*|\b\w*[a-z][A-Z]\w*|\b[A-Z0-9]{4,}\b/g, " ");
  if (["code", "pre", "svg", "script", "td"].includes(node.name)) return " ";
  return ` ${node.children.map(prose).join("")} `;
}

test(
  "no word is misspelt",
  { skip: !present && process.env["CI"] !== "true" && "aspell is not installed" },
  () => {
    const unknown: Record<string, string[]> = {};
    for (const path of prerenderedPaths) {
      const html = readFileSync(join(buildDir, "client", path, "index.html"), "utf8");
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0].replace(/<script[\s\S]*?<\/script>/g, "") ?? "";
      const input = parseHtml(main).map(prose).join(" ");
      const { stdout, status } = spawnSync("aspell", ["list", "--lang=en_GB", "--ignore=2"], {
        input,
        encoding: "utf8",
      });
      assert.equal(status, 0);
      const words = [...new Set(stdout.split("\n"))].filter((word) => word !== "" && !known.has(word));
      if (words.length > 0) unknown[path] = words;
    }
    assert.deepEqual(unknown, {});
  },
);
