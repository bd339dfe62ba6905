/** Builds the web front when it is missing or older than what it is made of. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, statSync } from "node:fs";
import { WEB_BUILD, WEB_FOLDER } from "./mount-web.ts";

/** What pages are made of; the engine's price and limit tables are shown on them too. */
const SOURCES = [
  "web/{app,public,samples,build-steps}/**/*",
  "web/*.{ts,json}",
  "server/src/main.ts",
  "server/src/commands/*.ts",
  "server/src/rails/*.ts",
  "server/src/{access/permissions,batches/formats,notifications/categories,transfers/machine}.ts",
  "server/src/beneficiaries/name-match/*.ts",
  "bank-simulator/src/{banks,magic,payee-names,scenarios,verify-payee}.ts",
  "contract/*.json",
];

/** Builds if need be, with a line about it; resolves when pages can be served. Without sources it does nothing. */
export async function buildWeb(say: (line: string) => void = console.log): Promise<void> {
  if (!existsSync(`${WEB_FOLDER}/vite.config.ts`) || !isStale()) return;
  const started = performance.now();
  say("Building the web front (once, and after changes) ...");
  const child = spawn("npm", ["run", "--silent", "build", "-w", "web"], {
    cwd: `${WEB_FOLDER}/..`,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the web front could not be built:\n${output.slice(-4_000)}`);
  say(`  built in ${Math.round((performance.now() - started) / 1_000)} s`);
}

function isStale(): boolean {
  const built = statSync(`${WEB_BUILD}/csp.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built === 0) return true;
  const files = globSync(SOURCES, { cwd: `${WEB_FOLDER}/..` });
  return files.some((file) => statSync(`${WEB_FOLDER}/../${file}`).mtimeMs > built);
}
