// Both languages of every area have the same keys (the compiler checks this) and the same placeholders, and no text is
// left in English.
import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { test } from "node:test";
import { features } from "#dashboard/screens.ts";
import { translator } from "#dashboard/texts/catalogue.ts";

const root = new URL("../../app/dashboard/", import.meta.url);

async function read(path: string): Promise<Record<string, string>> {
  return ((await import(new URL(path, root).href)) as { default: Record<string, string> }).default;
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).toSorted();

for (const path of globSync("**/texts.en.ts", { cwd: root }).toSorted()) {
  test(`${path}: Hindi fills in what English fills in, and is Hindi`, async () => {
    const hindiPath = path.replace(".en.", ".hi.");
    assert.ok(existsSync(new URL(hindiPath, root)), hindiPath);
    const [english, hindi] = await Promise.all([read(path), read(hindiPath)]);
    for (const [key, text] of Object.entries(english)) {
      const other = hindi[key] ?? "";
      assert.deepEqual([...new Set(namesIn(other))], [...new Set(namesIn(text))], key);
      assert.doesNotMatch(text, /[\u0900-\u097f]/, key);
      const words = text.replaceAll(/\{[^}]*\}/g, "").match(/[a-z]{4,}/g) ?? [];
      const same = text === other && words.length > 2;
      assert.ok(!same, `${key} is not translated: ${text}`);
    }
  });
}

test("every entry of the navigation has a name in both languages, a screen, and keys of its own", () => {
  const paths = new Set(features.flatMap(({ screens }) => screens.map(({ path }) => path)));
  const entries = features.flatMap(({ nav }) => nav);
  for (const { path, label } of entries) {
    assert.ok(paths.has(path), path);
    assert.match(label.hi, /[\u0900-\u097f]/, path);
  }
  const keys = entries.flatMap(({ goKey }) => goKey ?? []);
  assert.equal(new Set(keys).size, keys.length, keys.join(" "));
  assert.equal(new Set(entries.map(({ path }) => path)).size, entries.length);
});

test("placeholders are filled in, numbers grouped, forms chosen by the language", () => {
  const words = { rows: "{count|# row|# rows} of {name}", plain: "Nothing to fill in" } as const;
  const t = translator<typeof words>("en", words);
  assert.equal(t("rows", { count: 1, name: "x" }), "1 row of x");
  assert.equal(t("rows", { count: 123456, name: "{count}" }), "1,23,456 rows of {count}");
  assert.equal(t("plain"), "Nothing to fill in");
  const hindi = translator<typeof words>("hi", {
    rows: "{name} की {count|# पंक्ति|# पंक्तियाँ}",
    plain: "कुछ नहीं",
  });
  assert.equal(hindi("rows", { count: 0, name: "x" }), "x की 0 पंक्ति");
  assert.equal(hindi("rows", { count: 2, name: "x" }), "x की 2 पंक्तियाँ");
});
