// Collects the hashes of the inline scripts of each page, because the Content-Security-Policy allows inline scripts by
// hash only.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";

const script = /<script(?<attributes>[^>]*)>(?<body>[\s\S]*?)<\/script>/g;

export function hashesOf(html: string): string[] {
  const hashes = [...html.matchAll(script)].flatMap((match) => {
    const { attributes = "", body = "" } = match.groups ?? {};
    if (/\ssrc=|application\/ld\+json/.test(attributes) || body === "") return [];
    return [`sha256-${createHash("sha256").update(body).digest("base64")}`];
  });
  return [...new Set(hashes)];
}

/** Returns the address of the page in a file: "payout/introduction/index.html" is "/payout/introduction". */
export function addressOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, "").replace(/\.html$/, "")}`;
}

/** Writes build/csp.json, which maps the address of each page to the hashes of its inline scripts. */
export async function hashScripts(buildDir: string): Promise<void> {
  const clientDir = join(buildDir, "client");
  const hashes: Record<string, string[]> = {};
  for (const file of (await listFiles(clientDir)).filter((name) => name.endsWith(".html"))) {
    const html = await readFile(join(clientDir, file), "utf8");
    if (/\sstyle="/.test(html)) throw new Error(`${file} has a style attribute, which the policy forbids`);
    hashes[addressOf(file)] = hashesOf(html);
  }
  await writeFile(join(buildDir, "csp.json"), `${JSON.stringify(hashes, null, 2)}\n`);
}
