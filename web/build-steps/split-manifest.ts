// The router's table of routes travels with every page. Pages of the site and the documentation get one without the
// dashboard: its many routes would weigh on them, and they link to it by ordinary links, which load its page.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { listFiles } from "./list-files.ts";

interface Manifest {
  url: string;
  routes: Record<string, { parentId?: string }>;
}

const start = "window.__reactRouterManifest=";
const dashboardRoot = "dashboard/shell/dashboard-root";

function isBelow(routes: Manifest["routes"], id: string | undefined): boolean {
  return id !== undefined && (id === dashboardRoot || isBelow(routes, routes[id]?.parentId));
}

/** What a route does not have need not be said: the router reads an absent flag as false. */
function sayingOnlyYes(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));
}

/** The script that sets the table, without the dashboard's routes; `url` is where it will be. */
export function withoutDashboard(
  script: string,
  url: (content: string) => string,
): { url: string; script: string } {
  const manifest = JSON.parse(script.slice(start.length).replace(/;\s*$/, "")) as Manifest;
  if (!script.startsWith(start) || !(dashboardRoot in manifest.routes)) {
    throw new Error("The router writes its table in another way now: look at build-steps/split-manifest.ts");
  }
  const routes = Object.fromEntries(
    Object.entries(manifest.routes)
      .filter(([id]) => !isBelow(manifest.routes, id))
      .map(([id, route]) => [id, sayingOnlyYes(route)]),
  );
  const address = url(JSON.stringify(routes));
  return { url: address, script: `${start}${JSON.stringify({ ...manifest, routes, url: address })};` };
}

export async function splitManifest(folder: string): Promise<void> {
  const files = await listFiles(folder);
  const full = files.find((name) => /^assets\/manifest-\w+\.js$/.test(name)) ?? "";
  const { url, script } = withoutDashboard(await readFile(join(folder, full), "utf8"), (content) => {
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
    return `/assets/site-manifest-${hash}.js`;
  });
  await writeFile(join(folder, "assets", basename(url)), script);
  for (const name of files.filter((file) => file.endsWith(".html") && file !== "__spa-fallback.html")) {
    const path = join(folder, name);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll(`/${full}`, url));
  }
}
