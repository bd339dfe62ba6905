// Every page can be read without its scripts, so they are fetched after the load event, when everything visible has
// arrived. The dashboard shows nothing without its scripts, so it keeps its order.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";

const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const start = /<script type="module" async="">([\s\S]*?)<\/script>/;

/**
 * Returns the router's start script with dynamic imports. The browser fetches the `chunks` together, not one after
 * another.
 */
function startAfterLoad(code: string, chunks: string[]): string {
  const rest = code
    .replace(/import \* as (\w+) from ("[^"]+");/g, "const $1 = await import($2);")
    .replace(/import ("[^"]+");/g, "await import($1);");
  return [
    'if (document.readyState !== "complete") await new Promise((go) => addEventListener("load", go, { once: true }));',
    `await Promise.all(${JSON.stringify(chunks)}.map((chunk) => import(chunk)));`,
    rest,
  ].join("\n");
}

export async function lowerScripts(folder: string): Promise<void> {
  for (const file of (await listFiles(folder)).filter((name) => name.endsWith(".html"))) {
    // The home page has a script of its own (separate-home.ts).
    if (file === "__spa-fallback.html" || file === "index.html") continue;
    const path = join(folder, file);
    const html = await readFile(path, "utf8");
    const chunks = [...html.matchAll(preload)]
      .map((match) => match[1] ?? "")
      .filter((chunk) => !chunk.includes("entry.client"));
    if (!start.test(html))
      throw new Error(`${file} has no start script: look at build-steps/lower-scripts.ts`);
    const lowered = html
      .replaceAll(preload, "")
      .replace(
        start,
        (_whole, code: string) => `<script type="module" async="">${startAfterLoad(code, chunks)}</script>`,
      );
    await writeFile(path, lowered);
  }
}
