import assert from "node:assert/strict";
import { test } from "node:test";
import { listRepeated, measureGlossary, measureSource } from "./measure-source.ts";

test("lines of comments are counted apart from lines with code, also behind code and within a text", () => {
  const text = [
    "/** Says",
    " * two lines. */",
    "export const a = `// no comment ${1}`; // a comment",
    "",
    "// Another.",
    "const b = /\\/\\//u;",
    "",
  ].join("\n");
  const { lines, significant, comments } = measureSource("a.ts", text);
  assert.deepEqual({ lines, significant, comments }, { lines: 6, significant: 2, comments: 4 });
});

test("exported names are those that a file declares, types among them", () => {
  const text = `
    export * from "./b.ts";
    export { c } from "./c.ts";
    interface Later { a: 1 }
    const d = 1;
    export { d, type Later };
    export interface Now { b: 2 }
    export const { e, f: [g], ...h } = made();
    export function i(): void {}
    export default class J {}
  `;
  const { exports, types } = measureSource("a.ts", text);
  assert.deepEqual(exports, ["d", "Later", "Now", "e", "g", "h", "i", "default"]);
  assert.deepEqual(types, ["Later", "Now"]);
});

test("what a declared row will replace is counted", () => {
  const text = 'const q = sql`select x as "transferId", y as "paise" from unnest($1)`; rows.map(String);';
  const { unnest, rowsMap, camelAliases } = measureSource("a.ts", text);
  assert.deepEqual({ unnest, rowsMap, camelAliases }, { unnest: 1, rowsMap: 1, camelAliases: 1 });
});

test("a file that cannot be parsed is named", () => {
  assert.throws(() => measureSource("broken.ts", "export const ="), /broken\.ts/);
});

test("a glossary's entries are its rows, and a word of two rows is repeated", () => {
  const table = "| word | meaning |\n| --- | --- |\n| hold, lock | x |\n| place | y |\n| hold | z |\n";
  assert.deepEqual(measureGlossary(table), { entries: 3, repeated: ["hold"] });
  assert.deepEqual(listRepeated(["b", "a", "b", "a", "b", "c"]), ["a", "b"]);
});
