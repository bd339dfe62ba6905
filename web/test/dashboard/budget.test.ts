// The size limits of the dashboard. The site and the documentation load none of it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { prerenderedPaths } from "#app/page-list.ts";
import { buildDir } from "../site.ts";

const clientDir = join(buildDir, "client");
const assets = join(clientDir, "assets");

interface Route {
  id: string;
  parentId?: string;
  module: string;
  imports: string[];
  css: string[];
}

const manifestName = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name)) ?? "";
const manifestText = readFileSync(join(assets, manifestName), "utf8");
const manifest = JSON.parse(manifestText.slice(manifestText.indexOf("{")).replace(/;\s*$/, "")) as {
  entry: { module: string; imports: string[] };
  routes: Record<string, Route>;
};

const sizes = new Map<string, number>();

/** Returns the gzipped size of a file in bytes. */
function sizeOf(address: string): number {
  const known = sizes.get(address);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(clientDir, address.replace("#", ""))), { level: 9 }).length;
  sizes.set(address, size);
  return size;
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);

/** Returns the chunks that a route and its parent routes need. */
function chunksOf(id: string): Set<string> {
  const { parentId, module, imports } = manifest.routes[id]!;
  const outer =
    parentId === undefined ? [manifest.entry.module, ...manifest.entry.imports] : chunksOf(parentId);
  return new Set([...outer, module, ...imports]);
}

const shell = "dashboard/shell/environment-layout";
const base = new Set([...chunksOf(shell), `/assets/${manifestName}`]);
const screens = Object.values(manifest.routes).filter(({ parentId }) => parentId === shell);
const screenNames = screens.map(({ id }) => id);

test("the first load, shell and first screen, stays below 170 kB of script and 22 kB of style", () => {
  const summary = screenNames.find((id) => id === "summary/summary") ?? "dashboard/shell/no-screen";
  const first = sum(new Set([...base, ...chunksOf(summary)]));
  assert.ok(first <= 170_000, `${first} bytes of script`);
  const css = new Set(Object.values(manifest.routes).flatMap((route) => route.css));
  assert.ok(sum(css) <= 22_000, `${sum(css)} bytes of style`);
});

/** These chunks are fetched once for all screens with a table or a chart. */
const isShared = (chunk: string) => /\/dashboard-(table|chart)-/.test(chunk);

test("each further screen brings at most 28 kB of script, tables and charts at most 16 kB once", () => {
  assert.ok(screenNames.length > 0);
  for (const name of readdirSync(assets).filter((file) => isShared(`/${file}`) && file.endsWith(".js"))) {
    assert.ok(sizeOf(`/assets/${name}`) <= 16_000, `${name}: ${sizeOf(`/assets/${name}`)} bytes`);
  }
  for (const id of screenNames) {
    const own = [...chunksOf(id)].filter((chunk) => !base.has(chunk) && !isShared(chunk));
    const size = sum(own);
    assert.ok(size <= 28_000, `${id}: ${size} bytes in ${own.join(", ")}`);
  }
});

test("the site and the documentation load nothing of the dashboard", () => {
  const loaded = new Set<string>();
  for (const path of prerenderedPaths) {
    const html = readFileSync(join(clientDir, path, "index.html"), "utf8");
    for (const [address] of html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) loaded.add(address);
  }
  const marks = /base-ui|QueryClient|x-vitaran-dashboard|no real money moves|dashboard-frame/;
  for (const address of loaded) {
    assert.doesNotMatch(readFileSync(join(clientDir, address), "utf8"), marks, address);
  }
  // The dashboard's own chunks do contain the marks, so the check above can fail.
  const own = [...base].filter((chunk) => !loaded.has(chunk));
  assert.ok(own.some((chunk) => marks.test(readFileSync(join(clientDir, chunk), "utf8"))));
});
