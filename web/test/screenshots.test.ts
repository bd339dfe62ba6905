// The screenshots of the dashboard in the documentation: they exist, they are small enough, and each is on a page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { screenshots, screenshotSize } from "../app/facts/screenshots.ts";

const folder = join(import.meta.dirname, "../public/screenshots");
const content = join(import.meta.dirname, "../app/docs/content");

/** Reads width and height from the extended header that Chromium writes. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  assert.equal(bytes.toString("latin1", 8, 16), "WEBPVP8X");
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

test("every picture is there in both themes, of one size, and small", () => {
  const expected = Object.keys(screenshots).flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]);
  assert.deepEqual(readdirSync(folder).toSorted(), expected.toSorted());
  for (const name of expected) {
    const bytes = readFileSync(join(folder, name));
    assert.deepEqual(sizeOf(bytes), screenshotSize, name);
    assert.ok(bytes.length <= 60_000, `${name} has ${bytes.length} bytes`);
  }
});

test("every picture stands on a page", () => {
  const pages = readdirSync(content, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".mdx"),
  );
  const text = pages.map((path) => readFileSync(join(content, path), "utf8")).join("\n");
  const shown = new Set([...text.matchAll(/<Screenshot of="([^"]+)" \/>/g)].map(([, name]) => name));
  assert.deepEqual([...shown].toSorted(), Object.keys(screenshots).toSorted());
});
