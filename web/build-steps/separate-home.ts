// Takes the router's scripts out of the home page and puts the page's own in their place.
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

export async function separateHome(folder: string): Promise<void> {
  const path = join(folder, "index.html");
  const html = await readFile(path, "utf8");
  const entry = (await listFiles(folder)).find((name) => /^assets\/start-home-[\w-]+\.js$/.test(name));
  const [first] = html.match(scripts) ?? [];
  if (!entry || !first?.includes("classList.add('js')"))
    throw new Error("The home page has other scripts now: look at build-steps/separate-home.ts");
  const chunks = [...(await chunksOf(folder, entry.replace("assets/", "")))].map((name) => `/assets/${name}`);
  const start = [
    'if (document.readyState !== "complete") await new Promise((go) => addEventListener("load", go, { once: true }));',
    `await Promise.all(${JSON.stringify(chunks)}.map((chunk) => import(chunk)));`,
  ].join("\n");
  const still = html
    .replaceAll(scripts, (script) => (script === first ? script : ""))
    .replaceAll(leftovers, "");
  await writeFile(path, still.replace("</body>", `<script type="module" async="">${start}</script></body>`));
}
