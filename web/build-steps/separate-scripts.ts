// Takes the router's scripts out of the pages of the site and the documentation and puts the pages' own in their place.
// Every page can be read without scripts, so they are fetched after the load event, when everything visible has arrived.
// The dashboard shows nothing without its scripts, so it keeps those of the router.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";

const scripts = /<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g;
/** The router's stream leaves these parts behind, which its scripts would have removed. */
const leftovers =
  /<!--\$\?--><template id="B:\d+"><\/template><!--\/\$-->|<div hidden id="S:\d+">(?:<!--\$\?--><template id="B:\d+"><\/template><!--\/\$-->)?<\/div>|<link rel="modulepreload"[^>]*\/>/g;

/** Returns the chunk and all chunks that it imports, so that the browser fetches them together. */
async function chunksOf(folder: string, name: string, known = new Set<string>()): Promise<Set<string>> {
  if (known.has(name)) return known;
  known.add(name);
  const code = await readFile(join(folder, "assets", name), "utf8");
  for (const [, imported = ""] of code.matchAll(
    /(?:^|;|})import(?:[^"'`();]*from)?\s*["'`]\.\/([\w.-]+)["'`]/g,
  ))
    await chunksOf(folder, imported, known);
  return known;
}

/** Returns the inline script that starts a page. */
async function writeStart(folder: string, name: "start-home" | "start-page"): Promise<string> {
  const isEntry = new RegExp(`^assets/${name}-[\\w-]+\\.js$`);
  const entry = (await listFiles(folder)).find((file) => isEntry.test(file));
  if (!entry) throw new Error(`The build has no ${name}: look at build-steps/emit-page-scripts.ts`);
  const chunks = [...(await chunksOf(folder, entry.replace("assets/", "")))].map(
    (chunk) => `/assets/${chunk}`,
  );
  return [
    'if (document.readyState !== "complete") await new Promise((go) => addEventListener("load", go, { once: true }));',
    `await Promise.all(${JSON.stringify(chunks)}.map((chunk) => import(chunk)));`,
  ].join("\n");
}

export async function separateScripts(folder: string): Promise<void> {
  const [home, page] = [await writeStart(folder, "start-home"), await writeStart(folder, "start-page")];
  for (const file of (await listFiles(folder)).filter((name) => name.endsWith(".html"))) {
    if (file === "__spa-fallback.html") continue;
    const path = join(folder, file);
    const html = await readFile(path, "utf8");
    const [first] = html.match(scripts) ?? [];
    if (!first?.includes("classList.add('js')"))
      throw new Error(`${file} has other scripts now: look at build-steps/separate-scripts.ts`);
    const still = html
      .replaceAll(scripts, (script) => (script === first ? script : ""))
      .replaceAll(leftovers, "");
    const start = file === "index.html" ? home : page;
    await writeFile(
      path,
      still.replace("</body>", `<script type="module" async="">${start}</script></body>`),
    );
  }
}
