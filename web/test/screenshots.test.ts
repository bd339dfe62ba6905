// The screenshots of the dashboard in the documentation and on the home page: they exist, they are small enough, and each is on a page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { screenshots, windowOf } from "../app/facts/screenshots.ts";

const folder = join(import.meta.dirname, "../public/screenshots");
const content = join(import.meta.dirname, "../app/docs/content");
const home = join(import.meta.dirname, "../app/site/home/dashboard-pictures.tsx");

/** Reads width and height from the extended header that Chromium writes. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  assert.equal(bytes.toString("latin1", 8, 16), "WEBPVP8X");
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

test("every picture is there in both themes, of one size, and small", () => {
  const expected = Object.entries(screenshots).flatMap(([name, screenshot]) =>
    ["dark", "light"].map((theme) => ({ file: `${name}-${theme}.webp`, ...windowOf(screenshot) })),
  );
  assert.deepEqual(readdirSync(folder).toSorted(), expected.map(({ file }) => file).toSorted());
  for (const { file, width, height, scale } of expected) {
    const bytes = readFileSync(join(folder, file));
    assert.deepEqual(sizeOf(bytes), { width: width * scale, height: height * scale }, file);
    assert.ok(bytes.length <= 60_000, `${file} has ${bytes.length} bytes`);
  }
});

test("every picture stands on a page", () => {
  const pages = readdirSync(content, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".mdx"),
  );
  const files = [...pages.map((path) => join(content, path)), home];
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const shown = new Set([...text.matchAll(/<Screenshot of="([^"]+)"/g)].map(([, name]) => name));
  assert.deepEqual([...shown].toSorted(), Object.keys(screenshots).toSorted());
});
