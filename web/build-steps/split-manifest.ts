// Every page carries the router's table of routes. Pages of the site and the documentation get a table without the
// dashboard, whose many routes would make them larger; they reach it by ordinary links, which load its page. The same
// is true of the status page and the changelog, which are only in their own tables.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { listFiles } from "./list-files.ts";

interface Route {
  parentId?: string;
  imports: string[];
  css?: string[];
}

interface Manifest {
  url: string;
  routes: Record<string, Route>;
}

const start = "window.__reactRouterManifest=";
const dashboardRoot = "dashboard/shell/dashboard-root";
/** The routes that only their own page knows, by the file of that page. */
const ownRoutes: Readonly<Record<string, string>> = {
  "status/index.html": "site/status/status-page",
  "changelog/index.html": "site/changelog/changelog-page",
};

function isBelow(routes: Manifest["routes"], id: string | undefined): boolean {
  return id !== undefined && (id === dashboardRoot || isBelow(routes, routes[id]?.parentId));
}

/** Drops flags that are false, because the router treats an absent flag as false. */
function sayingOnlyYes(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));
}

/** Drops the files that every page has already loaded with the root route. */
function sayingOnlyMore(route: Route, { imports, css = [] }: Route): Route {
  const isMore = (known: string[]) => (file: string) => !known.includes(file);
  return {
    ...route,
    imports: route.imports.filter(isMore(imports)),
    ...(route.css && { css: route.css.filter(isMore(css)) }),
  };
}

/**
 * Returns the script that sets the route table of a page, without the dashboard's routes. `url` returns its address.
 */
function withoutDashboard(
  script: string,
  url: (content: string) => string,
  page = "index.html",
): { url: string; script: string } {
  const manifest = JSON.parse(script.slice(start.length).replace(/;\s*$/, "")) as Manifest;
  if (!script.startsWith(start) || !(dashboardRoot in manifest.routes)) {
    throw new Error("The router writes its table in another way now: look at build-steps/split-manifest.ts");
  }
  const root = manifest.routes["root"]!;
  const isOfOther = (id: string) => Object.values(ownRoutes).includes(id) && ownRoutes[page] !== id;
  const routes = Object.fromEntries(
    Object.entries(manifest.routes)
      .filter(([id]) => !isBelow(manifest.routes, id) && !isOfOther(id))
      .map(([id, route]) => [id, sayingOnlyYes(id === "root" ? route : sayingOnlyMore(route, root))]),
  );
  const address = url(JSON.stringify(routes));
  return { url: address, script: `${start}${JSON.stringify({ ...manifest, routes, url: address })};` };
}

export async function splitManifest(folder: string): Promise<void> {
  const files = await listFiles(folder);
  const full = files.find((name) => /^assets\/manifest-\w+\.js$/.test(name)) ?? "";
  const table = await readFile(join(folder, full), "utf8");
  const addressOf = (content: string) => {
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
    return `/assets/site-manifest-${hash}.js`;
  };
  for (const name of files.filter((file) => file.endsWith(".html") && file !== "__spa-fallback.html")) {
    const { url, script } = withoutDashboard(table, addressOf, name);
    await writeFile(join(folder, "assets", basename(url)), script);
    const path = join(folder, name);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll(`/${full}`, url));
  }
}
